int x;
init { if :: x == 0 -> skip fi x = 1 }
