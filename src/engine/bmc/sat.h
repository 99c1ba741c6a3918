// sat.h -- bounded model checking by SAT, from inside. Only sat*.c include this.

#ifndef SV_BMC_SAT_H
#define SV_BMC_SAT_H

#include "encode/graph/tseitin.h"
#include "encode/step/step.h"
#include "engine/bmc/exchange.h"
#include "engine/bmc/formula.h"
#include "engine/invariants.h"
#include "solver/sat.h"

typedef struct sv_bmc_lasso sv_bmc_lasso;

// An unrolling and the solver that knows it.
typedef struct {
  sv_unrolling *runs;
  sv_cnf *cnf;
  sv_sat *sat;
  sv_limits *limits;
  uint32_t demanded;    // so many steps are not empty
  bool contradiction;   // no run at all
  sv_lits *bad;         // by property: literals by depth, as far as they were asked for
  sv_bmc_lasso *lasso;  // for a recurrence, or NULL
  uint64_t clauses, literals;
  bool keeps;    // all clauses, to be written
  sv_i32s kept;  // a zero behind each
} sv_bmc_runs;

void sv_bmc_runs_init(sv_bmc_runs *, const sv_stepper *, const sv_net *, bool initial, bool keeps,
                      sv_limits *);
void sv_bmc_runs_free(sv_bmc_runs *, const sv_net *);
void sv_bmc_runs_extend(sv_bmc_runs *);
// From now on only runs of at least so many steps count: shorter ones are done with.
void sv_bmc_runs_demand(sv_bmc_runs *, uint32_t steps);
sv_lit sv_bmc_bad(sv_bmc_runs *, const sv_net *, uint32_t about, uint32_t depth);
// With projections: the run matters for one of these properties (sv_unrolled_end).
sv_lit sv_bmc_end_of_run(sv_bmc_runs *, const uint32_t *properties, uint32_t n);
int32_t sv_bmc_literal(sv_bmc_runs *, sv_lit);  // not of a constant
void sv_bmc_assert(sv_bmc_runs *, const sv_lit *any, uint32_t n);
sv_sat_answer sv_bmc_solve(sv_bmc_runs *, const int32_t *assumed, uint32_t n, uint64_t conflicts);
bool sv_bmc_value(const sv_bmc_runs *, sv_lit);                                      // in the model
void sv_bmc_values(const sv_bmc_runs *, const sv_lit *, uint32_t n, uint64_t *out);  // in bit 0

// lasso.c: loops of a following net, for its recurrence.
sv_bmc_lasso *sv_bmc_lasso_new(sv_bmc_runs *, const sv_coding *, uint32_t property);
void sv_bmc_lasso_free(sv_bmc_lasso *);  // NULL is fine
bool sv_bmc_lasso_is(const sv_bmc_lasso *, uint32_t property);
// A loop that the property forbids ends after so many steps; asked for one depth after the other.
sv_lit sv_bmc_lasso_closes(sv_bmc_lasso *, sv_bmc_runs *, uint32_t depth);
uint32_t sv_bmc_lasso_begin(const sv_bmc_lasso *, const sv_bmc_runs *);  // in the model

// induct.c: a proof by induction over steps that begin anywhere.
typedef struct {
  sv_bmc_runs runs;
  sv_u32s about;                        // what it is about
  uint32_t assumed;                     // none of that before so many steps
  sv_u32s told_apart;                   // pairs of moments whose states differ
  uint32_t asserted_invariants;         // at so many moments
  uint32_t asserted_facts, generation;  // likewise, those of this generation
  bool made;
} sv_sat_induction;
void sv_sat_induction_free(sv_sat_induction *, const sv_net *);
typedef struct {
  const sv_stepper *stepper;
  const sv_coding *coding;
  sv_limits *limits;
  const sv_invariants
      *invariants;  // hold in every reachable state; those that come later count too
  const sv_bmc_exchange *exchange;  // facts that do, too
  uint64_t conflicts;               // 0: any number
} sv_induction_options;
// All bounds up to `to` are answered with no. SV_SAT_NO: then it is no for ever;
// SV_SAT_UNKNOWN: not within so many conflicts.
sv_sat_answer sv_bmc_induct(sv_sat_induction *, const sv_induction_options *,
                            const sv_bmc_question *);

// More of it: until there are so many steps, none of them empty, in which none of that
// happens before the last one; with facts (whose number may have grown).
void sv_induction_extend(sv_sat_induction *, const sv_induction_options *, uint32_t steps);
void sv_induction_begin(sv_sat_induction *, const sv_induction_options *, const sv_bmc_question *,
                        bool keeps);
void sv_induction_distinguish(sv_sat_induction *, uint32_t bits, uint32_t frame, uint32_t other);
sv_lit sv_induction_bad(sv_sat_induction *, const sv_net *, uint32_t depth);

// certify.c: a proof, made again from the net and shown by Z3.
typedef struct {
  sv_answer *answer;
  const sv_induction_options *options;
  sv_bmc_question question;  // all of its bounds were answered with no
  bool ended;                // no run has `question.to` steps; else by induction
  const sv_sat_induction *induction;
} sv_bmc_proof;
bool sv_bmc_certify(const sv_bmc_proof *);

// dump.c: the clauses, and the assumptions as more, in DIMACS; false: it cannot be written.
bool sv_bmc_dump(const sv_bmc_runs *, const int32_t *assumed, uint32_t n, const char *path,
                 sv_text *why);

// counterexample.c: the run that the model says, up to a violation after so many steps.
sv_trace *sv_bmc_trace(sv_bmc_runs *, const sv_coding *, uint32_t property, uint32_t depth);

#endif
