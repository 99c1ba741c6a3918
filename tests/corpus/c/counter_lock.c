// expect: holds
#include <assert.h>
#include <pthread.h>

int counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void increment(int *what, pthread_mutex_t *guard) {
  pthread_mutex_lock(guard);
  *what = *what + 1;
  pthread_mutex_unlock(guard);
}

void *worker(void *unused) {
  increment(&counter, &lock);
  increment(&counter, &lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 4);
  return 0;
}
