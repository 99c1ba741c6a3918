// expect: holds
// A loop that starts five threads, and waits for all of them: numbers decide, so a search does.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
static void *worker(void *none) {
  pthread_mutex_lock(&m);
  x = x + 1;
  pthread_mutex_unlock(&m);
  return none;
}
int main(void) {
  pthread_t t[5];
  for (int i = 0; i < 5; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 5; i++) pthread_join(t[i], 0);
  assert(x == 5);
}
