int x, y;
init { x = 1 y = 2 }
