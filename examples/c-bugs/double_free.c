// Two owners count themselves out, and both believe to be the last one.
//   selvage check examples/c-bugs/double_free.c  violated
//   selvage check -DFIXED examples/c-bugs/double_free.c  holds
#include <pthread.h>
#include <stdlib.h>

struct buffer {
  int owners;
};
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *let_go(void *given) {
  struct buffer *b = given;
#ifdef FIXED
  pthread_mutex_lock(&lock);
  int left = --b->owners;
  pthread_mutex_unlock(&lock);
  if (left == 0) free(b);
#else
  pthread_mutex_lock(&lock);
  --b->owners;
  pthread_mutex_unlock(&lock);
  if (b->owners == 0) free(b);
#endif
  return NULL;
}

int main(void) {
  pthread_t x, y;
  struct buffer *b = malloc(sizeof *b);
  b->owners = 2;
  pthread_create(&x, NULL, let_go, b);
  pthread_create(&y, NULL, let_go, b);
  pthread_join(x, NULL);
  pthread_join(y, NULL);
  return 0;
}
