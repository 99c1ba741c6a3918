// expect: violated
// A thread is given the address of a local variable whose function may have returned.
#include <assert.h>
#include <pthread.h>
void *work(void *given) {
  int n = *(int *)given;
  assert(n == 1);
  return 0;
}
void begin(pthread_t *thread) {
  int n = 1;
  pthread_create(thread, 0, work, &n);
}
int main(void) {
  pthread_t thread;
  begin(&thread);
  pthread_join(thread, 0);
  return 0;
}
