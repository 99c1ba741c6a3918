// expect: unknown
// options: --threads 3 --objects 2
// More threads than have variables that are told apart: never an answer that everything holds.
#include <pthread.h>
static int *kept;
static void *run(void *v) {
  int own = 1;
  kept = &own;
  return v;
}
int main(void) {
  pthread_t t;
  for (int k = 0; k < 3; k++) pthread_create(&t, 0, run, 0);
  pthread_exit(0);
}
