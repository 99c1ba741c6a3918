// text.c -- an answer as a person reads it.
//
// First the answer in one line, then, for every violated property, the run
// that breaks it and the source line it breaks at, then every property with its
// own answer, then what was counted.

#include "report/line.h"
#include "report/report.h"
#include "report/show.h"
#include "report/waits.h"

#include <string.h>

static void initial_lines(const sv_net *net, const sv_state *s, sv_text *out) {
  sv_strings items = {0};
  sv_show_initial(net, s, &items);
  if (items.n) sv_line_list(out, "     0  start           ", &items);
  else sv_text_string(out, "     0  start\n");
  sv_strings_free(&items);
}

void sv_report_heading(const sv_net *net, const sv_state *initial, sv_text *out) {
  sv_text_string(out, "  step  process         place               statement"
                      "                     change\n");
  initial_lines(net, initial, out);
}

typedef struct {
  sv_exec *exec;
  const sv_trace *trace;
  sv_text *out;
  uint32_t taken;
  sv_state *last;
} walk;

static void step_line(void *context, const sv_state *before, const sv_step *step,
                      const sv_state *after) {
  walk *w = context;
  if (w->trace->lasso && w->taken == w->trace->loop)
    sv_text_string(w->out, "  loop: what follows is repeated for ever\n");
  uint32_t number = w->trace->of ? w->trace->numbers.at[w->taken] : w->taken + 1;
  w->taken++;
  sv_report_step(w->exec, number, before, step, after, w->out);
  sv_state_copy(sv_exec_net(w->exec), w->last, after);
}

static void wait_line(const sv_net *net, const sv_state *s, const sv_wait *wait, bool again,
                      sv_text *out) {
  sv_text who = {0}, where = {0}, statement = {0};
  if (!again) sv_show_process(net, s, wait->process, &who);
  if (wait->action == SV_WAITS_IN_VAIN) {
    sv_text_string(&statement, "(nothing leads on)");
  } else {
    const sv_net_action *a = &net->actions.at[wait->action];
    sv_place_text(net->model, net->model->actions.at[a->action].span, &where);
    sv_step_statement(net, &(const sv_step){.action = wait->action}, &statement);
  }
  sv_line_head(out, again ? "or" : "waits", sv_text_get(&who), sv_text_get(&where),
               sv_text_get(&statement));
  sv_line_end(out);
  sv_text_free(&who);
  sv_text_free(&where);
  sv_text_free(&statement);
}

// What each process waits for.
static void wait_lines(const sv_net *net, const sv_state *last, sv_text *out) {
  sv_waits waits = {0};
  sv_list_waits(net, last, &waits);
  for (uint32_t i = 0; i < waits.n; i++)
    wait_line(net, last, &waits.at[i], i && waits.at[i - 1].process == waits.at[i].process, out);
  sv_vec_free(waits);
}

// A run that ends, where that is an infinite run.
static void end_lines(const sv_net *net, const sv_state *last, sv_text *out) {
  sv_text_string(out, "  loop: nothing more happens, this state stays for ever\n");
  wait_lines(net, last, out);
}

static bool ends_in_deadlock(const sv_net *net, const sv_trace *trace) {
  return trace->property && net->properties.at[trace->property].kind == SV_PROP_DEADLOCK;
}

// Of a run of which only some steps are shown.
static void how_many(const sv_net *net, const sv_trace *trace, sv_text *out) {
  uint32_t n = trace->steps.n;
  bool deadlock = ends_in_deadlock(net, trace);
  if (n < trace->of) sv_text_printf(out, "        %u of %u steps matter\n", n, trace->of);
  else if (trace->of && n == 1) sv_text_string(out, "        the only step matters\n");
  else if (trace->of)
    sv_text_printf(out, "        all %u steps matter%s\n", n,
                   deadlock       ? ": a deadlock depends on where every process stands"
                   : trace->lasso ? ": they go on for ever"
                                  : "");
}

void sv_report_trace(const sv_net *net, const sv_trace *trace, sv_text *out) {
  sv_exec *exec = sv_exec_new(net);
  walk w = {exec, trace, out, 0, sv_state_new(net)};
  sv_text why = {0};
  sv_report_heading(net, trace->initial, out);
  sv_state_copy(net, w.last, trace->initial);
  if (!sv_trace_replay(exec, trace, step_line, &w, &why))
    sv_text_printf(out, "  (the rest cannot be replayed: %s)\n", sv_text_get(&why));
  else if (ends_in_deadlock(net, trace)) wait_lines(net, w.last, out);
  else if (trace->lasso && trace->loop == trace->steps.n) end_lines(net, w.last, out);
  how_many(net, trace, out);
  sv_state_free(net, w.last);
  sv_exec_free(exec);
  sv_text_free(&why);
}

static void source_line(const sv_model *m, sv_span span, sv_text *out) {
  if (!span.file) return;
  sv_place at = sv_source_place(m->sources, span.file, span.begin);
  size_t n;
  const char *line = sv_source_line(m->sources, span.file, at.line, &n);
  sv_text part = {0};
  sv_text_printf(&part, "%6u | ", at.line);
  for (size_t i = 0; i < n; i++) sv_text_char(&part, line[i] == '\t' ? ' ' : line[i]);
  sv_line_cell(out, sv_text_get(&part), 100);
  sv_line_end(out);
  sv_text_free(&part);
}

void sv_property_text(const sv_model *m, uint32_t number, sv_text *out) {
  const sv_property *p = &m->properties.at[number];
  const char *kind = sv_property_kind_text(p->kind), *name = sv_names_get(m->names, p->name);
  if (strcmp(kind, name)) sv_text_printf(out, "%s ", kind);
  sv_text_string(out, name);
  if (!p->span.file) return;
  sv_text_string(out, " (");
  sv_place_text(m, p->span, out);
  sv_text_char(out, ')');
}

static void violation(const sv_report *r, const sv_finding *f, sv_text *out) {
  const sv_model *m = r->model;
  sv_text_char(out, '\n');
  sv_report_trace(r->answer->net, f->trace, out);
  sv_text_string(out, "  violated: ");
  sv_property_text(m, f->property, out);
  sv_text_char(out, '\n');
  source_line(m, m->properties.at[f->property].span, out);
}

static void headline(const sv_report *r, sv_text *out) {
  const sv_answer *a = r->answer;
  sv_text_printf(out, "%s: %s", r->model->title, sv_verdict_text(a->verdict));
  if (a->verdict == SV_VIOLATED) {
    uint32_t shown = 0;
    for (uint32_t i = 0; i < a->findings.n; i++) {
      if (a->findings.at[i].verdict != SV_VIOLATED) continue;
      sv_text_string(out, shown++ ? ", " : ": ");
      sv_property_text(r->model, a->findings.at[i].property, out);
    }
  } else if (a->reason) {
    sv_text_printf(out, ": %s", a->reason);
  }
  sv_text_char(out, '\n');
}

static void counts(const sv_report *r, sv_text *out) {
  const sv_answer *a = r->answer;
  if (a->states) sv_text_printf(out, "%s states, ", a->states);
  if (a->transitions)
    sv_text_printf(out, "%s transitions, depth %llu, ", a->transitions,
                   (unsigned long long)a->depth);
  sv_text_printf(out, "%.2f s, %.0f MB, engine %s%s\n", a->seconds, r->memory_mb, a->engine,
                 a->certified ? ", certified" : "");
}

static void with_place(const sv_report *r, const char *word, const char *text, sv_span span,
                       sv_text *out) {
  sv_text_printf(out, "%s%s", word, text);
  if (span.file) {
    sv_text_string(out, " (");
    sv_place_text(r->model, span, out);
    sv_text_char(out, ')');
  }
  sv_text_char(out, '\n');
}

static void unreached(const sv_report *r, sv_text *out) {
  const sv_answer *a = r->answer;
  enum { MOST = 10 };
  for (uint32_t i = 0; i < a->unreached_names.n && i < MOST; i++)
    with_place(r, "never reached: ", a->unreached_names.at[i], a->unreached.at[i], out);
  if (a->unreached_names.n > MOST)
    sv_text_printf(out, "never reached: %u more\n", a->unreached_names.n - MOST);
  for (uint32_t i = 0; i < a->remarks.n && i < MOST; i++)
    with_place(r, "", a->remarks.at[i], a->remarked.at[i], out);
  if (a->remarks.n > MOST) sv_text_printf(out, "%u more such remarks\n", a->remarks.n - MOST);
}

// Every property with its answer. Where there is one, the headline says it.
static void property_table(const sv_report *r, sv_text *out) {
  const sv_answer *a = r->answer;
  for (uint32_t i = 0; a->findings.n > 1 && i < a->findings.n; i++) {
    const sv_finding *f = &a->findings.at[i];
    const char *reason = f->reason ? f->reason : sv_cause_text(f->cause);
    sv_text_printf(out, "  %-8s  ", sv_verdict_text(f->verdict));
    sv_property_text(r->model, f->property, out);
    if (f->verdict == SV_UNKNOWN) sv_text_printf(out, ": %s", reason);
    sv_text_char(out, '\n');
  }
}

static const char *unread(const sv_report *r) {
  if (r->cause == SV_CAUSE_UNSUPPORTED) return "the model uses an unsupported construct";
  return sv_cause_text(r->cause);
}

const char *sv_report_reason(const sv_report *r) {
  if (r->answer) return r->answer->bug ? r->answer->bug : r->answer->reason;
  return unread(r);
}

static void nothing_checked(const sv_report *r, sv_text *out) {
  bool malformed = r->cause == SV_CAUSE_MALFORMED || r->cause == SV_CAUSE_USAGE;
  sv_text_printf(out, "%s: %s%s%s\n", r->model->title, malformed ? "" : "unknown: ", unread(r),
                 malformed ? ", nothing was checked" : "");
}

void sv_report_text(const sv_report *r, sv_text *out) {
  const sv_answer *a = r->answer;
  if (!a) return nothing_checked(r, out);
  if (a->bug) {
    sv_text_printf(out, "%s: internal error: %s\nThis is a bug of Selvage; please report it.\n",
                   r->model->title, a->bug);
    return;
  }
  headline(r, out);
  if (a->details && a->verdict == SV_UNKNOWN) sv_text_string(out, a->details);
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (a->findings.at[i].verdict == SV_VIOLATED) violation(r, &a->findings.at[i], out);
  if (a->verdict == SV_VIOLATED) sv_text_char(out, '\n');
  property_table(r, out);
  unreached(r, out);
  counts(r, out);
}
