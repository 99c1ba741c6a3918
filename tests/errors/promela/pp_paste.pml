#define glue(a, b) a ## b
int x;
init { x glue(+, =) 1; x = glue(1, *) 2 }
