// expect: unknown
// options: --objects 2
// More objects than are explored: never an answer that everything holds.
#include <stdlib.h>
int *kept[3];
int main(void) {
  for (int i = 0; i < 3; i++) {
    kept[i] = malloc(sizeof(int));
    *kept[i] = i;
  }
  return 0;
}
