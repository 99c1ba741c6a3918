#include <pthread.h>
void *(*f)(void *);
pthread_t t;
int main(void) {
  pthread_create(&t, 0, f, 0);
  return 0;
}
