// expect: holds
// pthread_once runs once; handlers run where a thread ends, the last one first.
#include <assert.h>
#include <pthread.h>
pthread_once_t once = PTHREAD_ONCE_INIT;
int made, order;
void make(void) { made++; }
void handle(void *given) { order = order * 10 + *(int *)given; }
static int one = 1, two = 2;
void *work(void *unused) {
  pthread_once(&once, make);
  assert(made == 1);
  return 0;
}
void *ends(void *unused) {
  pthread_cleanup_push(handle, &one);
  pthread_cleanup_push(handle, &two);
  pthread_exit(0);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return 0;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_create(&c, 0, ends, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  assert(made == 1 && order == 21);
  return 0;
}
