// expect: violated
// Four threads at a barrier for two: three pass it before one goes on.
#include <assert.h>
#include <pthread.h>
pthread_barrier_t barrier;
int others;
void *slow(void *unused) {
  pthread_barrier_wait(&barrier);
  assert(__atomic_load_n(&others, __ATOMIC_SEQ_CST) < 3);
  return unused;
}
void *quick(void *unused) {
  pthread_barrier_wait(&barrier);
  __atomic_fetch_add(&others, 1, __ATOMIC_SEQ_CST);
  return unused;
}
int main(void) {
  pthread_t a, b, c, d;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&a, 0, slow, 0);
  pthread_create(&b, 0, quick, 0);
  pthread_create(&c, 0, quick, 0);
  pthread_create(&d, 0, quick, 0);
  pthread_join(a, 0);
  return 0;
}
