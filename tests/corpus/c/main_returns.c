// expect: violated
// The thread may run before main returns, which ends it.
#include <assert.h>
#include <pthread.h>

void *fails(void *unused) {
  assert(0);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, fails, 0);
  return 0;
}
