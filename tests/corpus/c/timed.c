// expect: holds
// options: --deadlock on
// Who waits no longer than for some time gives up only while another thread has the lock.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int inside, late;
static void *run(void *unused) {
  struct timespec until = {1, 0};
  int e = pthread_mutex_timedlock(&lock, &until);
  if (e) {
    assert(e == ETIMEDOUT);
    late++;
    return unused;
  }
  assert(!inside++);
  inside--;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_mutex_lock(&lock);
  assert(!inside++);
  inside--;
  pthread_mutex_unlock(&lock);
  pthread_join(t, 0);
  assert(late < 2);
}
