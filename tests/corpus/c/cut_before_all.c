// expect: unknown
// All that could fail lies behind what is not explored.
#include <assert.h>
int main(int argc, char **argv) {
  (void)argc;
  char first = argv[0][0];
  assert(first == 'a');
}
