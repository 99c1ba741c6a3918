int i;
init { for i : 1 .. 3 { skip } }
