// expect: violated
// A thread that has not got the mutex lets it go: it is somebody else's.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *none) {
  pthread_mutex_trylock(&m);
  pthread_mutex_unlock(&m);
  return none;
}
int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
