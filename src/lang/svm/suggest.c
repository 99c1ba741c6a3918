// suggest.c -- Levenshtein distance by the row.
//
// Short words allow one mistake, longer ones two or three; a candidate with
// nothing in common is no suggestion. Very long words are left alone, so that
// the row has a fixed size.

#include "lang/svm/suggest.h"

enum { LONGEST = 40 };

svm_suggestion svm_suggest(const char *wanted) {
  size_t n = strlen(wanted);
  return (svm_suggestion){.wanted = wanted, .least = n < 3 ? 2 : n < 7 ? 3 : 4};
}

static uint32_t least_of(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t least = a < b ? a : b;
  return least < c ? least : c;
}

static uint32_t distance(const char *a, size_t n, const char *b, size_t m) {
  uint32_t row[LONGEST + 1];
  for (size_t j = 0; j <= m; j++) row[j] = (uint32_t)j;
  for (size_t i = 1; i <= n; i++) {
    uint32_t diagonal = row[0];
    row[0] = (uint32_t)i;
    for (size_t j = 1; j <= m; j++) {
      uint32_t above = row[j], same = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = least_of(above + 1, row[j - 1] + 1, diagonal + same);
      diagonal = above;
    }
  }
  return row[m];
}

void svm_suggest_try(svm_suggestion *s, const char *candidate) {
  size_t n = strlen(s->wanted), m = strlen(candidate);
  if (!n || !m || n > LONGEST || m > LONGEST) return;
  uint32_t d = distance(s->wanted, n, candidate, m);
  if (d >= s->least || d >= n || d >= m) return;
  s->least = d;
  s->best = candidate;
}
