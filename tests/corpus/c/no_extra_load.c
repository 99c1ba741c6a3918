// expect: holds
// options: --races
// `g && h` reads h only where g holds: nobody writes it then, so there is no race.
#include <pthread.h>
#include <stdatomic.h>
atomic_int g;
int h;
void *writer(void *unused) {
  h = 1;
  g = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int both = g && h;
  (void)both;
  return 0;
}
