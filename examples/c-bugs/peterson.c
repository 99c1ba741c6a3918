// Mutual exclusion by Peterson, with two lines in the wrong order.
//   selvage check examples/c-bugs/peterson.c  violated
//   selvage check -DFIXED examples/c-bugs/peterson.c  holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2], turn, inside;

void enter(int me) {
#ifdef FIXED
  wants[me] = 1;
  turn = 1 - me;
#else
  turn = 1 - me;
  wants[me] = 1;
#endif
  while (wants[1 - me] && turn == 1 - me) continue;
}

void visit(int me) {
  enter(me);
  assert(inside++ == 0);
  inside--;
  wants[me] = 0;
}

void *first(void *unused) {
  visit(0);
  return NULL;
}

void *second(void *unused) {
  visit(1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
