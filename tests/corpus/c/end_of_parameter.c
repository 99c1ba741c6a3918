// expect: violated
// A parameter ends with its function, too.
#include <assert.h>
static int *keep(int n) { return &n; }
int main(void) {
  int *p = keep(1);
  assert(*p == 1);
  return 0;
}
