int x;
init { x = # 3 }
