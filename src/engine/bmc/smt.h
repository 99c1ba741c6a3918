// smt.h -- what formulas for SMT and proofs by induction share.

#ifndef SV_BMC_SMT_H
#define SV_BMC_SMT_H

#include "encode/smt/smt_unroll.h"
#include "engine/bmc/formula.h"

sv_smt_net *sv_bmc_smt_system(const sv_net *, const sv_options *, sv_semantics, sv_text *why);
// It happens after `depth` steps: a property's number or SV_ASK_…
sv_smt_term sv_bmc_smt_bad(sv_smt_unroll *, uint32_t about, uint32_t depth);

// smt_lasso.c: loops of a following net, for its recurrence, closed by single actions.
typedef struct sv_bmc_terms_lasso sv_bmc_terms_lasso;
sv_bmc_terms_lasso *sv_bmc_terms_lasso_new(sv_smt_unroll *, uint32_t property);
void sv_bmc_terms_lasso_free(sv_bmc_terms_lasso *);  // NULL is fine
bool sv_bmc_terms_lasso_is(const sv_bmc_terms_lasso *, uint32_t property);
// A loop that the property forbids ends after so many steps.
sv_smt_term sv_bmc_terms_lasso_closes(sv_bmc_terms_lasso *, uint32_t depth);
uint32_t sv_bmc_terms_lasso_begin(const sv_bmc_terms_lasso *);  // in the model

// smt_induct.c
typedef struct sv_bmc_induction sv_bmc_induction;
sv_bmc_induction *sv_bmc_induction_new(const sv_net *, const sv_run *);
void sv_bmc_induction_free(sv_bmc_induction *);  // NULL is fine
// None of these happens within `depth` steps of the start. SV_SAT_NO: none ever does;
// SV_SAT_UNKNOWN: the seconds (0: any number) were not enough.
sv_sat_answer sv_bmc_induction_ask(sv_bmc_induction *, const uint32_t *about, uint32_t n,
                                   uint32_t depth, double seconds);
// After SV_SAT_NO: pairs of moments whose states were said to differ.
const sv_u32s *sv_bmc_induction_apart(const sv_bmc_induction *);

#endif
