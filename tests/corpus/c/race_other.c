// expect: holds
// options: --races
// The same array, but other elements; and the end of a thread comes before what follows.
#include <pthread.h>
int a[3];
void *writer(void *given) {
  int *p = given;
  p[1] = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, a);
  int seen = a[0] + a[2];
  pthread_join(t, 0);
  seen += a[1];
  (void)seen;
  return 0;
}
