// expect: violated
// options: --deadlock on
// A thread locks a mutex that it has, while main goes on for ever.
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
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
