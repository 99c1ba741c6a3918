#define f(x) f(f(x))
int y;
init { y = f(1) }
