// The error path forgets what was allocated before.
//   selvage check --leaks examples/c-bugs/leak.c  violated
//   selvage check --leaks -DFIXED examples/c-bugs/leak.c  holds
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

void *answer(void *given) {
  int *request = given;
  int *reply = malloc(sizeof *reply);
  if (*request < 0) {
#ifdef FIXED
    free(reply);
#endif
    return NULL;
  }
  *reply = *request;
  free(reply);
  return NULL;
}

int main(void) {
  pthread_t server;
  int request = __VERIFIER_nondet_int() > 0 ? 1 : -1;
  pthread_create(&server, NULL, answer, &request);
  pthread_join(server, NULL);
  return 0;
}
