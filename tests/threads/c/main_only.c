// expect: holds
// Only main is at the places that write: before and after it has started others.
#include <assert.h>
#include <pthread.h>
int phase;
static void *worker(void *none) {
  assert(phase == 1);
  return none;
}
int main(void) {
  phase = 1;
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
