typedef T { int a }
T x;
init { x. = 1 }
