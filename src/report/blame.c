// blame.c -- why a step fails: the expression that is to blame, and its value.

#include "report/show.h"

static void blame_text(sv_exec *exec, const sv_state *s, const sv_step *step, const sv_blame *b,
                       sv_text *out) {
  const sv_terms *T = sv_exec_net(exec)->model->terms;
  sv_text_string(out, b->text);
  if (sv_is_none(b->value)) return;
  sv_value v = sv_exec_evaluate_step(exec, s, step, b->value);
  sv_text_string(out, " is ");
  sv_value_print(T, sv_sort_of(T, b->value), v, out);
  if (b->must) sv_text_printf(out, ", not %s", b->must);
}

bool sv_show_blame(sv_exec *exec, const sv_state *s, const sv_step *step, sv_text *out,
                   sv_span *span) {
  const sv_net_action *a = &sv_exec_net(exec)->actions.at[step->action];
  for (uint32_t i = 0; i < a->blame_count; i++) {
    const sv_blame *b = &a->blames[i];
    if (!sv_small_get(sv_exec_evaluate_step(exec, s, step, b->when))) continue;
    blame_text(exec, s, step, b, out);
    if (span) *span = b->span;
    return true;
  }
  return false;
}

typedef struct {
  sv_exec *exec;
  const sv_trace *trace;
  uint32_t taken;
  sv_text *out;
  sv_span *span;
  bool found;
} search;

static void look(void *context, const sv_state *before, const sv_step *step,
                 const sv_state *after) {
  search *x = context;
  SV_UNUSED(after);
  if (++x->taken == x->trace->steps.n)
    x->found = sv_show_blame(x->exec, before, step, x->out, x->span);
}

bool sv_show_trace_blame(const sv_net *net, const sv_trace *trace, sv_text *out, sv_span *span) {
  if (!trace->property || !trace->steps.n ||
      !sv_exec_violated_by(net, &sv_last(trace->steps), trace->property))
    return false;
  sv_exec *exec = sv_exec_new(net);
  search x = {exec, trace, 0, out, span, false};
  sv_text why = {0};
  bool replayed = sv_trace_replay(exec, trace, look, &x, &why);
  sv_text_free(&why);
  sv_exec_free(exec);
  return replayed && x.found;
}
