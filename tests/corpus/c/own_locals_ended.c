// expect: violated
// The variable of a thread that has ended is read by the next one.
#include <pthread.h>
static int *kept, got;
static void *run(void *v) {
  int own = (int)(long)v;
  if (kept) got = *kept;
  kept = &own;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_join(a, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(b, 0);
}
