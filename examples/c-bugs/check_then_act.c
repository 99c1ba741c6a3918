// The balance is checked under the lock, but not any more when it is used.
//   selvage check examples/c-bugs/check_then_act.c  violated
//   selvage check -DFIXED examples/c-bugs/check_then_act.c  holds
#include <assert.h>
#include <pthread.h>

int balance = 100;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int get(void) {
  pthread_mutex_lock(&lock);
  int now = balance;
  pthread_mutex_unlock(&lock);
  return now;
}

void take(int amount) {
  pthread_mutex_lock(&lock);
  balance -= amount;
  assert(balance >= 0);
  pthread_mutex_unlock(&lock);
}

void *withdraw(void *unused) {
#ifdef FIXED
  pthread_mutex_lock(&lock);
  if (balance >= 80) balance -= 80;
  assert(balance >= 0);
  pthread_mutex_unlock(&lock);
#else
  if (get() >= 80) take(80);
#endif
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, withdraw, NULL);
  pthread_create(&b, NULL, withdraw, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
