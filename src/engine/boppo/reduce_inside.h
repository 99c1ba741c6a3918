// reduce_inside.h -- the solver and the case split behind reduce.h. Not for others.

#ifndef SV_REDUCE_INSIDE_H
#define SV_REDUCE_INSIDE_H

#include "analysis/reduction/persistent.h"
#include "encode/graph/tseitin.h"
#include "engine/boppo/reduce.h"
#include "solver/split.h"

struct sv_reducer {
  const sv_net *net;
  const sv_aig *graph;
  sv_reduce_method method;
  sv_persistent *persistent;  // NULL: no process is ever free
  sv_limits *limits;
  sv_bits free;
  sv_split *solver;
  sv_cnf *cnf;
  uint32_t most_variables;  // beyond, the next state gets a new solver
  sv_i32s proposals;        // selectors that the hook proposes, in this order
  sv_i32s focus;            // variables of the state at hand
  sv_reduce_statistics numbers;
};

// A free process that some candidate moves.
typedef struct {
  uint32_t process;
  sv_lit enabled;  // one of its candidates is
} sv_free_process;

enum { SV_NOT_RANKED = UINT32_MAX };

// The case split over one symbolic state.
typedef struct {
  sv_reducer *r;
  sv_aig *g;
  sv_lit guard;
  const sv_reduce_candidate *candidates;
  uint32_t n;
  SV_VEC(sv_free_process) order;  // the first process that is enabled moves
  sv_u32s rank;                   // by candidate: place in `order`, or SV_NOT_RANKED
  sv_i32s selectors;              // by candidate; 0: never enabled
  int32_t some;                   // true: one of the selectors is
  // Those of `order` that some valuation enables, without the ones before.
  sv_u32s taken;
  sv_bits found;  // candidates that come out
} sv_cases;

// reduce_split.c
void sv_reduce_solver_free(sv_reducer *);
// False if a limit was hit.
bool sv_cases_solve(sv_cases *);
// Can all of these be true at once?
sv_sat_answer sv_cases_ask(sv_cases *, const sv_lit *, uint32_t n);

#endif
