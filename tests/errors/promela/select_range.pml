int i;
init { select (i : 5 .. 1) }
