// expect: violated
// What was never written has any value.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(2);
  p[0] = 5;
  assert(p[1] != 5);
  free(p);
  return 0;
}
