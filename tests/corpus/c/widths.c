// expect: holds
#include <assert.h>

unsigned char c = 250;
short s = -3;
unsigned u = 7;

int main(void) {
  c += 10;
  assert(c == 4);
  assert(s / 2 == -1 && s % 2 == -1);
  assert((unsigned short)s == 65533);
  assert((int)(u - 8) == -1 && u - 8 > 7);
  assert(s >> 1 == -2 && (u << 3) == 56);
  _Bool b = u;
  assert(b == 1 && !b == 0);
  switch (u) {
  case 3: assert(0);
  case 7: u = 1; break;
  default: assert(0);
  }
  assert(u == 1);
  return 0;
}
