// suggest.h -- "did you mean": the nearest of several spellings.
//
// Feed candidates one by one; the best is the one with the smallest edit
// distance (insert, delete, replace, swap of neighbours), the first of equals.
// Only spellings near enough to be a slip count.

#ifndef SV_SUGGEST_H
#define SV_SUGGEST_H

#include "base/base.h"

typedef struct {
  const char *wanted;
  const char *best;   // NULL while nothing was near enough
  uint32_t distance;  // of best; else one more than allowed
} sv_suggestion;

sv_suggestion sv_suggest(const char *wanted);
void sv_suggest_try(sv_suggestion *, const char *candidate);
// Upper and lower case count as equal; UINT32_MAX when one is longer than 63.
uint32_t sv_edit_distance(const char *, const char *);

#endif
