// expect: holds
// options: --deadlock on
// A thread that waits in pthread_join, for one that does not end before, is cancelled there.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t go;
pthread_t waiter, other;
void *work(void *unused) {
  sem_wait(&go);
  return unused;
}
void *wait_for(void *unused) {
  pthread_join(other, 0);
  return unused;
}
int main(void) {
  void *result;
  sem_init(&go, 0, 0);
  pthread_create(&other, 0, work, 0);
  pthread_create(&waiter, 0, wait_for, 0);
  pthread_cancel(waiter);
  pthread_join(waiter, &result);
  assert(result == PTHREAD_CANCELED);
  sem_post(&go);
  pthread_join(other, 0);
  return 0;
}
