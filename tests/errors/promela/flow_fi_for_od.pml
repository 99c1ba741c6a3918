int x;
init { do :: x == 1 -> break fi; x = 2 }
