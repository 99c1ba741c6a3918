// order_solver.h -- clauses with an ordering: the solvers that can be asked.
//
//   EAGER       CaDiCaL; cycles are excluded by clauses beforehand (ordering.h)
//   LAZY        CaDiCaL; a cycle is excluded when a model has it, by whoever looks at models
//   DIFFERENCE  Z3; moments are integers, and "before" is less (difference logic)
//   THEORY      our own solver, which knows orders (solver/acyclic.h); beside terms, in turns with Z3 (order_lemmas.h)
//
// Calls are as in solver/sat.h.

#ifndef SV_ORDER_SOLVER_H
#define SV_ORDER_SOLVER_H

#include "base/text.h"
#include "encode/events/ordering.h"
#include "solver/smt.h"

typedef enum {
  SV_ORDER_EAGER,
  SV_ORDER_LAZY,
  SV_ORDER_DIFFERENCE,
  SV_ORDER_THEORY,
} sv_order_kind;

typedef struct sv_order_solver sv_order_solver;

sv_order_solver *sv_order_solver_new(sv_order_kind);
// In a context of Z3 where there may be terms, too: whatever the kind, it is Z3 that is asked; with THEORY about terms only.
// What was asserted since is gone when it is freed.
sv_order_solver *sv_order_solver_new_in(sv_order_kind, sv_smt *);
// Only then: the literal is as the Boolean term; while the literal is true, the term is.
void sv_order_solver_tie(sv_order_solver *, int32_t literal, sv_smt_term);
// After SV_SAT_UNKNOWN: not because of a limit, but since it cannot say.
bool sv_order_solver_gave_up(const sv_order_solver *);
void sv_order_solver_imply(sv_order_solver *, int32_t literal, sv_smt_term);
void sv_order_solver_free(sv_order_solver *);  // NULL is fine
sv_cnf_sink sv_order_solver_sink(sv_order_solver *);
// Once, when all edges are there: from now on they have no cycle. False (EAGER): more than `most` clauses would be
// needed; from now on it is LAZY.
bool sv_order_solver_close(sv_order_solver *, sv_ordering *, uint64_t most);
bool sv_order_solver_is_lazy(const sv_order_solver *);

uint64_t sv_order_solver_lemmas(const sv_order_solver *);  // about terms; 0 where there are none
uint32_t sv_order_solver_vars(const sv_order_solver *);
sv_sat_answer sv_order_solver_solve(sv_order_solver *, const int32_t *assumptions, uint32_t n,
                                    const sv_sat_limits *);
bool sv_order_solver_value(const sv_order_solver *, int32_t literal);
bool sv_order_solver_failed(const sv_order_solver *, int32_t literal);

sv_order_kind sv_order_solver_kind(const sv_order_solver *);  // what it was made as

// A question for other solvers: clauses (a zero behind each), the ordering as difference logic, and assumptions.
typedef struct {
  uint32_t vars;
  const sv_i32s *clauses;
  const sv_ordering *ordering;
  uint32_t edges;  // the first ones of these
} sv_order_script;
// To a new solver, once.
void sv_order_solver_tell(sv_order_solver *, const sv_order_script *);
// To Z3 alone, which was asked about terms only so far.
sv_sat_answer sv_order_solver_ask_whole(sv_order_solver *, const sv_order_script *,
                                        const int32_t *assumed, uint32_t n, const sv_sat_limits *);
// As a script of SMT-LIB 2; false: it cannot be had.
bool sv_order_script_text(const sv_order_script *, const int32_t *assumed, uint32_t n,
                          sv_text *out);
// The same where there are terms: these are what the solver was told.
bool sv_order_solver_script(sv_order_solver *, const sv_order_script *, const int32_t *assumed,
                            uint32_t n, sv_text *out, sv_text *why);

#endif
