// formula.h -- conditions on a state of the network.
//
// Built from atoms (linear.h) and from "automaton a stands in one of these
// locations". The constructors simplify, so true and false are found where
// they are the only nodes. Formulas share parts (a pattern over many automata
// is small only then): walks go through a part once, not once for each way to
// it, and keep what they have found in the node (`term`, `mark`).

#ifndef HA_FORMULA_H
#define HA_FORMULA_H

#include "expr/term.h"
#include "lang/hybrid/linear.h"

typedef enum {
  HA_F_TRUE,
  HA_F_FALSE,
  HA_F_ATOM,
  HA_F_AT,     // automaton in one of its locations
  HA_F_ASKED,  // the question with this number is the one that is asked
  HA_F_NOT,    // of AND, OR or ASKED
  HA_F_AND,
  HA_F_OR,
} ha_formula_kind;

typedef struct ha_formula ha_formula;
struct ha_formula {
  ha_formula_kind kind;
  ha_atom atom;            // ATOM, normal
  uint32_t number;         // AT: automaton; ASKED: question
  const bool *in;          // AT: by location
  uint32_t locations;      // AT: how many there are
  ha_formula *const *arg;  // NOT AND OR
  uint32_t n;
  uint32_t id;     // from 1, in the order of making
  sv_term term;    // lowering: none until it is asked for
  uint32_t mark;   // of the walk that was here last
  uint32_t found;  // by it
};

static inline uint32_t ha_new_walk(ha_space s) { return ++*s.walks; }

ha_formula *ha_true(ha_space);
ha_formula *ha_false(ha_space);
ha_formula *ha_truth(ha_space, bool);
ha_formula *ha_of_atom(ha_space, ha_atom);
ha_formula *ha_at(ha_space, uint32_t automaton, const bool *in, uint32_t locations);
ha_formula *ha_at_one(ha_space, uint32_t automaton, uint32_t location, uint32_t locations);
ha_formula *ha_asked(ha_space, uint32_t question);
ha_formula *ha_not(ha_space, ha_formula *);
ha_formula *ha_all(ha_space, ha_formula *const *, uint32_t n);
ha_formula *ha_any(ha_space, ha_formula *const *, uint32_t n);
ha_formula *ha_both(ha_space, ha_formula *, ha_formula *);
ha_formula *ha_either(ha_space, ha_formula *, ha_formula *);

static inline bool ha_is_true(const ha_formula *f) { return f->kind == HA_F_TRUE; }
static inline bool ha_is_false(const ha_formula *f) { return f->kind == HA_F_FALSE; }
bool ha_same_formula(const ha_formula *, const ha_formula *);  // the same text, up to sharing

// Variables replaced by sums: `by` gives the sum, or false to keep the variable.
typedef bool ha_by(void *context, uint32_t var, bool primed, ha_sum *out);
ha_formula *ha_put_all(ha_space, ha_formula *, ha_by *, void *context);

// Disjunctive normal form: each case is a conjunction of ATOM, AT and ASKED (negated or not).
typedef SV_VEC(ha_formula *) ha_literals;
typedef struct {
  ha_formula *const *literal;
  uint32_t n;
} ha_case;
typedef SV_VEC(ha_case) ha_cases;
// False if there would be more than `most`. The cases live in the space's arena.
bool ha_spell_cases(ha_space, ha_formula *, uint32_t most, ha_cases *out);

#endif
