// expect: violated
// A thread that waits in pthread_join can be cancelled there.
#include <assert.h>
#include <pthread.h>
pthread_t waiter, other;
int stop;
void *work(void *unused) {
  while (!__atomic_load_n(&stop, __ATOMIC_SEQ_CST)) continue;
  return unused;
}
void *wait_for(void *unused) {
  pthread_join(other, 0);
  return unused;
}
int main(void) {
  void *result;
  pthread_create(&other, 0, work, 0);
  pthread_create(&waiter, 0, wait_for, 0);
  pthread_cancel(waiter);
  pthread_join(waiter, &result);
  assert(result != PTHREAD_CANCELED);
  return 0;
}
