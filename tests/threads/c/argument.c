// expect: violated
// Threads of one kind are given different arguments; one of them is the bad one.
#include <assert.h>
#include <pthread.h>
int flag;
static void *worker(void *which) {
  if (which) flag = 1;
  else assert(!flag);
  return 0;
}
int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&t, 0, worker, &flag);
  }
}
