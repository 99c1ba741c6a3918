// suggest.c -- edit distance (optimal string alignment) on short names.
//
// Three rows of the usual table are enough. Case is ignored, so `GOTO` is at
// distance 0 of `goto`; long names are never slips of each other and cost
// nothing.

#include "base/suggest.h"

enum { LONGEST = 63 };

static uint32_t allowed(const char *wanted) {
  size_t n = strlen(wanted);
  return n <= 2 ? 1 : n <= 5 ? 1 + (n > 3) : 3;
}

sv_suggestion sv_suggest(const char *wanted) {
  return (sv_suggestion){wanted, NULL, allowed(wanted) + 1};
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

// One cell: row holds the rows i-2, i-1 and i of the table.
static uint32_t cell(const char *a, const char *b, size_t i, size_t j,
                     uint32_t row[3][LONGEST + 1]) {
  uint32_t *before = row[(i + 1) % 3], *last = row[(i + 2) % 3], *now = row[i % 3];
  uint32_t same = lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1;
  uint32_t d = least(least(last[j], now[j - 1]) + 1, last[j - 1] + same);
  bool swapped =
      i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
  return swapped ? least(d, before[j - 2] + 1) : d;
}

uint32_t sv_edit_distance(const char *a, const char *b) {
  size_t n = strlen(a), m = strlen(b);
  if (n > LONGEST || m > LONGEST) return UINT32_MAX;
  uint32_t row[3][LONGEST + 1] = {{0}};
  for (size_t j = 0; j <= m; j++) row[0][j] = (uint32_t)j;
  for (size_t i = 1; i <= n; i++) {
    row[i % 3][0] = (uint32_t)i;
    for (size_t j = 1; j <= m; j++) row[i % 3][j] = cell(a, b, i, j, row);
  }
  return row[n % 3][m];
}

void sv_suggest_try(sv_suggestion *s, const char *candidate) {
  size_t n = strlen(s->wanted), m = strlen(candidate);
  if (!m || (n > m ? n - m : m - n) >= s->distance) return;
  uint32_t d = sv_edit_distance(s->wanted, candidate);
  if (d >= s->distance || d >= m) return;  // not a single letter in common: no slip
  s->best = candidate;
  s->distance = d;
}
