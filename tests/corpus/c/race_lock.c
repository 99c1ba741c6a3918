// expect: violated
// options: --races
// One of the accesses is not under the lock.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int a[3];
void *writer(void *given) {
  int *p = given;
  pthread_mutex_lock(&m);
  p[1] = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, a);
  int seen = a[1];
  (void)seen;
  pthread_join(t, 0);
  return 0;
}
