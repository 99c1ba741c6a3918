// expect: holds
// A product of wide numbers is any value, so its factors are left out; the lock holds all the same.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned width, height, area, inside;
static void *worker(void *none) {
  pthread_mutex_lock(&m);
  width += 3;
  height += 5;
  area = width * height;
  if (area == 77) area = 0;
  assert(!inside);
  inside = 1;
  inside = area == 78 ? 0 : inside - 1;
  pthread_mutex_unlock(&m);
  return none;
}
int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
