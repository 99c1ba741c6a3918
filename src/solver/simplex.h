// simplex.h -- linear constraints over rationals: a solution, or why there is none.
//
// The general simplex of B. Dutertre and L. de Moura (A Fast Linear-Arithmetic
// Solver for DPLL(T), CAV 2006) in exact numbers. Constraints are added and
// taken back like a stack. Where they have no solution, Farkas' lemma says why:
// multipliers, not negative where the constraint is an inequality, that turn
// the constraints into 0 <= c with c < 0, or 0 < 0. Interpolants are partial
// sums of these.

#ifndef SV_SIMPLEX_H
#define SV_SIMPLEX_H

#include <gmp.h>

#include "base/vec.h"

typedef struct sv_simplex sv_simplex;

typedef enum { SV_ROW_LE, SV_ROW_LT, SV_ROW_EQ } sv_row_relation;
typedef struct {
  uint32_t var;
  mpq_srcptr factor;
} sv_row_entry;

sv_simplex *sv_simplex_new(void);
void sv_simplex_free(sv_simplex *);  // NULL is fine
uint32_t sv_simplex_var(sv_simplex *);
// factors * vars REL bound; its number counts from 0. Variables occur once each.
uint32_t sv_simplex_add(sv_simplex *, const sv_row_entry *, uint32_t n, sv_row_relation,
                        mpq_srcptr bound);
void sv_simplex_back(sv_simplex *, uint32_t rows);  // drops those behind

bool sv_simplex_solve(sv_simplex *);
// After true: a value of the variable. Together they satisfy all constraints.
void sv_simplex_value(const sv_simplex *, uint32_t var, mpq_ptr out);
// After false: the multiplier of a constraint; only of equations it may be negative.
void sv_simplex_multiplier(const sv_simplex *, uint32_t row, mpq_ptr out);
uint64_t sv_simplex_pivots(const sv_simplex *);

#endif
