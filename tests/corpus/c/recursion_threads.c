// expect: violated
// Two threads in a recursive function: what one has read is old when it writes.
#include <assert.h>
#include <pthread.h>
static int sum;
static void add(int n) {
  if (!n) return;
  add(n - 1);
  sum += n;
}
static void *run(void *unused) {
  add(2);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum >= 4);
}
