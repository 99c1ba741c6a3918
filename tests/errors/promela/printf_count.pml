int x;
init { printf("%d %d\n", x); printf("%%\n", x); printf("%z", x); printm(x) }
