// expect: violated
// Three bytes of four are copied; the last one stays.
#include <assert.h>
#include <string.h>
int main(void) {
  unsigned from = 0x11223344, to = 0xaabbccdd;
  memcpy(&to, &from, 3);
  assert(to != 0xaa223344);
  return 0;
}
