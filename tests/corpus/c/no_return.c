// expect: violated
// A function that ends without `return`: what it yields is any value.
#include <assert.h>
static _Bool found(int k) {
  for (int i = 0; i < 2; i++) {
    int twice = 2 * i;
    if (twice == k) return 1;
  }
}
int main(void) {
  assert(found(2) == 1);
  assert(found(3) == 0);
}
