#define add(a, b) a + b
int x;
init { x = add(1) }
