#define add(a) (a + unknown)
int x;
init { x = add(1); x = add(2) }
