// conditions.h -- formulas whose conditions are another parser's business.
//
// What stands above the conditions of a formula (temporal.h) is parsed here:
// temporal operators, not, and, or, `=>` and parentheses around these. A
// condition reaches up to the next of them that is not in its own parentheses;
// its text goes to whoever reads the conditions of the language.

#ifndef SV_LANG_CONDITIONS_H
#define SV_LANG_CONDITIONS_H

#include "lang/temporal.h"

// The kinds that the signs of a lexicon have.
enum {
  SV_CONDITION_OPEN = SV_TOKEN_OWN,
  SV_CONDITION_CLOSE,
  SV_CONDITION_NOT,
  SV_CONDITION_AND,
  SV_CONDITION_OR,
  SV_CONDITION_IMPLIES,
  SV_CONDITION_OTHER,  // of a condition alone
};

typedef struct {
  const sv_lexicon *lexicon;
  bool words;    // `and`, `or` and `not` are operators
  bool own_not;  // a condition may begin with its own `!`
  bool splits;   // a condition holds no connective, not even in parentheses of its own
} sv_condition_language;

typedef struct sv_condition_node sv_condition_node;
struct sv_condition_node {
  enum {
    SV_CONDITION_LEAF,
    SV_FORMULA_NOT,
    SV_FORMULA_AND,
    SV_FORMULA_OR,
    SV_FORMULA_IMPLIES,
    SV_FORMULA_TIMED
  } kind;
  uint32_t condition;  // LEAF: its number
  sv_temporal op;      // TIMED
  const sv_condition_node *a, *b;
};

typedef SV_VEC(sv_span) sv_spans;

// The text in `file` as a formula, or (not timed) as one condition. Appends the places of its
// conditions. NULL: a mistake was reported. The tree lives in the arena.
const sv_condition_node *sv_conditions_read(const sv_condition_language *, sv_arena *, sv_names *,
                                            const sv_sources *, uint32_t file, bool is_formula,
                                            sv_diags *, sv_spans *conditions);

// The value of a condition; `positive`: it is below an even number of negations.
typedef sv_term sv_condition_value(void *context, uint32_t condition, bool positive);
sv_formula sv_conditions_formula(const sv_condition_node *, sv_terms *, sv_ltl *,
                                 sv_condition_value *, void *context);
bool sv_conditions_is_timed(const sv_condition_node *);  // has it a temporal operator?
// Is it `always` of what has no temporal operator?
bool sv_conditions_is_always(const sv_condition_node *);

#endif
