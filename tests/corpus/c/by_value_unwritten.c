// expect: violated
// A part of a structure that was never written has any value, also in its copy; the others keep theirs.
#include <assert.h>
struct pair {
  signed char x, y;
};
int first(struct pair q) { return q.x; }
int second(struct pair q) { return q.y; }
int main(void) {
  struct pair p;
  p.x = 4;
  if (first(p) != 4) return 1 / 0;
  assert(second(p) != 77);
  return 0;
}
