// expect: violated
// What a row has lost when it became shorter does not come back.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(2);
  p[0] = p[1] = 1;
  p = realloc(p, 1);
  p = realloc(p, 2);
  assert(!p[1]);
  free(p);
}
