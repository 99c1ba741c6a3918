// An early return keeps the lock, and the next one waits for ever.
//   selvage check --deadlock on examples/c-bugs/early_return.c  violated
//   selvage check --deadlock on -DFIXED examples/c-bugs/early_return.c  holds
#include <pthread.h>

int stock = 1;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *buy(void *unused) {
  pthread_mutex_lock(&lock);
  if (stock == 0) {
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    return NULL;
  }
  stock--;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, buy, NULL);
  pthread_create(&b, NULL, buy, NULL);
  pthread_create(&c, NULL, buy, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
