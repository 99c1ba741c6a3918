// expect: holds
// Of two integers of a structure one is copied.
#include <assert.h>
#include <string.h>
struct pair {
  int x, y;
} from = {1, 2}, to = {3, 4};
int main(void) {
  memcpy(&to, &from, sizeof to.x);
  assert(to.x == 1 && to.y == 4);
  return 0;
}
