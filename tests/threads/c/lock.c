// expect: holds
// Any number of threads under one mutex: who holds it is a number in the model, and a bit of each thread here.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside;
void *worker(void *none) {
  pthread_mutex_lock(&m);
  assert(inside == 0);
  inside = 1;
  inside = 0;
  pthread_mutex_unlock(&m);
  return none;
}
int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
