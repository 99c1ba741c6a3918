// smt_project.h -- projections in SMT: every step matters for what comes later.
//
// The chain of encode/step/step_project.c: for every resource
// (analysis/access/relevance.h) and time a Boolean that may be true only if a later step, or
// the property at the end, needs its value. What a step says is made once, and
// renamed like the step itself.

#ifndef SV_SMT_PROJECT_H
#define SV_SMT_PROJECT_H

#include "analysis/access/relevance.h"
#include "encode/smt/smt_unroll.h"

typedef struct sv_smt_projection sv_smt_projection;

// Of runs from the start that have no steps yet; all three must outlive it.
sv_smt_projection *sv_smt_projection_new(sv_smt_net *, sv_smt_unroll *, const sv_relevance *);
void sv_smt_projection_free(sv_smt_projection *);  // NULL is fine
void sv_smt_project_step(sv_smt_projection *);     // after each sv_smt_unroll_step
// To be assumed: the run matters for one of these properties, violated now or since the
// last such question.
sv_smt_term sv_smt_project_end(sv_smt_projection *, const uint32_t *properties, uint32_t n);

#endif
