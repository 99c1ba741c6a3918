// Double-checked locking: the flag is seen before the value that it promises.
//   selvage check examples/c-bugs/double_checked.c  violated
//   selvage check -DFIXED examples/c-bugs/double_checked.c  holds
#include <assert.h>
#include <pthread.h>

int ready, value;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void make(void) {
  pthread_mutex_lock(&lock);
  if (!ready) {
#ifdef FIXED
    value = 42;
    ready = 1;
#else
    ready = 1;
    value = 42;
#endif
  }
  pthread_mutex_unlock(&lock);
}

void *use(void *unused) {
  if (!ready) make();
  assert(value == 42);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
