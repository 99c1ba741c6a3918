// expect: violated
// Functions with the attribute `constructor` run before main, in the order of their numbers.
#include <assert.h>
int x;
__attribute__((constructor(200))) static void later(void) { x = 2 * x; }
__attribute__((constructor(101))) static void sooner(void) { x = x + 1; }
int main(void) {
  assert(x != 2);
  return 0;
}
