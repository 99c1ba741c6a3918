// expect: holds
// A row that is read only where a number of a thread says where: nothing of it matters.
#include <assert.h>
#include <pthread.h>
int row[4] = {1, 2, 3, 4}, left;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *none) {
  unsigned own = (unsigned)pthread_self() & 3;
  left = row[own] + row[(own + 1) & 3];
  pthread_mutex_lock(&m);
  assert(none == 0);
  pthread_mutex_unlock(&m);
  return none;
}
int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
