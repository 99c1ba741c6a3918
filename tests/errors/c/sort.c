#include <stdlib.h>
int row[3] = {3, 1, 2};
static int less(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  qsort(row, 3, sizeof *row, less);
  return row[0];
}
