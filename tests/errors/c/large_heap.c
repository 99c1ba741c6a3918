#include <stdlib.h>
int main(void) {
  char *p = malloc(1000000);
  p[0] = 1;
  free(p);
  return 0;
}
