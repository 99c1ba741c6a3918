#include <pthread.h>
void *run(double x) { return x > 1 ? 0 : (void *)1; }
int main(void) {
  pthread_t t;
  return pthread_create(&t, 0, (void *(*)(void *))run, 0);
}
