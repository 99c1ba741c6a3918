// expect: violated
// Whoever comes later takes it away from who has it, and he does not notice by himself.
#include <assert.h>
#include <pthread.h>
pthread_t owner;
void *worker(void *none) {
  owner = pthread_self();
  assert(pthread_equal(owner, pthread_self()));
  return none;
}
int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
