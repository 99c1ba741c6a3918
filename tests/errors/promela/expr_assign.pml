int x;
init { if :: x = 1 -> skip :: (x = 1) -> skip fi }
