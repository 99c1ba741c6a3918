#define N 3
int i;
init { for (i : 0..N) { skip } }
