// expect: violated
// A counter far beyond the constants that it is raised by.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned sum;
void *worker(void *none) {
  pthread_mutex_lock(&m);
  sum += 64;
  assert(sum != 256);
  pthread_mutex_unlock(&m);
  return none;
}
int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
