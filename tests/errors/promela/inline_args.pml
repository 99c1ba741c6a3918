inline f(a, b) { a = b }
int x;
init { f(x) }
