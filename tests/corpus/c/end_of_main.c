// expect: violated
// pthread_exit ends main, and its variables with it; other threads go on.
#include <assert.h>
#include <pthread.h>
void *work(void *given) {
  assert(*(int *)given == 1);
  return 0;
}
int main(void) {
  int n = 1;
  pthread_t thread;
  pthread_create(&thread, 0, work, &n);
  pthread_exit(0);
}
