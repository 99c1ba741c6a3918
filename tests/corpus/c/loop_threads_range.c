// expect: holds
#include <assert.h>
#include <pthread.h>

int total;
pthread_t id[2];

void *add(void *unused) {
  int seen = total;
  total = seen + 1;
  return 0;
}

int main(void) {
  for (int i = 0; i < 2; i++) pthread_create(&id[i], 0, add, 0);
  for (int i = 0; i < 2; i++) pthread_join(id[i], 0);
  assert(total >= 1 && total <= 2);
  return 0;
}
