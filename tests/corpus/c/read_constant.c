// expect: holds
// Constants are read, copied and compared; what is written is a copy.
#include <assert.h>
#include <string.h>
const int fixed[2] = {3, 4};
int copy[2];
int main(void) {
  char text[] = "abc";
  const int *at = fixed;
  memcpy(copy, fixed, sizeof copy);
  copy[0] += at[1];
  text[0] = 'x';
  assert(copy[0] == 7 && fixed[0] == 3 && text[0] == 'x' && text[1] == 'b');
  return 0;
}
