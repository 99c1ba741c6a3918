// expect: violated
// A thread writes the local variable of another one, which keeps its address in a global.
#include <assert.h>
#include <pthread.h>
static int *kept;
static void *run(void *v) {
  int own = (int)(long)v;
  if (kept) *kept = 7;
  kept = &own;
  assert(own != 7);
  kept = 0;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, (void *)1);
  pthread_create(&b, 0, run, (void *)2);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
