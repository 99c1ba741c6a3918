/* a wide bound */
#define N 1000000000
int x = 0;
active proctype P() { do :: x < N -> x++ :: x > 0 -> x-- od }
active proctype Q() { do :: atomic { x >= 0 -> assert(x <= N) } od }
