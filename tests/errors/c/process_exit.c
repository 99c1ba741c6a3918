#include <stdlib.h>
static void last(void) {}
int main(void) {
  atexit(last);
  return 0;
}
