// expect: holds
// options: --deadlock on
// A recursive mutex is locked twice, and by another thread in turn; main goes on for ever.
#define _GNU_SOURCE
#include <pthread.h>
pthread_mutex_t a = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int tick;
void *one(void *none) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&a);
  return none;
}
int main(void) {
  pthread_t x;
  pthread_create(&x, 0, one, 0);
  for (;;) tick ^= 1;
}
