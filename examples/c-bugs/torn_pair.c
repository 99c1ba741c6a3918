// Two values that belong together are read one by one while they change.
//   selvage check examples/c-bugs/torn_pair.c  violated
//   selvage check -DFIXED examples/c-bugs/torn_pair.c  holds
#include <assert.h>
#include <pthread.h>

struct range {
  int low, high;
} range = {0, 10};
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *move(void *unused) {
  pthread_mutex_lock(&lock);
  range.low += 20;
  range.high += 20;
  pthread_mutex_unlock(&lock);
  return NULL;
}

void *look(void *unused) {
#ifdef FIXED
  pthread_mutex_lock(&lock);
  struct range seen = range;
  pthread_mutex_unlock(&lock);
#else
  struct range seen = range;
#endif
  assert(seen.low <= seen.high);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, move, NULL);
  pthread_create(&b, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
