// expect: holds
// A semaphore that lets one in: that no two are inside is a fact about two threads.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t s;
int inside;
static void *worker(void *none) {
  sem_wait(&s);
  inside++;
  assert(inside == 1);
  inside--;
  sem_post(&s);
  return none;
}
int main(void) {
  sem_init(&s, 0, 1);
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
