// expect: violated
// The address from before is used after the row was moved.
#include <stdlib.h>
int main(void) {
  int *p = malloc(4);
  *p = 1;
  int *q = realloc(p, 8);
  *p = 2;
  free(q);
}
