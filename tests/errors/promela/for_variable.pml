chan q = [1] of { int };
int a[3], i;
typedef T { int f }
T t;
init { for (q : 1 .. 2) { skip }; for (a[1] : 1 .. 2) { skip }; for (t.f : 1 .. 2) { skip }; for (i : 5 .. 1) { skip } }
