// expect: holds
// states: 14
#define N 3
#define MAX(a, b) ((a) > (b) -> (a) : (b))
#if N > 2
byte a[N];
#else
byte a[1];
#endif
active proctype P() { byte i; for (i : 0 .. N - 1) { a[i] = MAX(i, 1) }; assert(a[0] == 1 && a[2] == 2) }
