// expect: holds
// A variable of a block in a loop, and of a function that is called again, lives again.
#include <assert.h>
#include <pthread.h>
int *shared;
void *work(void *given) {
  *(int *)given += 1;
  return 0;
}
int run(int first) {
  int n = first;
  pthread_t thread;
  shared = &n;
  pthread_create(&thread, 0, work, shared);
  pthread_join(thread, 0);
  return n;
}
int main(void) {
  for (int i = 0; i < 2; i++) {
    int x = i, *p = &x;
    assert(run(x) == i + 1);
    assert(*p == i);
  }
  return 0;
}
