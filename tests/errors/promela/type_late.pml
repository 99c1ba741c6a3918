T x;
typedef T { int a }
init { x.a = 1 }
