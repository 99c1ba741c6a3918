mtype = { };
mtype = { a, 3 };
init { skip }
