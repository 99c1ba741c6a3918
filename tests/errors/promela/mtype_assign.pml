mtype = { a };
int x;
init { a = 1; a.b = 2 }
