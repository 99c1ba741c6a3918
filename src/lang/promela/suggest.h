// suggest.h -- "did you mean": the nearest of several spellings.
//
// Feed candidates one by one; the best is the one with the smallest edit
// distance (insert, delete, replace, swap of neighbours), the first of equals.
// Only spellings near enough to be a slip count.

#ifndef PML_SUGGEST_H
#define PML_SUGGEST_H

#include "base/base.h"

typedef struct {
  const char *wanted;
  const char *best;   // NULL while nothing was near enough
  uint32_t distance;  // of best; else one more than allowed
} pml_suggestion;

pml_suggestion pml_suggest(const char *wanted);
void pml_suggest_try(pml_suggestion *, const char *candidate);
// Upper and lower case count as equal; UINT32_MAX when one is longer than 63.
uint32_t pml_edit_distance(const char *, const char *);

#endif
