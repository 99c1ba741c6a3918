// expect: violated
// A variable of a block is read through its address behind the block.
#include <assert.h>
int main(void) {
  int *p;
  {
    int x = 3;
    p = &x;
  }
  assert(*p == 3);
  return 0;
}
