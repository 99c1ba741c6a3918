// expect: violated
// What a row has lost when it became shorter does not come back.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(8);
  p[0] = p[1] = 1;
  p = realloc(p, 4);
  p = realloc(p, 8);
  assert(p[1] == 1);
  free(p);
}
