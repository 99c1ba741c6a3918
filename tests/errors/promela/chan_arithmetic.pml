chan q = [1] of { int };
int x;
init { x = q + 1; q++; q = 3; q < q }
