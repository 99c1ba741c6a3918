// Both hold the lock, but only for reading, and both write.
//   selvage check examples/c-bugs/write_under_read_lock.c  violated
//   selvage check -DFIXED examples/c-bugs/write_under_read_lock.c  holds
#include <assert.h>
#include <pthread.h>

int hits;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *hit(void *unused) {
#ifdef FIXED
  pthread_rwlock_wrlock(&lock);
#else
  pthread_rwlock_rdlock(&lock);
#endif
  hits++;
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, hit, NULL);
  pthread_create(&b, NULL, hit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(hits == 2);
  return 0;
}
