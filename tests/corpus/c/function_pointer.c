// expect: holds
// A call through a pointer means the function that is in it.
#include <assert.h>
#include <pthread.h>
static int twice(int x) { return 2 * x; }
static int next(int x) { return x + 1; }
static int (*table[2])(int) = {twice, next};
static int chosen;
void *change(void *unused) {
  chosen = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, change, 0);
  int y = table[chosen](5);
  assert(y == 10 || y == 6);
  return 0;
}
