// expect: holds
// Keys and once in the words of <threads.h>.
#include <assert.h>
#include <threads.h>
tss_t key;
once_flag flag = ONCE_FLAG_INIT;
int made, ended, values[2] = {1, 2};
static void last(void *v) { ended += *(int *)v; }
static void make(void) {
  made++;
  tss_create(&key, last);
}
static int run(void *v) {
  call_once(&flag, make);
  tss_set(key, v);
  return *(int *)tss_get(key);
}
int main(void) {
  thrd_t a;
  int got;
  thrd_create(&a, run, &values[0]);
  call_once(&flag, make);
  thrd_join(a, &got);
  assert(got == 1 && made == 1 && ended == 1);
}
