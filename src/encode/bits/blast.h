// blast.h -- terms and actions over coded states as Boolean functions.
//
// A blaster sees one symbolic state: a literal for each state bit of a coding
// (inputs for BDDs and transition formulas, arbitrary functions for symbolic
// simulation). Terms become words over it, array terms vectors of words; an
// action becomes the condition under which it is possible and the new value of
// every state bit that it may change. Choices are fresh literals that the
// owner hands out. Control (docs/model.md, rules 1 to 4) is the owner's.
//
// Widths follow values, not sorts: integers are exact, so nothing can
// overflow between cells; what is stored is checked against the sort (then the
// action is not possible there) and against the coding (then the step is
// *outside*: the owner must re-encode where that can happen).

#ifndef SV_BLAST_H
#define SV_BLAST_H

#include "encode/bits/coding.h"

typedef struct sv_blaster sv_blaster;

// Literal for bit `bit` of choice k of the action being blasted.
typedef sv_lit sv_choice_fn(void *context, uint32_t k, uint32_t bit);

// `state` (coding->bits literals) is read while blasting; choices may be NULL
// where only properties are blasted. The coding and the graph must outlive it.
sv_blaster *sv_blaster_new(sv_aig *, const sv_coding *, const sv_lit *state, sv_choice_fn *,
                           void *context);

// Where the coding leaves values to terms (coding.h), what depends on them is asked for, bit by bit.
typedef enum {
  SV_ASKS_BIT,  // bit `number` of its value in two's complement, a Boolean's is 0; UINT32_MAX: it is negative
  SV_ASKS_EQUAL,  // the value is `number`
  SV_ASKS_FITS,   // so do all its cells: they are values of the sort
} sv_asks;
typedef struct {
  sv_asks what;
  bool after;  // in the state after the step
  sv_term term;
  uint32_t number;
  sv_sort sort;
} sv_blast_question;
typedef sv_lit sv_blast_terms_fn(void *context, const sv_blast_question *);
void sv_blaster_ask(sv_blaster *, sv_blast_terms_fn *, void *context);
// Since then something came up that can be neither asked for nor done in bits: what it is, or NULL.
const char *sv_blaster_lost(const sv_blaster *);
void sv_blaster_free(sv_blaster *);
// Forgets everything and looks at another symbolic state.
void sv_blaster_move(sv_blaster *, const sv_lit *state);

sv_lit sv_blast_bool(sv_blaster *, sv_term);  // no CHOICE, no NEXT
sv_lit sv_blast_at(sv_blaster *, uint32_t process, uint32_t location);
// A location for which the function says yes; it is asked for all but "not running".
typedef bool sv_location_fn(const sv_location *, uint32_t property);
sv_lit sv_blast_where(sv_blaster *, uint32_t process, sv_location_fn *, uint32_t property);
// Control is held by process holder - 1; 0: by none.
sv_lit sv_blast_held(sv_blaster *, uint32_t holder);
// Some listed location.
sv_lit sv_blast_among(sv_blaster *, uint32_t process, const uint32_t *locations, uint32_t n);

typedef struct {
  uint32_t bit;
  sv_lit value;
} sv_bit_write;
// A step that is possible here and whose effect has no code, because of one
// bit of a cell or message field, or because a queue has too few slots (a ring
// also where it would overflow in the midst of a step).
typedef struct {
  sv_lit when;            // implies possible
  uint32_t cell;          // or UINT32_MAX: a queue
  uint32_t queue, field;  // field UINT32_MAX: too few slots
  uint32_t bit;           // as profiles count: SV_SIGN_BIT is the sign, named first
} sv_uncoded;
typedef struct {
  uint32_t action;
  // Over state and choices. Only codes of states count in which the invariants
  // of locations hold and every cell has a value of its sort, as steps leave them.
  sv_lit possible;
  SV_VEC(sv_bit_write) writes;  // ascending bits; what is not listed stays
  SV_VEC(sv_uncoded) outside;   // every way out; none: all effects have codes
  sv_u32s cells;                // that may be written and have terms, not codes
} sv_blasted;

// The owner frees the vectors (sv_blasted_free). Choice literals are asked for
// by k and bit; codes beyond a choice's sort are excluded in `possible`.
void sv_blast_action(sv_blaster *, uint32_t action, sv_blasted *out);
void sv_blasted_free(sv_blasted *);
// The bits of choice k of an action: those in which values of its sort differ; none if it is infinite.
uint32_t sv_blast_choice_bits(const sv_net *, uint32_t action, uint32_t k);
sv_value sv_blast_choice_value(const sv_net *, uint32_t action, uint32_t k, const uint8_t *bits);

// The codes of initial states, over the blaster's state literals. Initial
// values without a code are ways out, as for actions (`when` is then constant:
// what varies initially always has all codes of its sort); where there is one,
// the condition means nothing.
sv_lit sv_blast_initial(sv_blaster *, sv_blasted *out);

// What the code of every reachable state obeys: values of their sorts, invariants
// of locations, zeros in unused slots … Initial states do, and steps keep it that do
// not leave the coding.
sv_lit sv_blast_legal(sv_blaster *);

#endif
