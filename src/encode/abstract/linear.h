// linear.h -- linear arithmetic over terms: sums, and atoms in one form.
//
// A sum is c + k1 * t1 + ... + kn * tn with exact coefficients, none of them 0,
// over terms t of sort int or real that are no sums themselves (variables, and
// whatever else arithmetic cannot look into), ascending. Atoms over sums have
// one form each, so that two predicates that say the same are one term:
//
//   sum <= k, sum < k, sum = k
//
// where the coefficients are integers without a common divisor, the first one
// positive, and sums of integers are never compared by <. Bit vectors are
// compared by <=, with a constant on its right. Everything else is left as it is.

#ifndef SV_LINEAR_H
#define SV_LINEAR_H

#include "expr/walk.h"

typedef struct {
  sv_term term;
  sv_value factor;
} sv_summand;

typedef struct {
  SV_VEC(sv_summand) parts;
  sv_value constant;
  bool is_int;  // else real
} sv_sum;

void sv_sum_free(sv_sum *);
// Of a term of sort int or real; false: it has another sort.
bool sv_sum_of(sv_terms *, sv_term, sv_sum *);
void sv_sum_add(sv_terms *, sv_sum *, const sv_sum *, sv_value factor);  // += factor * other
void sv_sum_scale(sv_terms *, sv_sum *, sv_value factor);                // factor is not 0
sv_value sv_sum_factor(const sv_sum *, sv_term);                         // 0: does not occur
// The whole sum, or its parts only.
sv_term sv_sum_term(sv_terms *, const sv_sum *, bool with_constant);
// Multiplies by a positive number such that all factors are integers without a common divisor.
void sv_sum_normalise(sv_terms *, sv_sum *);

// sum REL 0
typedef enum { SV_SUM_LE, SV_SUM_LT, SV_SUM_EQ } sv_relation;
typedef struct {
  sv_sum sum;
  sv_relation relation;
} sv_linear_atom;
// A literal of sort bool: true if it is linear. A negated equation is not (it is two).
bool sv_linear_literal(sv_terms *, sv_term, sv_linear_atom *);
sv_term sv_linear_atom_term(sv_terms *, const sv_linear_atom *);  // in the one form
// An atom in its one form; the result may be negated or a constant.
sv_term sv_canonical_atom(sv_terms *, sv_term);

sv_value sv_rational(sv_terms *, mpq_srcptr);  // in lowest terms

#endif
