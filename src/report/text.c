// text.c -- an answer as a person reads it.
//
// First the answer in one line, then, for every violated property, the run
// that breaks it and the source line it breaks at, then every property with its
// own answer, then what was counted.

#include "report/fold.h"
#include "report/line.h"
#include "report/report.h"
#include "report/show.h"
#include "report/starve.h"
#include "report/waits.h"

#include <stdio.h>
#include <string.h>

static void state_lines(const sv_style *style, const sv_net *net, const sv_state *s,
                        const char *label, sv_text *out) {
  sv_strings items = {0};
  sv_show_initial(net, s, &items);
  sv_show_condense(&items);
  if (items.n) sv_line_list(style, out, label, &items);
  else sv_text_string(out, label), sv_line_end(out);
  sv_strings_free(&items);
}

void sv_report_heading(const sv_style *style, const sv_net *net, const sv_state *initial,
                       sv_text *out) {
  sv_text line = {0};
  sv_line_head(style, &line, "step", "process", SV_PLAIN, "place", "statement");
  sv_text_string(&line, "change");
  sv_style_text(style, SV_DIM, sv_text_get(&line), out);
  sv_text_char(out, '\n');
  sv_text_free(&line);
  state_lines(style, net, initial, "     0  start           ", out);
}

typedef struct {
  const sv_style *style;
  sv_exec *exec;
  const sv_trace *trace;
  sv_text *out;
  uint32_t taken;
  uint32_t hidden;  // steps that were left out since the last line
  sv_folds folds;
  uint32_t fold;     // the next one, or the one that goes on
  sv_state *last;    // after the step before
  sv_state *folded;  // after the first round of the fold
} walk;

static uint32_t number_of(const sv_trace *trace, uint32_t step) {
  return trace->of ? trace->numbers.at[step] : step + 1;
}

static bool is_shown(const walk *w, uint32_t step) {
  uint32_t number = number_of(w->trace, step);
  return number >= w->style->from && number <= w->style->to;
}

static void tell_hidden(walk *w) {
  if (w->hidden)
    sv_text_printf(w->out, "   ...  %u step%s left out\n", w->hidden,
                   w->hidden > 1 ? "s are" : " is");
  w->hidden = 0;
}

// The fold that the step belongs to, or NULL; one that is not shown as a whole is none.
static const sv_fold *fold_of(walk *w, uint32_t step) {
  while (w->fold < w->folds.n) {
    const sv_fold *f = &w->folds.at[w->fold];
    if (step < f->first) return NULL;
    bool whole = is_shown(w, f->first) && is_shown(w, f->first + f->period * f->times - 1);
    if (whole && step < f->first + f->period * f->times) return f;
    w->fold++;
  }
  return NULL;
}

// "   ×12  steps 4 to 6 are taken 12 times, up to step 39: i = 13".
static void fold_line(walk *w, const sv_fold *f, const sv_state *after) {
  uint32_t last = f->first + f->period - 1, end = f->first + f->period * f->times - 1;
  sv_text label = {0};
  sv_strings items = {0};
  char times[24];
  int columns = snprintf(times, sizeof times, "%u", f->times);
  sv_text_printf(&label, "%*s×%s  ", columns < 5 ? 5 - columns : 0, "", times);
  if (f->period > 1)
    sv_text_printf(&label, "steps %u to %u are", number_of(w->trace, f->first),
                   number_of(w->trace, last));
  else sv_text_printf(&label, "step %u is", number_of(w->trace, f->first));
  sv_text_printf(&label, " taken %u times, up to step %u", f->times, number_of(w->trace, end));
  sv_show_changes(sv_exec_net(w->exec), w->folded, after, SV_NO_PROCESS, &items);
  sv_text_string(&label, items.n ? ": " : "");
  sv_line_list(w->style, w->out, sv_text_get(&label), &items);
  sv_text_free(&label);
  sv_strings_free(&items);
}

// True: the step is a repetition, which is not shown by itself.
static bool fold_step(walk *w, uint32_t step, const sv_state *before, const sv_state *after) {
  const sv_fold *f = fold_of(w, step);
  if (!f || step < f->first + f->period) return false;
  if (step == f->first + f->period) sv_state_copy(sv_exec_net(w->exec), w->folded, before);
  if (step == f->first + f->period * f->times - 1) fold_line(w, f, after);
  return true;
}

// The state before the first step that is shown.
static void begin_window(walk *w, uint32_t step, const sv_state *before) {
  char label[40];
  if (!w->hidden) return;
  tell_hidden(w);
  if (step && !is_shown(w, step - 1)) {
    snprintf(label, sizeof label, "%6u  reached         ", number_of(w->trace, step - 1));
    state_lines(w->style, sv_exec_net(w->exec), before, label, w->out);
  }
}

static void step_line(void *context, const sv_state *before, const sv_step *step,
                      const sv_state *after) {
  walk *w = context;
  const sv_trace *t = w->trace;
  uint32_t number = w->taken++;
  sv_state_copy(sv_exec_net(w->exec), w->last, after);
  if (t->lasso && number == t->loop)
    sv_text_string(w->out, "  loop: what follows is repeated for ever\n");
  if (!is_shown(w, number)) {
    w->hidden++;
    return;
  }
  begin_window(w, number, before);
  if (fold_step(w, number, before, after)) return;
  bool ends = t->property && number + 1 == t->steps.n &&
              sv_exec_violated_by(sv_exec_net(w->exec), step, t->property);
  sv_report_step(w->style, w->exec, number_of(t, number), before, step, after, ends, w->out);
}

static void wait_line(const sv_style *style, const sv_net *net, const sv_state *s,
                      const sv_wait *wait, bool again, sv_text *out) {
  sv_text who = {0}, where = {0}, statement = {0}, line = {0};
  sv_strings needs = {0};
  if (!again) sv_show_process(net, s, wait->process, &who);
  if (wait->action == SV_WAITS_IN_VAIN) {
    sv_text_string(&statement, "(nothing leads on)");
  } else {
    const sv_net_action *a = &net->actions.at[wait->action];
    sv_place_text(net->model, net->model->actions.at[a->action].span, &where);
    sv_step_statement(net, &(const sv_step){.action = wait->action}, &statement);
  }
  for (uint32_t i = 0; i < wait->needs.n; i++) {
    sv_text need = {0};
    sv_need_text(net, s, &wait->needs.at[i], &need);
    sv_push(needs, sv_text_take(&need));
  }
  sv_line_head(style, &line,
               again            ? "or"
               : wait->may_stay ? "idle"
                                : "waits",
               sv_text_get(&who), sv_style_lane(wait->process), sv_text_get(&where),
               sv_text_get(&statement));
  sv_line_behind(style, &line, &needs);
  sv_text_string(out, sv_text_get(&line));
  sv_strings_free(&needs);
  sv_text_free(&line);
  sv_text_free(&who);
  sv_text_free(&where);
  sv_text_free(&statement);
}

void sv_report_waits(const sv_style *style, const sv_net *net, const sv_state *last, sv_text *out) {
  sv_waits waits = {0};
  sv_list_waits(net, last, &waits);
  for (uint32_t i = 0; i < waits.n; i++)
    wait_line(style, net, last, &waits.at[i], i && waits.at[i - 1].process == waits.at[i].process,
              out);
  sv_waits_free(&waits);
}

// A run that ends, where that is an infinite run.
static void end_lines(const sv_style *style, const sv_net *net, const sv_state *last,
                      sv_text *out) {
  sv_text_string(out, "  loop: nothing more happens, this state stays for ever\n");
  sv_report_waits(style, net, last, out);
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

static void end_of_run(const walk *w, const sv_net *net) {
  const sv_trace *t = w->trace;
  if (ends_in_deadlock(net, t)) sv_report_waits(w->style, net, w->last, w->out);
  else if (t->lasso && t->loop == t->steps.n) end_lines(w->style, net, w->last, w->out);
  else if (t->lasso && t->of) sv_report_starving(w->style, net, t, w->out);
}

void sv_report_trace(const sv_style *style, const sv_net *net, const sv_trace *trace,
                     sv_text *out) {
  sv_exec *exec = sv_exec_new(net);
  walk w = {.style = style, .exec = exec, .trace = trace, .out = out};
  sv_text why = {0};
  w.last = sv_state_new(net);
  w.folded = sv_state_new(net);
  if (style->fold) sv_find_folds(net, trace, &w.folds);
  sv_report_heading(style, net, trace->initial, out);
  sv_state_copy(net, w.last, trace->initial);
  bool replayed = sv_trace_replay(exec, trace, step_line, &w, &why);
  tell_hidden(&w);
  if (replayed) end_of_run(&w, net);
  else sv_text_printf(out, "  (the rest cannot be replayed: %s)\n", sv_text_get(&why));
  how_many(net, trace, out);
  sv_state_free(net, w.last);
  sv_state_free(net, w.folded);
  sv_vec_free(w.folds);
  sv_exec_free(exec);
  sv_text_free(&why);
}

static void source_line(const sv_style *style, const sv_model *m, sv_span span, sv_text *out) {
  if (!span.file || sv_place_says_all(m, span)) return;
  sv_place at = sv_source_place(m->sources, span.file, span.begin);
  size_t n;
  const char *line = sv_source_line(m->sources, span.file, at.line, &n);
  sv_text part = {0};
  sv_text_printf(&part, "%6u | ", at.line);
  for (size_t i = 0; i < n; i++) sv_text_char(&part, line[i] == '\t' ? ' ' : line[i]);
  size_t columns = sv_line_columns(sv_text_get(&part));
  sv_line_cell(out, sv_text_get(&part), columns < style->width ? columns : style->width);
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
  sv_place_question(m, p->span, out);
  sv_text_char(out, ')');
}

sv_span sv_violated_text(const sv_net *net, const sv_trace *trace, sv_text *out) {
  const sv_model *m = net->model;
  sv_span span = m->properties.at[trace->property].span;
  sv_text blame = {0};
  bool blamed = sv_show_trace_blame(net, trace, &blame, &span);
  sv_property_text(m, trace->property, out);
  if (blamed) {
    sv_text_string(out, ": ");
    sv_text_string(out, sv_text_get(&blame));
    sv_text_string(out, " (");
    sv_place_text(m, span, out);
    sv_text_char(out, ')');
  }
  sv_text_free(&blame);
  return span;
}

void sv_report_violated(const sv_style *style, const sv_net *net, const sv_trace *trace,
                        sv_text *out) {
  sv_text_string(out, "  ");
  sv_style_text(style, SV_RED, "violated:", out);
  sv_text_char(out, ' ');
  sv_span span = sv_violated_text(net, trace, out);
  sv_text_char(out, '\n');
  source_line(style, net->model, span, out);
}

static void violation(const sv_report *r, const sv_style *style, const sv_finding *f,
                      sv_text *out) {
  const sv_net *net = sv_finding_net(r->answer, f);
  assert(f->trace && f->trace->property == f->property);
  sv_text_char(out, '\n');
  sv_report_trace(style, net, f->trace, out);
  sv_report_violated(style, net, f->trace, out);
}

static void verdict(const sv_style *style, sv_verdict v, sv_text *out) {
  static const sv_color colors[] = {
      [SV_HOLDS] = SV_GREEN, [SV_VIOLATED] = SV_RED, [SV_UNKNOWN] = SV_YELLOW};
  sv_style_text(style, colors[v], sv_verdict_text(v), out);
}

static void headline(const sv_report *r, const sv_style *style, sv_text *out) {
  const sv_answer *a = r->answer;
  sv_text_printf(out, "%s: ", r->model->title);
  verdict(style, a->verdict, out);
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

// Every property with its answer. Where there is one, the headline says it if it is violated,
// and why if it is unknown.
static void property_table(const sv_report *r, const sv_style *style, sv_text *out) {
  const sv_answer *a = r->answer;
  bool several = a->findings.n > 1;
  for (uint32_t i = 0; (several || a->verdict != SV_VIOLATED) && i < a->findings.n; i++) {
    const sv_finding *f = &a->findings.at[i];
    const char *reason = f->reason ? f->reason : sv_cause_text(f->cause);
    sv_text_string(out, "  ");
    verdict(style, f->verdict, out);
    sv_text_printf(out, "%*s", (int)(10 - strlen(sv_verdict_text(f->verdict))), "");
    if (f->trace) sv_violated_text(sv_finding_net(a, f), f->trace, out);
    else sv_property_text(r->model, f->property, out);
    if (f->verdict == SV_UNKNOWN && several) sv_text_printf(out, ": %s", reason);
    if (f->seconds > 0) sv_text_printf(out, ", %.2f s", f->seconds);
    sv_text_char(out, '\n');
  }
}

static const char *unread(const sv_report *r) {
  if (r->refused) return r->refused;
  if (r->cause == SV_CAUSE_UNSUPPORTED) return "the model uses an unsupported construct";
  return sv_cause_text(r->cause);
}

const char *sv_report_reason(const sv_report *r) {
  if (r->answer) return r->answer->bug ? r->answer->bug : r->answer->reason;
  return unread(r);
}

static void nothing_checked(const sv_report *r, sv_text *out) {
  bool malformed = r->cause == SV_CAUSE_MALFORMED || r->cause == SV_CAUSE_USAGE;
  const char *end = r->refused ? "; nothing was checked" : ", nothing was checked";
  sv_text_printf(out, "%s: %s%s%s\n", r->model->title, malformed ? "" : "unknown: ", unread(r),
                 malformed ? end : "");
}

void sv_report_text(const sv_report *r, sv_text *out) {
  const sv_answer *a = r->answer;
  if (!a) return nothing_checked(r, out);
  if (a->bug) {
    sv_text_printf(out, "%s: internal error: %s\nThis is a bug of Selvage; please report it.\n",
                   r->model->title, a->bug);
    return;
  }
  sv_style style = sv_style_of(r->options);
  headline(r, &style, out);
  if (a->details && a->verdict == SV_UNKNOWN) sv_text_string(out, a->details);
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (a->findings.at[i].verdict == SV_VIOLATED) violation(r, &style, &a->findings.at[i], out);
  if (a->verdict == SV_VIOLATED) sv_text_char(out, '\n');
  property_table(r, &style, out);
  unreached(r, out);
  counts(r, out);
}
