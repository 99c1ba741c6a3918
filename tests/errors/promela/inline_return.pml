int x;
inline f(a) { return a + 1 }
init { x = f(1); f(2) }
