// traces.c -- every trace is a run, and survives being written and read.

#include "base/input.h"
#include "random/compare.h"
#include "report/report.h"

// ---- the referee, once more and by itself

static bool replays(const comparison *c, const sv_net *net, const sv_trace *trace,
                    const char *what) {
  sv_text why = {0};
  sv_exec *exec = sv_exec_new(net);
  bool good = sv_trace_replay(exec, trace, NULL, NULL, &why);
  if (!good) note_wrong(c->note, what, "property %u: %s", trace->property, sv_text_get(&why));
  sv_exec_free(exec);
  sv_text_free(&why);
  return good;
}

// ---- as JSON

static bool same_step(const sv_net *net, const sv_step *a, const sv_step *b) {
  if (a->action != b->action) return false;
  for (uint32_t i = 0; i < net->actions.at[a->action].choice_count; i++)
    if (!sv_value_same(a->choices[i], b->choices[i])) return false;
  return true;
}

static bool same_trace(const sv_net *net, const sv_trace *a, const sv_trace *b) {
  if (a->property != b->property || a->steps.n != b->steps.n) return false;
  if (a->lasso != b->lasso || (a->lasso && a->loop != b->loop)) return false;
  for (uint32_t i = 0; i < a->steps.n; i++)
    if (!same_step(net, &a->steps.at[i], &b->steps.at[i])) return false;
  return sv_state_equal(net, a->initial, b->initial);
}

static bool read_back(const comparison *c, const sv_net *net, const sv_trace *trace,
                      const char *path) {
  sv_text why = {0}, text = {0};
  const char *reason = NULL;
  if (!sv_input_read(path, NULL, &text, &reason)) sv_text_string(&why, reason);
  sv_trace_file *file = why.n ? NULL : sv_trace_file_read(path, &text, &why);
  sv_text_free(&text);
  sv_trace *copy = file ? sv_trace_file_resolve(file, net, &why) : NULL;
  bool good = copy != NULL;
  if (!good)
    good = note_wrong(c->note, "json", "the trace cannot be read back: %s", sv_text_get(&why));
  else if (!same_trace(net, trace, copy))
    good = note_wrong(c->note, "json", "another trace was read back");
  sv_trace_free(net, copy);
  sv_trace_file_free(file);
  sv_text_free(&why);
  return good;
}

static bool survives_json(const comparison *c, const sv_answer *a, const sv_finding *f,
                          const sv_options *o) {
  sv_text why = {0};
  char *path = compare_path(c, "trace.json");
  bool good = sv_report_write_trace(a->net, f->trace, o, path, &why);
  if (!good) note_wrong(c->note, "json", "the trace cannot be written: %s", sv_text_get(&why));
  good = good && read_back(c, a->net, f->trace, path);
  sv_text_free(&why);
  sv_free(path);
  return good;
}

static bool check_finding(comparison *c, const sv_answer *a, const sv_finding *f,
                          const sv_options *o) {
  if ((f->verdict == SV_VIOLATED) != (f->trace != NULL))
    return note_wrong(c->note, "trace",
                      "property %u has a verdict without a trace, or the opposite", f->property);
  if (!f->trace) return true;
  c->note->totals.traces++;
  if (f->trace->property != f->property)
    return note_wrong(c->note, "trace", "property %u has a trace of property %u", f->property,
                      f->trace->property);
  return replays(c, a->net, f->trace, "replay") && survives_json(c, a, f, o) &&
         compare_explained(c, a->net, f->trace) && compare_ordered(c, a->net, f->trace);
}

bool compare_traces(comparison *c, const sv_answer *a, const sv_options *o) {
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (!check_finding(c, a, &a->findings.at[i], o)) return false;
  return true;
}
