int x;
inline f(a) { a = ; }
init { f(x) }
