// explain.c -- which steps of a trace matter, for `selvage explain` and `check --explain`.

#include "api/api.h"

#include "analysis/rewrite/explain.h"

enum { PATIENCE = 10 };  // seconds for --minimal, if no other limit is set

static bool is_run(sv_exec *exec, const sv_trace *part, sv_text *why) {
  return sv_trace_replay(exec, part, NULL, NULL, why);
}

bool sv_api_explain(selvage *s, const sv_net *net, sv_trace **trace, sv_text *why) {
  const sv_options *o = &s->options;
  sv_exec *exec = sv_exec_new(net);
  sv_trace *part = sv_explain(exec, *trace, NULL, why);
  if (part && o->minimal && part->property) {
    sv_limits limits = sv_limits_make(o->time, 0, &s->interrupted);
    if (o->time <= 0) limits = sv_limits_part(&limits, PATIENCE);
    if (!sv_explain_minimal(exec, part, &limits))
      sv_text_printf(why, "fewer steps may do: %s", sv_cause_text(limits.hit));
  }
  bool good = part && is_run(exec, part, why);
  if (good) {
    sv_trace_free(net, *trace);
    *trace = part;
  } else {
    sv_trace_free(net, part);
  }
  sv_exec_free(exec);
  return good;
}
