// expect: violated
// Arithmetic on constant addresses; at last an element behind the end.
#include <assert.h>
int a[4], b[4];
int main(void) {
  int *p = a + 4;
  assert(p - a == 4 && (long)&a[1] - (long)&a[0] == 4);
  while (p != a) *--p = 1;
  assert(a[0] == 1 && a[3] == 1);
  p = a + 5;
  p -= 2;
  *p = 2;
  assert(a[3] == 2);
  p = (int *)((char *)a + 4);
  assert(p == &a[1] && ((unsigned long)p & 3) == 0);
  p = a + 4;
  *p = 1;
}
