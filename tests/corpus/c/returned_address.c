// expect: violated
// An address that a function returns, at one of its ends only, is used by another thread.
#include <assert.h>
#include <pthread.h>
_Bool __VERIFIER_nondet_bool(void);
static int shared, *kept;
static int *given(int *it) {
  for (;;)
    if (__VERIFIER_nondet_bool()) return it;
}
static void *run(void *unused) {
  *kept = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  int own = 0;
  kept = __VERIFIER_nondet_bool() ? given(&own) : given(&shared);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  assert(!shared && !own);
}
