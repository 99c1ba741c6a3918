// expect: holds
// Parts of a scalar: the lowest byte first.
#include <assert.h>
union word {
  int i;
  unsigned char c[4];
  short s;
};
int main(void) {
  union word w;
  w.i = 0x01020304;
  assert(w.c[0] == 4 && w.c[3] == 1);
  w.c[1] = 0x7f;
  assert(w.i == 0x01027f04);
  w.s = -1;
  assert(w.i == 0x0102ffff);
  w.i = -2;
  assert(w.s == -2);
  return 0;
}
