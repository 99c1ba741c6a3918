// temporal.h -- the temporal operators that several languages share.
//
// Formulas about runs are written like other expressions of a language, with
// five words, or signs, more: always [], eventually <>, next X in front of an
// operand; until U, weakuntil W, release R (or V) between two. The words are
// not reserved: they are operators only where an operand follows, so that
// variables may have these names. Prefix operators bind tighter than `and` and
// looser than comparisons; `until` and its like stand between these two.

#ifndef SV_LANG_TEMPORAL_H
#define SV_LANG_TEMPORAL_H

#include "lang/cursor.h"
#include "model/ltl.h"
#include "model/model.h"

typedef enum {
  SV_TEMPORAL_NONE,
  SV_ALWAYS,
  SV_EVENTUALLY,
  SV_NEXT,
  SV_UNTIL,
  SV_WEAK_UNTIL,
  SV_RELEASE,
} sv_temporal;

static inline bool sv_temporal_is_binary(sv_temporal op) { return op >= SV_UNTIL; }
// By a word, letter or sign.
sv_temporal sv_temporal_by_word(const char *word, size_t n);
// Takes the operator that stands here in front of, or between, operands; none if there is none.
sv_temporal sv_temporal_take_prefix(sv_cursor *);
sv_temporal sv_temporal_take_infix(sv_cursor *);
// G and F in front of an operand, as other tools write always and eventually: for languages in
// which `G (x)` cannot be a call.
sv_temporal sv_temporal_take_letter(sv_cursor *);

// The formula; b only for binary ones.
sv_formula sv_temporal_apply(sv_ltl *, sv_temporal, sv_formula a, sv_formula b);

// Makes the property say that the formula is true of every run: an invariant where it is
// `always b`, else a recurrence; a run that ends repeats its last state. Undecided if its
// automaton would be too large.
void sv_temporal_define(sv_model *, uint32_t property, sv_ltl *, sv_formula);
uint32_t sv_temporal_property(sv_model *, sv_name, sv_ltl *, sv_formula, const char *text, sv_span);

#endif
