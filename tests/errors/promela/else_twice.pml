int x;
init { if :: x == 1 :: else -> skip :: else -> skip fi }
