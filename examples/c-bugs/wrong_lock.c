// Each thread locks, but not the same lock: a data race.
//   selvage check --races examples/c-bugs/wrong_lock.c  violated
//   selvage check --races -DFIXED examples/c-bugs/wrong_lock.c  holds
#include <pthread.h>

int total;
pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;

void *add(void *unused) {
  pthread_mutex_lock(&one);
  total += 5;
  pthread_mutex_unlock(&one);
  return NULL;
}

void *subtract(void *unused) {
#ifdef FIXED
  pthread_mutex_t *lock = &one;
#else
  pthread_mutex_t *lock = &two;
#endif
  pthread_mutex_lock(lock);
  total -= 5;
  pthread_mutex_unlock(lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, subtract, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
