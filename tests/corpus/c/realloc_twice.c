// expect: violated
// What was given to realloc is freed once more.
#include <stdlib.h>
int main(void) {
  char *p = malloc(2);
  if (realloc(p, 4)) free(p);
}
