// expect: holds
// memmove reads everything before it writes.
#include <assert.h>
#include <string.h>
int up[4] = {1, 2, 3, 4}, down[4] = {1, 2, 3, 4};
int main(void) {
  memmove(up + 1, up, 3 * sizeof *up);
  memmove(down, down + 1, 3 * sizeof *down);
  assert(up[0] == 1 && up[1] == 1 && up[2] == 2 && up[3] == 3);
  assert(down[0] == 2 && down[1] == 3 && down[2] == 4 && down[3] == 4);
}
