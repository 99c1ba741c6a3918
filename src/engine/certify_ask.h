// certify_ask.h -- obligations of a certificate, put to two SMT solvers.
//
// An obligation is a conjunction that must have no model. A fresh Z3 is asked, and
// cvc5 where it is installed. One refutation is enough, and the answer says whose
// there are; a model that either of them finds means that the proof, or one of the
// solvers, is wrong.

#ifndef SV_CERTIFY_ASK_H
#define SV_CERTIFY_ASK_H

#include "engine/engine.h"
#include "solver/smt.h"

typedef enum {
  SV_CERTIFIED,
  SV_REFUTED,      // our own bug
  SV_NOT_DECIDED,  // a limit, or a solver gave up
} sv_certification;

typedef struct {
  const sv_log *log;
  sv_limits *limits;
  double patience;   // seconds for each solver, over all obligations; 0: any number
  bool approximate;  // the formulas allow for more than the net does: models show nothing
  // ---- filled in
  bool cvc5;                         // it is installed
  uint32_t queries, by_z3, by_cvc5;  // obligations, refuted by these
  double z3_seconds, cvc5_seconds;
  sv_text trouble;  // why it is refuted or not decided
} sv_obligations;

sv_obligations sv_obligations_make(const sv_log *, sv_limits *, double patience);
void sv_obligations_free(sv_obligations *);
// The assertions of the solver and these terms have no model. `what` says what it would show, and
// `name`, unless empty, at which action.
sv_certification sv_oblige(sv_obligations *, sv_smt *, const sv_smt_term *, uint32_t n,
                           const char *what, const char *name);
// Notes how it ended: as our own bug, or as the statistic "certificate".
void sv_obligations_report(sv_obligations *, sv_certification, sv_answer *);

#endif
