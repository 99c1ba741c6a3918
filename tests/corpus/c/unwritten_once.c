// expect: holds
// What was never written has one value, whatever it is.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(2);
  assert(p[1] == p[1]);
  free(p);
  return 0;
}
