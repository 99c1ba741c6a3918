// explain.c -- the steps that matter are a run that violates the same property.
//
// The careful way of slicing has to succeed where nothing is unknown: its read
// sets are exact. And when a slice is said to be minimal, no single step of it
// can be left out.

#include "analysis/rewrite/explain.h"
#include "random/compare.h"

enum { MOST_STEPS = 60 };  // of a run that is made minimal

static bool is_part(const sv_trace *part, const sv_trace *of) {
  if (part->of != of->steps.n || part->numbers.n != part->steps.n) return false;
  for (uint32_t i = 0, last = 0; i < part->numbers.n; i++) {
    uint32_t number = part->numbers.at[i];
    if (number <= last || number > of->steps.n) return false;
    if (part->steps.at[i].action != of->steps.at[number - 1].action) return false;
    last = number;
  }
  return part->property == of->property;
}

static bool replays(sv_exec *exec, const sv_trace *trace) {
  sv_text why = {0};
  bool good = sv_trace_replay(exec, trace, NULL, NULL, &why);
  sv_text_free(&why);
  return good;
}

static bool can_do_without(sv_exec *exec, const sv_trace *trace, uint32_t step) {
  const sv_net *net = sv_exec_net(exec);
  sv_trace *rest = sv_trace_new(net, trace->initial);
  rest->property = trace->property;
  for (uint32_t i = 0; i < trace->steps.n; i++)
    if (i != step) sv_trace_push(net, rest, &trace->steps.at[i]);
  bool good = replays(exec, rest);
  sv_trace_free(net, rest);
  return good;
}

static bool check_minimal(const comparison *c, sv_exec *exec, sv_trace *part, const sv_trace *of) {
  sv_limits limits = sv_limits_make(2, 0, NULL);
  bool minimal = sv_explain_minimal(exec, part, &limits);
  if (!is_part(part, of) || !replays(exec, part))
    return note_wrong(c->note, "minimal", "property %u: it is no part", of->property);
  for (uint32_t i = 0; minimal && i < part->steps.n; i++)
    if (can_do_without(exec, part, i))
      return note_wrong(c->note, "minimal", "property %u: step %u is not needed", of->property, i);
  return true;
}

// Where the holder of control waits at the end, passing states cannot be told; of a run that
// goes on for ever every step matters.
static bool is_exact(const sv_net *net, const sv_trace *trace) {
  const sv_property *p = &net->properties.at[trace->property];
  return p->kind != SV_PROP_DEADLOCK && !p->stable && !trace->lasso;
}

static bool check(const comparison *c, sv_exec *exec, const sv_trace *trace, sv_trace *part,
                  sv_explain_effort way) {
  const sv_net *net = sv_exec_net(exec);
  if (!is_part(part, trace) || !replays(exec, part))
    return note_wrong(c->note, "explain", "property %u: it is no part", trace->property);
  if (way == SV_EXPLAIN_WHOLE && is_exact(net, trace))
    return note_wrong(c->note, "explain", "property %u: the slice is refused", trace->property);
  return trace->steps.n > MOST_STEPS || check_minimal(c, exec, part, trace);
}

bool compare_explained(comparison *c, const sv_net *net, const sv_trace *trace) {
  sv_exec *exec = sv_exec_new(net);
  sv_explain_effort way = SV_EXPLAIN_LIGHT;
  sv_text why = {0};
  sv_trace *part = sv_explain(exec, trace, &way, &why);
  c->note->totals.matter += part ? part->steps.n : 0;
  bool good = part ? check(c, exec, trace, part, way)
                   : note_wrong(c->note, "explain", "refused: %s", sv_text_get(&why));
  c->note->totals.steps += trace->steps.n;
  c->note->totals.kept += part ? part->steps.n : 0;
  sv_trace_free(net, part);
  sv_text_free(&why);
  sv_exec_free(exec);
  return good;
}
