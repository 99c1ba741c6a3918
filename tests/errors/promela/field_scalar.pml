int x;
init { x.a = 1 }
