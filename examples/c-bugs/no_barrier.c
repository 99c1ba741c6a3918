// A thread reads what the others have yet to compute: a phase without a barrier.
//   selvage check examples/c-bugs/no_barrier.c  violated
//   selvage check -DFIXED examples/c-bugs/no_barrier.c  holds
#include <assert.h>
#include <pthread.h>

int part[2];
pthread_barrier_t all_written;

void *work(void *given) {
  int me = given != NULL;
  part[me] = 1;
#ifdef FIXED
  pthread_barrier_wait(&all_written);
#endif
  assert(part[1 - me] == 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&all_written, NULL, 2);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, &part);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
