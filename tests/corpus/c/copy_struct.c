// expect: violated
// A copy of a structure is a load and a store for each member.
#include <assert.h>
#include <pthread.h>
struct pair {
  int x, y;
} shared, copy;
void *writer(void *unused) {
  struct pair next = {1, 1};
  shared = next;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  copy = shared;
  assert(copy.x == copy.y);
  return 0;
}
