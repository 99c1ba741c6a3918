// expect: holds
// g is 1 or 2 after the first store, never 0 again.
#include <assert.h>
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);

int g;

void *writer(void *unused) {
  _Bool c = __VERIFIER_nondet_bool();
  g = 1;
  if (c) g = 2;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int a = g, b = g;
  assert(b >= a);
  return 0;
}
