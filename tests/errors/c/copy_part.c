// Half of an integer is copied.
#include <string.h>
int main(void) {
  int x = 0x11111111, y = 0x22222222;
  memcpy(&x, &y, 2);
  return x;
}
