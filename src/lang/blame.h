// blame.h -- notes on what can go wrong in a step, while it is being lowered.
//
// A language whose expressions can fail (an index out of range, a division by zero)
// collects a note at each such place, under the kind of error that it is there. The
// action that fails for a kind gets the notes of that kind as its sv_blames, from which
// reports say which expression had which value. Notes live in an arena and have no meaning.

#ifndef SV_BLAME_H
#define SV_BLAME_H

#include "model/model.h"

typedef struct sv_blame_note {
  uint32_t kind;  // the language's own
  sv_blame blame;
  const struct sv_blame_note *next;
} sv_blame_note;

// Puts a note before the others.
void sv_blame_add(sv_arena *, const sv_blame_note **notes, uint32_t kind, sv_blame);
// The notes of `more`, then those that are there.
void sv_blame_join(sv_arena *, const sv_blame_note **notes, const sv_blame_note *more);
// The notes of this kind become the blames of the action.
void sv_blame_give(sv_arena *, const sv_blame_note *notes, uint32_t kind, sv_action *);

#endif
