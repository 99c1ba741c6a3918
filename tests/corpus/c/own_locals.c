// expect: holds
// Each thread has a local variable of its own, whose address others are given.
#include <assert.h>
#include <pthread.h>
static void set(int **to, int v) { **to = v; }
static void *run(void *v) {
  int own = 0, *it = &own;
  set(&it, (int)(long)v);
  assert(own == (long)v);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (long k = 0; k < 2; k++) pthread_create(&t[k], 0, run, (void *)(k + 1));
  for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
}
