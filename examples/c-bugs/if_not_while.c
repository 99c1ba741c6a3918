// A thread that was woken takes for granted what it waited for.
//   selvage check examples/c-bugs/if_not_while.c  violated
//   selvage check -DFIXED examples/c-bugs/if_not_while.c  holds
#include <assert.h>
#include <pthread.h>

int items;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

void *consume(void *unused) {
  pthread_mutex_lock(&lock);
#ifdef FIXED
  while (items == 0) pthread_cond_wait(&filled, &lock);
#else
  if (items == 0) pthread_cond_wait(&filled, &lock);
#endif
  items--;
  assert(items >= 0);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, consume, NULL);
  pthread_create(&b, NULL, consume, NULL);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    items++;
    pthread_mutex_unlock(&lock);
    pthread_cond_signal(&filled);
  }
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
