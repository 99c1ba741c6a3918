// The lock is destroyed while a thread may still be about to take it.
//   selvage check examples/c-bugs/destroyed_early.c  violated
//   selvage check -DFIXED examples/c-bugs/destroyed_early.c  holds
#include <pthread.h>

int n;
pthread_mutex_t lock;

void *count(void *unused) {
  pthread_mutex_lock(&lock);
  n++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_mutex_init(&lock, NULL);
  pthread_create(&a, NULL, count, NULL);
#ifdef FIXED
  pthread_join(a, NULL);
  pthread_mutex_destroy(&lock);
#else
  pthread_mutex_destroy(&lock);
  pthread_join(a, NULL);
#endif
  return 0;
}
