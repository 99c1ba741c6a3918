// expect: violated
// What a variable of a loop's body had in the last round is gone.
#include <assert.h>
int main(void) {
  for (int i = 0; i < 2; i++) {
    unsigned char x;
    if (i == 0) x = 5;
    else assert(x == 5);
  }
  return 0;
}
