// Two threads count, and one of the counts is lost: n++ is a load and a store.
//   selvage check examples/c-bugs/lost_update.c  violated
//   selvage check -DFIXED examples/c-bugs/lost_update.c  holds
#include <assert.h>
#include <pthread.h>

int served;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *serve(void *unused) {
  for (int i = 0; i < 2; i++) {
#ifdef FIXED
    pthread_mutex_lock(&lock);
    served++;
    pthread_mutex_unlock(&lock);
#else
    served++;
#endif
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, serve, NULL);
  pthread_create(&b, NULL, serve, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(served == 4);
  return 0;
}
