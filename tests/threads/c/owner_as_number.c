// expect: violated
// The number of a thread is looked at as a number, which some thread has.
#include <assert.h>
#include <pthread.h>
pthread_t owner;
void *worker(void *none) {
  owner = pthread_self();
  return none;
}
int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    assert(owner != 6);
  }
}
