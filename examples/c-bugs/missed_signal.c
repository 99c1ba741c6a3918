// The flag is set without the lock: the signal comes between the look and the wait.
//   selvage check --deadlock on examples/c-bugs/missed_signal.c  violated
//   selvage check --deadlock on -DFIXED examples/c-bugs/missed_signal.c  holds
#include <pthread.h>

int done;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *work(void *unused) {
#ifdef FIXED
  pthread_mutex_lock(&lock);
  done = 1;
  pthread_mutex_unlock(&lock);
#else
  done = 1;
#endif
  pthread_cond_signal(&changed);
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_mutex_lock(&lock);
  while (!done) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  pthread_join(worker, NULL);
  return 0;
}
