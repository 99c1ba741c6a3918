// Two transfers lock the same two accounts in opposite orders.
//   selvage check --deadlock on examples/c-bugs/lock_order.c  violated
//   selvage check --deadlock on -DFIXED examples/c-bugs/lock_order.c  holds
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int money;
};
struct account first = {PTHREAD_MUTEX_INITIALIZER, 10}, second = {PTHREAD_MUTEX_INITIALIZER, 10};

void *there(void *unused) {
  pthread_mutex_lock(&first.lock);
  pthread_mutex_lock(&second.lock);
  first.money--, second.money++;
  pthread_mutex_unlock(&second.lock);
  pthread_mutex_unlock(&first.lock);
  return NULL;
}

void *back(void *unused) {
#ifdef FIXED
  pthread_mutex_lock(&first.lock);
  pthread_mutex_lock(&second.lock);
#else
  pthread_mutex_lock(&second.lock);
  pthread_mutex_lock(&first.lock);
#endif
  second.money--, first.money++;
  pthread_mutex_unlock(&first.lock);
  pthread_mutex_unlock(&second.lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, there, NULL);
  pthread_create(&b, NULL, back, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
