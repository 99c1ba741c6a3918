// ltl_inside.h -- what a table of formulas is made of; only for ltl*.c.

#ifndef SV_LTL_INSIDE_H
#define SV_LTL_INSIDE_H

#include "base/map.h"
#include "base/vec.h"
#include "model/ltl.h"

struct sv_ltl {
  sv_terms *terms;
  SV_VEC(sv_ltl_node) nodes;  // [0] unused
  sv_map known;               // hash -> first node with it; others by linear search behind it
  sv_map negated;             // formula -> its negation
};

static inline bool sv_formula_same(sv_formula a, sv_formula b) { return a.x == b.x; }
bool sv_ltl_is(const sv_ltl *, sv_formula, sv_term leaf);  // is it this leaf?

#endif
