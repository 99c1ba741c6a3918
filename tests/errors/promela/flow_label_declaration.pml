init { L: int x; x = 1 }
