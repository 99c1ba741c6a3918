chan q = [2] of { int };
int x, i, a[3];
init { for (i in x) { skip }; for (i in q) { skip }; for (i in a[1]) { skip } }
