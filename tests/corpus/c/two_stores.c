// expect: violated
// simplifycfg would make one store of the two.
#include <assert.h>
#include <pthread.h>

int g, x = 1, y = 1;

void *writer(void *unused) {
  if (x) g = 1;
  if (y) g = 2;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  assert(g != 1);
  return 0;
}
