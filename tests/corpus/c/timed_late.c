// expect: violated
// A wait with a limit of time may give up.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
sem_t ready;
static void *run(void *unused) {
  sem_post(&ready);
  return unused;
}
int main(void) {
  pthread_t t;
  struct timespec until = {1, 0};
  sem_init(&ready, 0, 0);
  pthread_create(&t, 0, run, 0);
  assert(!sem_timedwait(&ready, &until));
  pthread_join(t, 0);
}
