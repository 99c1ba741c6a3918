typedef T { int a; byte a }
T x;
init { x.a = 1 }
