// expect: holds
#include <assert.h>
#include <pthread.h>

int wants[2], turn, inside;

void enter(int me) {
  wants[me] = 1;
  turn = 1 - me;
  while (wants[1 - me] && turn == 1 - me) continue;
  inside++;
  assert(inside == 1);
  inside--;
  wants[me] = 0;
}

void *first(void *unused) { return enter(0), (void *)0; }
void *second(void *unused) { return enter(1), (void *)0; }

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  return pthread_join(a, 0), pthread_join(b, 0), 0;
}
