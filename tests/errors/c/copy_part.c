// Half of an address is copied.
#include <string.h>
int main(void) {
  int x = 1, y = 2, *p = &x, *q = &y;
  memcpy(&p, &q, 4);
  return *p;
}
