// expect: violated
// What main waits for has ended; others, which it does not wait for, have not.
#include <assert.h>
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
int done;
static void *worker(void *none) {
  done = 1;
  return none;
}
static void *starter(void *none) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  assert(done == 1);
  done = 0;
  return none;
}
int main(void) {
  while (__VERIFIER_nondet_bool()) {
    pthread_t t;
    pthread_create(&t, 0, starter, 0);
  }
}
