// expect: unknown
// A barrier that goes round again before a thread of the round before last has gone on.
#include <assert.h>
#include <pthread.h>
pthread_barrier_t barrier;
int rounds;
void *slow(void *unused) {
  pthread_barrier_wait(&barrier);
  assert(rounds != 2 || !unused);
  return unused;
}
void *quick(void *unused) {
  for (int i = 0; i < 2; i++) pthread_barrier_wait(&barrier);
  return unused;
}
int main(void) {
  pthread_t a, b, c;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&a, 0, slow, 0);
  pthread_create(&b, 0, quick, 0);
  pthread_create(&c, 0, quick, 0);
  pthread_barrier_wait(&barrier);
  return 0;
}
