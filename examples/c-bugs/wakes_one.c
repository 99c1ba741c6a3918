// A signal wakes one of two that wait for the same news.
//   selvage check --deadlock on examples/c-bugs/wakes_one.c  violated
//   selvage check --deadlock on -DFIXED examples/c-bugs/wakes_one.c  holds
#include <pthread.h>

int open_now;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t opened = PTHREAD_COND_INITIALIZER;

void *enter(void *unused) {
  pthread_mutex_lock(&lock);
  while (!open_now) pthread_cond_wait(&opened, &lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enter, NULL);
  pthread_create(&b, NULL, enter, NULL);
  pthread_mutex_lock(&lock);
  open_now = 1;
#ifdef FIXED
  pthread_cond_broadcast(&opened);
#else
  pthread_cond_signal(&opened);
#endif
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
