// expect: holds
// A row that grows keeps what was written, wherever it is moved to; the old one is gone.
#include <assert.h>
#include <stdlib.h>
struct pair {
  int key;
  char mark;
};
_Bool __VERIFIER_nondet_bool(void);
static struct pair *grow(struct pair *p, size_t n) { return realloc(p, n * sizeof *p); }
int main(void) {
  size_t room = __VERIFIER_nondet_bool() ? 2 : 1;
  struct pair *p = grow(0, room);
  p[0] = (struct pair){7, 'a'};
  if (room == 2) p[1] = (struct pair){8, 'b'};
  struct pair *q = grow(p, 3);
  assert(q[0].key == 7 && q[0].mark == 'a');
  if (room == 1) q[1].mark = 'c';
  assert(q[1].mark == (room == 2 ? 'b' : 'c'));
  q = grow(q, 1);
  assert(q[0].key == 7);
  free(q);
  int *whole = malloc(4);
  *whole = 5;
  whole = realloc(whole, 8);
  whole[1] = 6;
  assert(whole[0] == 5);
  free(whole);
}
