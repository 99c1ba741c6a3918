// A function that locks is called with the lock held.
//   selvage check --deadlock on examples/c-bugs/locks_twice.c  violated
//   selvage check --deadlock on -DFIXED examples/c-bugs/locks_twice.c  holds
#include <pthread.h>

int length;
pthread_mutex_t lock;

int get_length(void) {
  pthread_mutex_lock(&lock);
  int n = length;
  pthread_mutex_unlock(&lock);
  return n;
}

void *append(void *unused) {
  pthread_mutex_lock(&lock);
  if (get_length() < 3) length++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
#ifdef FIXED
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
#endif
  pthread_mutex_init(&lock, &kind);
  pthread_create(&a, NULL, append, NULL);
  pthread_join(a, NULL);
  return 0;
}
