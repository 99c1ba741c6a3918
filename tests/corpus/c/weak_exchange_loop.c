// expect: holds
// In a loop it does what a strong one does; where it fails nothing is written.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *add(void *unused) {
  int old = atomic_load(&x);
  while (!atomic_compare_exchange_weak(&x, &old, old + 1)) assert(x < 2);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  add(0);
  pthread_join(thread, 0);
  assert(x == 2);
  return 0;
}
