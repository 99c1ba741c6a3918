// Every thread is given the address of the same loop variable.
//   selvage check examples/c-bugs/loop_variable.c  violated
//   selvage check -DFIXED examples/c-bugs/loop_variable.c  holds
#include <assert.h>
#include <pthread.h>

int visits[2];

void *visit(void *given) {
  int room = *(int *)given;
  visits[room % 2]++;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2];
  int i;
  for (i = 0; i < 2; i++) {
#ifdef FIXED
    numbers[i] = i;
    pthread_create(&threads[i], NULL, visit, &numbers[i]);
#else
    pthread_create(&threads[i], NULL, visit, &i);
#endif
  }
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(visits[0] == 1 && visits[1] == 1);
  return 0;
}
