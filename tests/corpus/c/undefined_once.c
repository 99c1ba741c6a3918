// expect: holds
// An uninitialised variable has one value, whatever it is.
#include <assert.h>

int main(void) {
  _Bool x;
  _Bool y = x;
  assert(x == y);
  return 0;
}
