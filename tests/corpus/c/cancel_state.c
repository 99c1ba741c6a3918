// expect: holds
// The old state is told, and a thread that has cancellation off goes on.
#include <assert.h>
#include <pthread.h>
int done;
void *work(void *unused) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  assert(old == PTHREAD_CANCEL_ENABLE);
  pthread_testcancel();
  done = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_cancel(thread);
  pthread_join(thread, 0);
  assert(done == 1);
  return 0;
}
