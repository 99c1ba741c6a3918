// expect: unknown
// What an atomic operation reads in memory that was never written is not known.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  int old = __atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST);
  assert(old == 0);
  return 0;
}
