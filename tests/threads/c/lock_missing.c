// expect: violated
// One kind of thread forgets the mutex.
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
void *careless(void *none) {
  inside = 1;
  return none;
}
int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&t, 0, careless, 0);
  }
}
