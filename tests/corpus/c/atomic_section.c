// expect: holds
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int a, b;

void *mover(void *unused) {
  __VERIFIER_atomic_begin();
  a = a + 1;
  b = b - 1;
  __VERIFIER_atomic_end();
  return 0;
}

void __VERIFIER_atomic_look(void) { assert(a + b == 0); }

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, mover, 0);
  pthread_create(&t, 0, mover, 0);
  __VERIFIER_atomic_look();
  return 0;
}
