mtype = { a, b, a };
mtype:s = { b };
init { skip }
