int i;
init { select i : 1 .. 3 }
