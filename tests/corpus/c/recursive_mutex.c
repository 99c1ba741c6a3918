// expect: holds
// options: --deadlock on
// A recursive mutex, one that checks for errors, and trylock on both.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t strict = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
int inside;
void *work(void *unused) {
  pthread_mutex_lock(&again);
  pthread_mutex_lock(&again);
  assert(inside++ == 0);
  pthread_mutex_unlock(&again);
  inside--;
  pthread_mutex_unlock(&again);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  assert(pthread_mutex_lock(&strict) == 0);
  assert(pthread_mutex_lock(&strict) == EDEADLK);
  assert(pthread_mutex_trylock(&strict) == EBUSY);
  assert(pthread_mutex_unlock(&strict) == 0);
  assert(pthread_mutex_unlock(&strict) == EPERM);
  return 0;
}
