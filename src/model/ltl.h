// ltl.h -- linear temporal logic, and its automata.
//
// Formulas are hash-consed and in negation normal form from the start: a leaf
// is any Boolean term over the state that is read (a condition without
// temporal operators is one leaf), and negation is pushed down to the leaves.
// Readers are the states of a run (model/automaton.h): `next` is the next one
// that is read.

#ifndef SV_LTL_H
#define SV_LTL_H

#include "model/automaton.h"

typedef struct {
  uint32_t x;
} sv_formula;

typedef enum {
  SV_LTL_LEAF,
  SV_LTL_AND,
  SV_LTL_OR,
  SV_LTL_NEXT,
  SV_LTL_UNTIL,    // a U b: b at last, a until then
  SV_LTL_RELEASE,  // a R b: b up to and with the first a, or for ever
} sv_ltl_op;

typedef struct {
  sv_ltl_op op;
  sv_term leaf;
  sv_formula a, b;
} sv_ltl_node;

typedef struct sv_ltl sv_ltl;
sv_ltl *sv_ltl_new(sv_terms *);
void sv_ltl_free(sv_ltl *);
sv_ltl_node sv_ltl_get(const sv_ltl *, sv_formula);
// Is there a `next` among all formulas that were made? Without it none can tell how often a state
// is repeated in a row.
bool sv_ltl_has_next(const sv_ltl *);

sv_formula sv_ltl_leaf(sv_ltl *, sv_term);
sv_formula sv_ltl_not(sv_ltl *, sv_formula);
sv_formula sv_ltl_and(sv_ltl *, sv_formula, sv_formula);
sv_formula sv_ltl_or(sv_ltl *, sv_formula, sv_formula);
sv_formula sv_ltl_next(sv_ltl *, sv_formula);
sv_formula sv_ltl_until(sv_ltl *, sv_formula a, sv_formula b);
sv_formula sv_ltl_release(sv_ltl *, sv_formula a, sv_formula b);
sv_formula sv_ltl_eventually(sv_ltl *, sv_formula);
sv_formula sv_ltl_always(sv_ltl *, sv_formula);
sv_formula sv_ltl_weak_until(sv_ltl *, sv_formula a, sv_formula b);

// The automaton that accepts the words of which the formula is true, reduced; NULL if it
// would be too large.
sv_automaton *sv_ltl_automaton(sv_ltl *, sv_formula, sv_arena *);

#endif
