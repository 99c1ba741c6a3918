// formula.h -- what the loop over bounds asks of formulas.
//
// A formula describes all runs of so many steps, and grows by a step at a time.
// Who makes it, and which solver is behind it, is not the loop's affair: sat.c
// unrolls bits for a SAT solver, smt.c terms for an SMT solver.

#ifndef SV_BMC_FORMULA_H
#define SV_BMC_FORMULA_H

#include "analysis/access/relevance.h"
#include "encode/step/step_order.h"
#include "engine/engine.h"
#include "solver/cnf.h"

// Properties have their numbers, which begin with 1.
#define SV_ASK_CUT 0u           // a cut action is left
#define SV_ASK_FULL UINT32_MAX  // one that says that a pool without bound is full

typedef struct {
  const uint32_t *about;  // any of these
  uint32_t n;
  uint32_t from, to;  // after so many steps; the formula has at least `to`
} sv_bmc_question;

typedef struct {
  void *self;
  sv_semantics semantics;  // what a step is
  bool inducts_singly;     // in proofs by induction it is a single action
  bool projects;           // only runs count in which every action matters for what is asked
  void (*extend)(void *self);
  // `from` never goes back. SV_SAT_NO: not between `from` and `to`; *ended: no run has `from`
  // steps at all.
  sv_sat_answer (*ask)(void *self, const sv_bmc_question *, bool *ended);
  // After SV_SAT_YES: which of them, the steps it takes, and the run.
  uint32_t (*found)(void *self, uint32_t *depth);
  sv_trace *(*trace)(void *self, uint32_t property, uint32_t depth);
  bool (*knows)(void *self, uint32_t about);  // can be asked for
  void (*statistics)(void *self, sv_answer *);
  uint64_t (*clauses)(void *self);  // so far; NULL: there are none

  const char *(*reason)(void *self);  // after SV_SAT_UNKNOWN: why, or NULL; may be NULL
  // Do none of these ever happen? Asked when they do not within `depth` steps: a
  // proof by induction over that many. May be NULL.
  bool (*proves)(void *self, const uint32_t *about, uint32_t n, uint32_t depth);
  // After a proof that all properties of the question hold for ever, the last bound being
  // question->to; `ended`: since no run is longer. Is it one?
  bool (*certify)(void *self, const sv_bmc_question *, bool ended, sv_answer *);
  void (*free)(void *self);
} sv_bmc_formula;

// sat.c, for these properties. NULL and a reason.
sv_bmc_formula *sv_bmc_sat(const sv_net *, const uint32_t *properties, uint32_t n, const sv_run *,
                           sv_text *why);
// bmc.c: the recurrence among them, for which loops are to be closed, or 0; and whether the options
// let loops be closed, else why not.
uint32_t sv_bmc_recurrence(const sv_net *, const uint32_t *properties, uint32_t n);
bool sv_bmc_takes_loops(const sv_options *, sv_text *why);
// What is asked for; `auto`: single actions for one process, else `otherwise`.
sv_semantics sv_bmc_semantics(const sv_options *, const sv_net *, sv_semantics otherwise);
// choose_projection.c: for projections on these properties, or NULL: look at all runs. `may_pay`: worth
// a look, unless the options say what to do.
sv_relevance *sv_bmc_relevance(const sv_net *, const sv_options *, bool may_pay,
                               const uint32_t *properties, uint32_t n);
// smt.c. Likewise; takes every net.
sv_bmc_formula *sv_bmc_smt(const sv_net *, const uint32_t *properties, uint32_t n, const sv_run *,
                           sv_text *why);

#endif
