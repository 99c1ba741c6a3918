// Two clients draw from one account. Each looks first whether there is enough; the lock covers the
// look and the withdrawal only where SAFE is defined.
//   selvage check examples/account.c                violated
//   selvage check --define SAFE examples/account.c  holds
#include <assert.h>
#include <pthread.h>

int balance = 100;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int enough(int amount) {
  pthread_mutex_lock(&lock);
  int answer = balance >= amount;
  pthread_mutex_unlock(&lock);
  return answer;
}

static void withdraw(int amount) {
  pthread_mutex_lock(&lock);
#ifdef SAFE
  if (balance >= amount)
#endif
    balance -= amount;
  pthread_mutex_unlock(&lock);
}

void *client(void *unused) {
  if (enough(60)) withdraw(60);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, client, 0);
  pthread_create(&b, 0, client, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(balance >= 0);
  return 0;
}
