int x;
init { x = eval(x) }
