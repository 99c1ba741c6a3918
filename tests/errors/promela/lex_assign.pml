int x;
init { x += 1 }
