// expect: violated
// options: --recursion 6
#include <assert.h>
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int main(void) { assert(!even(10)); }
