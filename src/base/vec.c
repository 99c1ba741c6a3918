// vec.c -- how vectors grow: by half of their capacity, so that a vector of n
// elements never holds much more than 1.5 n, and pushing stays cheap.

#include "base/vec.h"

void *sv_vec_grow(void *at, uint32_t n, uint32_t *cap, uint32_t more, size_t size) {
  assert(n <= *cap);
  uint64_t need = (uint64_t)n + more, least = size == 1 ? 32 : 4;
  uint64_t want = (uint64_t)*cap + *cap / 2;
  if (need > UINT32_MAX) sv_out_of_memory(need > SIZE_MAX / size ? SIZE_MAX : need * size);
  if (want > UINT32_MAX) want = UINT32_MAX;
  if (want < need) want = need;
  if (want < least) want = least;
  *cap = (uint32_t)want;
  return sv_resize(at, want * size);
}
