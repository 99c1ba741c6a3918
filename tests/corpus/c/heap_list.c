// expect: holds
// options: --leaks
// A list that is built, read by a thread, and freed.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct node {
  int value;
  struct node *next;
};
void *sum(void *given) {
  int all = 0;
  for (struct node *n = given; n; n = n->next) all += n->value;
  return (void *)(long)all;
}
int main(void) {
  struct node *list = NULL;
  pthread_t t;
  void *all;
  for (int i = 1; i <= 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i;
    n->next = list;
    list = n;
  }
  pthread_create(&t, NULL, sum, list);
  pthread_join(t, &all);
  assert((long)all == 6);
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
