// expect: unknown
// Only one worker at a time, as main waits for it. That holds, but here waiting may end at any time: no
// run shows the violation that there seems to be, and nothing shows that there is none.
#include <assert.h>
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
int inside;
static void *worker(void *none) {
  assert(!inside);
  inside = 1;
  inside = 0;
  return none;
}
int main(void) {
  while (__VERIFIER_nondet_bool()) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
  }
}
