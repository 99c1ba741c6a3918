int x;
inline f(a) { a = y; z = a }
inline g(b) { f(b) }
init { g(x) }
