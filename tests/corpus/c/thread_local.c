// expect: holds
// Every thread has its own; keys are the same thing with calls.
#include <assert.h>
#include <pthread.h>
_Thread_local int mine = 1, row[2];
int shared, zero;
pthread_key_t key;
int destroyed;
void gone(void *value) { destroyed = *(int *)value; }
static int given = 7;
void *work(void *unused) {
  mine += 1;
  assert(mine == 2);
  int *p = &row[zero];
  shared = 1;
  *p += 1;
  assert(row[0] == 1);
  assert(pthread_getspecific(key) == 0);
  pthread_setspecific(key, &given);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_key_create(&key, gone);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(mine == 1 && destroyed == 7);
  return 0;
}
