int x;
init { prinf("%d", x) }
