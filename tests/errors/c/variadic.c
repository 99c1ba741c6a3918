#include <stdarg.h>
int sum(int n, ...) {
  va_list more;
  va_start(more, n);
  int first = va_arg(more, int);
  va_end(more);
  return first;
}
int main(void) { return sum(1, 2); }
