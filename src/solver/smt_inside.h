// smt_inside.h -- the context from inside. Only smt*.c include this.

#ifndef SV_SMT_INSIDE_H
#define SV_SMT_INSIDE_H

#include "solver/smt.h"
#include "solver/smt_watch.h"

struct sv_smt {
  Z3_context z3;
  Z3_solver solver;
  Z3_model model;      // of the last check, or NULL
  Z3_ast_vector core;  // likewise
  Z3_ast yes, no;
  sv_smt_terms asserted;  // as they were given: what Z3 keeps is simplified
  sv_u32s marks;          // how many there were at each push
  bool counts;            // conflicts, where they are limited
  sv_smt_watch *watch;    // NULL: no check had limits yet
  char *broken;
  char *reason;
  sv_text scratch;
  uint64_t checks;
  double seconds;
};

// Takes what Z3 made; notes its error if there is one.
sv_smt_term sv_smt_took(sv_smt *, Z3_ast);
// Has Z3 complained? Then the context is broken.
bool sv_smt_complained(sv_smt *);

static inline Z3_ast sv_smt_ast(sv_smt_term t) { return t.x; }
static inline sv_smt_term sv_smt_none(void) { return (sv_smt_term){NULL}; }

#endif
