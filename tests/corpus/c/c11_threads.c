// expect: holds
// C11's own threads.
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
mtx_t lock;
cnd_t changed;
int ready;
int work(void *unused) {
  mtx_lock(&lock);
  ready = 1;
  cnd_signal(&changed);
  mtx_unlock(&lock);
  return 3;
}
int main(void) {
  thrd_t t;
  int result;
  mtx_init(&lock, mtx_plain);
  cnd_init(&changed);
  thrd_create(&t, work, 0);
  mtx_lock(&lock);
  while (!ready) cnd_wait(&changed, &lock);
  mtx_unlock(&lock);
  thrd_join(t, &result);
  assert(result == 3);
  return 0;
}
