// Two producers look for room one after the other, and there is room for one.
//   selvage check examples/c-bugs/buffer_full.c  violated
//   selvage check -DFIXED examples/c-bugs/buffer_full.c  holds
#include <pthread.h>

enum { ROOM = 2 };
int buffer[ROOM], used = 1;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *produce(void *unused) {
#ifdef FIXED
  pthread_mutex_lock(&lock);
  if (used < ROOM) buffer[used++] = 1;
  pthread_mutex_unlock(&lock);
#else
  if (used < ROOM) {
    pthread_mutex_lock(&lock);
    buffer[used++] = 1;
    pthread_mutex_unlock(&lock);
  }
#endif
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, produce, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
