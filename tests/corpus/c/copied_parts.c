// expect: holds
// Copies and fillings of parts of a scalar, at the end of what is copied: byte by byte, the lowest first.
#include <assert.h>
#include <string.h>
struct p {
  char c;
  int i;
  short s[3];
};
int g;
unsigned h[3];
int main(void) {
  struct p a = {1, 0x01020304, {5, 6, 7}}, b = {0};
  memcpy(&b, &a, 6);
  assert(b.c == 1 && b.i == 0x0304 && b.s[0] == 0);
  memcpy(&b, &a, 11);
  assert(b.s[0] == 5 && (b.s[1] & 255) == 6);
  memset(&g, 0xff, 3);
  assert(g == 0xffffff);
  memset(h, 1, 5);
  assert(h[0] == 0x01010101 && h[1] == 1 && h[2] == 0);
  h[2] = 0xaabbccdd;
  memmove((char *)h + 1, h, 3);
  assert(h[0] == 0x01010101);
  memmove((char *)h + 8, (char *)h + 9, 3);
  assert(h[2] == 0xaaaabbcc);
  unsigned char bytes[4] = {1, 2, 3, 4};
  memcpy(&g, bytes, 3);
  assert(g == 0x030201);
  memcpy(bytes, &g, 2);
  assert(bytes[0] == 1 && bytes[1] == 2 && bytes[3] == 4);
  return 0;
}
