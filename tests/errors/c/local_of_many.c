#include <pthread.h>
int *kept;
void *f(void *unused) {
  int x = 0;
  kept = &x;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, f, 0);
  pthread_create(&b, 0, f, 0);
  return 0;
}
