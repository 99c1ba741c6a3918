// expect: unknown
// The only assertion lies behind a recursion that is deeper than is followed.
#include <assert.h>
static int sum(int n) { return n ? n + sum(n - 1) : 0; }
int main(void) { assert(sum(4) == 10); }
