// cube.c -- sets of states as conjunctions of literals.

#include <stdlib.h>

#include "engine/ic3/inside.h"

void sv_cube_copy(sv_cube *to, const sv_cube *from) {
  sv_fill(*to, from->n);
  if (from->n) memcpy(to->at, from->at, from->n * sizeof *to->at);
}

static int by_bit(const void *a, const void *b) {
  uint32_t x = sv_cube_bit(*(const int32_t *)a), y = sv_cube_bit(*(const int32_t *)b);
  return (x > y) - (x < y);
}

void sv_cube_sort(sv_cube *c) {
  if (c->n) qsort(c->at, c->n, sizeof *c->at, by_bit);
  assert(sv_cube_is_sorted(c));
}

bool sv_cube_has(const sv_cube *c, int32_t literal) {
  uint32_t low = 0, high = c->n, bit = sv_cube_bit(literal);
  assert(sv_cube_is_sorted(c));
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (sv_cube_bit(c->at[middle]) < bit) low = middle + 1;
    else high = middle;
  }
  return low < c->n && c->at[low] == literal;
}

uint64_t sv_cube_mask(const sv_cube *c) {
  uint64_t mask = 0;
  for (uint32_t i = 0; i < c->n; i++)
    mask |= UINT64_C(1) << (sv_mix64((uint64_t)(int64_t)c->at[i]) & 63);
  return mask;
}

bool sv_cube_within(const sv_cube *c, const sv_cube *larger) {
  uint32_t k = 0;
  assert(sv_cube_is_sorted(c) && sv_cube_is_sorted(larger));
  if (c->n > larger->n) return false;
  for (uint32_t i = 0; i < c->n; i++, k++) {
    while (k < larger->n && sv_cube_bit(larger->at[k]) < sv_cube_bit(c->at[i])) k++;
    if (k == larger->n || larger->at[k] != c->at[i]) return false;
  }
  return true;
}
