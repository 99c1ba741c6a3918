// expect: holds
// Producers and consumers, any number of each, and a condition.
#include <assert.h>
#include <pthread.h>
int count;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static void *consumer(void *none) {
  pthread_mutex_lock(&m);
  while (count == 0) pthread_cond_wait(&some, &m);
  count--;
  assert(count >= 0);
  pthread_mutex_unlock(&m);
  return none;
}
static void *producer(void *none) {
  pthread_mutex_lock(&m);
  if (count < 3) {
    count++;
    pthread_cond_signal(&some);
  }
  assert(count <= 3);
  pthread_mutex_unlock(&m);
  return none;
}
int main(void) {
  pthread_t t;
  for (;;) {
    pthread_create(&t, 0, producer, 0);
    pthread_create(&t, 0, consumer, 0);
    pthread_detach(t);
  }
}
