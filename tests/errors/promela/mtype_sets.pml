mtype = { a };
mtype:s = { b };
mtype:t = { c };
mtype:s x;
init { x = a; x = c; x = b }
