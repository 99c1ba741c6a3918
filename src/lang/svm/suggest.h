// suggest.h -- the nearest spelling, for "did you mean".
//
// Candidates are tried one after the other; the nearest one that is near
// enough to be a slip of the pen is in `best`.

#ifndef SVM_SUGGEST_H
#define SVM_SUGGEST_H

#include "base/base.h"

typedef struct {
  const char *wanted, *best;  // best: NULL if nothing was near
  uint32_t least;             // a better one has fewer mistakes than this
} svm_suggestion;

svm_suggestion svm_suggest(const char *wanted);
void svm_suggest_try(svm_suggestion *, const char *candidate);

#endif
