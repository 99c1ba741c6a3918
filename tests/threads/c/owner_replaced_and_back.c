// expect: violated
// It is taken away, and a third thread has it: who had it first must not think that it is he.
#include <assert.h>
#include <pthread.h>
pthread_t owner;
int turn;
void *worker(void *none) {
  if (owner == 0) {
    owner = pthread_self();
    turn = 1;
    if (!pthread_equal(owner, pthread_self()) && owner != 0) assert(turn != 2);
  } else {
    owner = 0;
    owner = pthread_self();
    turn = 2;
  }
  return none;
}
int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
