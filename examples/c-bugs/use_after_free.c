// The main thread frees the message while the other one still reads it.
//   selvage check examples/c-bugs/use_after_free.c  violated
//   selvage check -DFIXED examples/c-bugs/use_after_free.c  holds
#include <pthread.h>
#include <stdlib.h>

struct message {
  int number;
};
int seen;

void *show(void *given) {
  struct message *m = given;
  seen = m->number;
  return NULL;
}

int main(void) {
  pthread_t reader;
  struct message *m = malloc(sizeof *m);
  m->number = 7;
  pthread_create(&reader, NULL, show, m);
#ifdef FIXED
  pthread_join(reader, NULL);
  free(m);
#else
  free(m);
  pthread_join(reader, NULL);
#endif
  return 0;
}
