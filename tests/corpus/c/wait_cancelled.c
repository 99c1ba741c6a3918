// expect: holds
// options: --deadlock on
// sem_wait and sleep are places where a thread can be cancelled; its handlers run.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>
sem_t never;
int cleaned;
void clean(void *unused) { cleaned = 1; }
void *work(void *unused) {
  pthread_cleanup_push(clean, 0);
  printf("waiting\n");
  sleep(1);
  sem_wait(&never);
  pthread_cleanup_pop(0);
  return unused;
}
int main(void) {
  void *result;
  pthread_t thread;
  sem_init(&never, 0, 0);
  pthread_create(&thread, 0, work, 0);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED && cleaned);
  return 0;
}
