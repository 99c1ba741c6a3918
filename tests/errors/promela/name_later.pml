init { x = 1 }
int x;
