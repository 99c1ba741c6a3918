// expect: violated
// `if` in place of `while`: who is woken finds nothing.
#include <assert.h>
#include <pthread.h>
int count;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static void *consumer(void *none) {
  pthread_mutex_lock(&m);
  if (count == 0) pthread_cond_wait(&some, &m);
  count--;
  assert(count >= 0);
  pthread_mutex_unlock(&m);
  return none;
}
static void *producer(void *none) {
  pthread_mutex_lock(&m);
  count++;
  pthread_cond_signal(&some);
  pthread_mutex_unlock(&m);
  return none;
}
int main(void) {
  pthread_t t;
  for (;;) {
    pthread_create(&t, 0, producer, 0);
    pthread_create(&t, 0, consumer, 0);
  }
}
