int x = 4294967296;
int y = 4294967295;
init { x = y }
