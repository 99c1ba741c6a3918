// expect: violated
// One thread reads a text while another one writes it: half of it is old.
#include <assert.h>
#include <pthread.h>
#include <string.h>
char word[4] = "aa";
static void *run(void *unused) {
  strcpy(word, "bb");
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  assert(strcmp(word, "ab"));
  pthread_join(t, 0);
}
