// expect: holds
// The atomic sections of three tools, and a point for cancellation where nobody is cancelled.
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __CPROVER_atomic_begin(void);
void __CPROVER_atomic_end(void);
void __ESBMC_atomic_begin(void);
void __ESBMC_atomic_end(void);
void __CPROVER_assert(int, const char *);
int g;
void *worker(void *none) {
  __VERIFIER_atomic_begin();
  g++;
  g++;
  __VERIFIER_atomic_end();
  __CPROVER_atomic_begin();
  g++;
  g++;
  __CPROVER_atomic_end();
  pthread_testcancel();
  __ESBMC_atomic_begin();
  g++;
  g++;
  __ESBMC_atomic_end();
  return none;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  int seen = g;
  __CPROVER_assert(seen % 2 == 0, "even");
  pthread_join(t, 0);
  __CPROVER_assert(g == 6, "all");
}
