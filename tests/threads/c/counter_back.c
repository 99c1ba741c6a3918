// expect: violated
// It goes beyond all constants and comes back down to one of them.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int sum;
void *up(void *none) {
  pthread_mutex_lock(&m);
  sum += 70;
  pthread_mutex_unlock(&m);
  return none;
}
void *down(void *none) {
  pthread_mutex_lock(&m);
  if (sum > 100) sum -= 69;
  assert(sum != 71);
  pthread_mutex_unlock(&m);
  return none;
}
int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, up, 0);
    pthread_create(&t, 0, down, 0);
  }
}
