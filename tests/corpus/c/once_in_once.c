// expect: holds
// options: --deadlock on
// What pthread_once runs may call it for something else; who comes second waits until it is done.
#include <assert.h>
#include <pthread.h>
pthread_once_t outer = PTHREAD_ONCE_INIT, inner = PTHREAD_ONCE_INIT;
int n;
void one(void) { n++; }
void two(void) {
  pthread_once(&inner, one);
  n++;
}
void *work(void *unused) {
  pthread_once(&outer, two);
  assert(n == 2);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  assert(n == 2);
  return 0;
}
