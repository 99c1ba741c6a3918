// expect: holds
// Arrays in structures in arrays: rows with gaps between them.
#include <assert.h>
struct part {
  int a;
  short d[3];
  struct {
    char c[2];
    int e;
  } in;
} all[4] = {{1, {2, 3, 4}, {{5, 6}, 7}}, {11, {12, 13, 14}, {{15, 16}, 17}}}, one;
_Bool __VERIFIER_nondet_bool(void);
static void look(int i, int j) {
  all[i].d[j] = (short)(i * 10 + j);
  assert(all[i].d[j] == i * 10 + j && all[i].a == (i == 0 ? 1 : i == 1 ? 11 : 0));
  short *row = &all[i].d[0];
  assert(row[j] == i * 10 + j);
  struct part copy = all[i];
  assert(copy.d[j] == i * 10 + j);
  struct part *it = &all[i];
  it->in.c[j / 2] = 9;
  all[3] = copy;
  one = all[3];
  assert(one.d[j] == copy.d[j]);
}
int main(void) {
  assert(all[1].d[2] == 14 && all[0].d[1] == 3 && all[1].in.c[1] == 16 && all[1].in.e == 17);
  int i = __VERIFIER_nondet_bool() ? 2 : 0, j = __VERIFIER_nondet_bool() ? 2 : 1;
  look(i, j);
  assert(all[1].d[0] == 12 && all[1].d[2] == 14 && all[3].d[0] == (i ? 0 : 2));
  assert(all[i].in.c[j / 2] == 9 && all[1].in.c[j / 2] == 15 + j / 2);
}
