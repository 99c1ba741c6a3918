// expect: holds
// options: --deadlock on
// Nobody sleeps for ever: a signal wakes one of those who wait, a broadcast all of them.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
int left = 2;
void *work(void *unused) {
  pthread_mutex_lock(&m);
  left--;
  while (left) pthread_cond_wait(&turn, &m);
  pthread_cond_broadcast(&turn);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
