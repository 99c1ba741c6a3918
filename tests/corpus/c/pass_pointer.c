// expect: violated
// The address of a local variable of main; it changes under the thread.
#include <assert.h>
#include <pthread.h>

void *reader(void *p) {
  assert(*(int *)p == 0);
  return 0;
}

int main(void) {
  pthread_t t;
  int i = 0;
  pthread_create(&t, 0, reader, &i);
  i = 1;
  pthread_join(t, 0);
  return 0;
}
