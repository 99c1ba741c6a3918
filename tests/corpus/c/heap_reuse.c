// expect: violated
// A freed address may come back, and need not.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *seen[2];
  for (int i = 0; i < 2; i++) {
    seen[i] = malloc(sizeof(int));
    free(seen[i]);
  }
  assert(seen[0] != seen[1]);
  return 0;
}
