// expect: holds
// A lock of the program's own that knows its owner, and is taken again by him.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
pthread_t owner;
int inside;
static void take(void) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(owner == 0 || pthread_equal(owner, pthread_self()));
  owner = pthread_self();
  __VERIFIER_atomic_end();
}
void *worker(void *none) {
  take();
  assert(!inside);
  inside = 1;
  take();
  assert(pthread_equal(owner, pthread_self()));
  inside = 0;
  owner = 0;
  return none;
}
int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
