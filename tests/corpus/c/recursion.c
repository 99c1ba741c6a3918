// expect: holds
// Each activation has its own variables; none is deeper than is followed.
#include <assert.h>
static int sum(const int *from, int n) {
  int own = n ? from[0] : 0;
  return n ? own + sum(from + 1, n - 1) : own;
}
static void fill(int *to, int n) {
  if (!n) return;
  *to = n;
  fill(to + 1, n - 1);
}
static int above(const int *up, int n) {
  int mine = *up + 1;
  return n ? above(&mine, n - 1) : *up;
}
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
  int row[3], zero = 0;
  fill(row, 3);
  assert(sum(row, 3) == 6 && above(&zero, 2) == 2);
  int n = __VERIFIER_nondet_bool() ? 1 : 3;
  assert(sum(row, n) >= 3);
}
