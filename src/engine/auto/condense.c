// condense.c -- see condense.h.

#include "engine/auto/condense.h"

#include "analysis/rewrite/explain.h"

// The numbers would say that steps of a longer run are missing; it is a run of its own.
static void forget_origin(sv_trace *trace) {
  sv_vec_free(trace->numbers);
  trace->of = 0;
}

static void condense(sv_answer *a, sv_finding *f, sv_limits *limits) {
  sv_text why = {0};
  sv_exec *exec = sv_exec_new(a->net);
  sv_trace *part = sv_explain(exec, f->trace, NULL, &why);
  if (part) {
    sv_explain_minimal(exec, part, limits);
    forget_origin(part);
    part->property = f->property;
    sv_answer_shorter(a, f, part);
  }
  sv_exec_free(exec);
  sv_text_free(&why);
}

void sv_auto_condense(sv_answer *a, const sv_limits *limits, double seconds) {
  sv_limits part = sv_limits_part(limits, seconds);
  for (uint32_t i = 0; i < a->findings.n && !sv_limits_check(&part) && !a->bug; i++)
    if (a->findings.at[i].trace) condense(a, &a->findings.at[i], &part);
}
