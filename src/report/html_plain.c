// html_plain.c -- what can be read of the page without a script: the answer with all its
// properties and figures, and every run as a table. It is printed, too.

#include <stdarg.h>

#include "report/html.h"
#include "report/line.h"
#include "report/show.h"
#include "report/waits.h"

void sv_html_printf(sv_text *out, const char *format, ...) {
  sv_text text = {0};
  va_list args;
  va_start(args, format);
  sv_text_vprintf(&text, format, args);
  va_end(args);
  sv_text_xml(out, sv_text_get(&text));
  sv_text_free(&text);
}

static void put_cell(sv_text *out, const char *class, const char *text) {
  sv_text_printf(out, "<td class=\"%s\">", class);
  sv_text_xml(out, text);
  sv_text_string(out, "</td>");
}

static void fact(sv_text *out, const char *name, const char *value) {
  sv_text_string(out, "<tr><th>");
  sv_text_xml(out, name);
  sv_text_string(out, "</th>");
  put_cell(out, "figure", value);
  sv_text_string(out, "</tr>\n");
}

static void factf(sv_text *out, const char *name, const char *format, ...) SV_PRINTF(3, 4);
static void factf(sv_text *out, const char *name, const char *format, ...) {
  sv_text text = {0};
  va_list args;
  va_start(args, format);
  sv_text_vprintf(&text, format, args);
  va_end(args);
  fact(out, name, sv_text_get(&text));
  sv_text_free(&text);
}

// ---- the answer

static void property_row(const sv_report *r, const sv_finding *f, uint32_t run, sv_text *out) {
  const char *verdict = sv_verdict_text(f->verdict);
  const char *reason = f->reason ? f->reason : sv_cause_text(f->cause);
  sv_text text = {0};
  sv_property_text(r->model, f->property, &text);
  sv_text_string(out, "<tr");
  if (f->trace) sv_text_printf(out, " data-run=\"%u\"", run);
  sv_text_printf(out, "><td><span class=\"verdict %s\">%s</span></td>", verdict, verdict);
  put_cell(out, "property", sv_text_get(&text));
  put_cell(out, "reason", f->verdict == SV_UNKNOWN ? reason : "");
  sv_text_string(out, "</tr>\n");
  sv_text_free(&text);
}

static void property_table(const sv_report *r, sv_text *out) {
  const sv_answer *a = r->answer;
  uint32_t run = 0;
  if (!a->findings.n) return;
  sv_text_string(out, "<h2>Properties</h2>\n<table class=\"properties\">\n");
  for (uint32_t i = 0; i < a->findings.n; i++) {
    property_row(r, &a->findings.at[i], run, out);
    run += a->findings.at[i].trace != NULL;
  }
  sv_text_string(out, "</table>\n");
}

static const char *certificate(const sv_report *r) {
  const sv_answer *a = r->answer;
  if (a->certified) return "re-checked by other means (--certify)";
  if (a->verdict == SV_VIOLATED) return "every run was replayed step by step";
  if (a->verdict == SV_HOLDS && r->options && !r->options->certify)
    return "not asked for (--certify re-checks a proof by other means)";
  return "none";
}

static void figures(const sv_report *r, sv_text *out) {
  const sv_answer *a = r->answer;
  sv_text_string(out, "<h2>Figures</h2>\n<table class=\"facts\">\n");
  fact(out, "engine", a->engine);
  if (a->states) fact(out, "states", a->states);
  if (a->transitions) fact(out, "transitions", a->transitions);
  if (a->transitions) factf(out, "depth", "%llu", (unsigned long long)a->depth);
  fact(out, "whole state space seen", a->complete ? "yes" : "no");
  fact(out, "certificate", certificate(r));
  factf(out, "time", "%.2f s", a->seconds);
  factf(out, "memory", "%.0f MB", r->memory_mb);
  for (uint32_t i = 0; i < a->statistics.n; i++)
    fact(out, a->statistics.at[i].name, a->statistics.at[i].value);
  sv_text_string(out, "</table>\n");
}

// ---- coverage

static void place_cell(const sv_model *m, sv_span span, sv_text *out) {
  sv_text place = {0};
  sv_place_text(m, span, &place);
  put_cell(out, "place", sv_text_get(&place));
  sv_text_free(&place);
}

// A row that the script makes a link into the source.
static void placed_row(const sv_model *m, sv_span span, const char *what, const char *text,
                       sv_text *out) {
  sv_place at = span.file ? sv_source_place(m->sources, span.file, span.begin) : (sv_place){0, 0};
  sv_text_printf(out, "<tr data-file=\"%d\" data-line=\"%d\">", (int)span.file - 1,
                 (int)at.line - 1);
  place_cell(m, span, out);
  put_cell(out, "what", what);
  put_cell(out, "statement", text);
  sv_text_string(out, "</tr>\n");
}

static uint32_t count_taken(const sv_html_statements *all, sv_coverage taken) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < all->n; i++) n += all->at[i].taken == taken;
  return n;
}

// Is a statement in this line among those that are never taken?
static bool is_told(const sv_answer *a, const sv_html_statements *all, sv_span span) {
  if (!span.file) return false;
  const sv_sources *sources = a->covered->sources;
  uint32_t line = sv_source_place(sources, span.file, span.begin).line;
  for (uint32_t i = 0; i < all->n; i++)
    if (all->at[i].taken == SV_COVER_NEVER && all->at[i].span.file == span.file &&
        sv_source_place(sources, span.file, all->at[i].span.begin).line == line)
      return true;
  return false;
}

static void known_coverage(const sv_report *r, const sv_html_statements *all, sv_text *out) {
  uint32_t taken = count_taken(all, SV_COVER_TAKEN), open = count_taken(all, SV_COVER_OPEN);
  sv_text_printf(out, "<p>%u of %u statements are taken in some run", taken, all->n);
  if (open)
    sv_text_printf(out, "; %u %s left out of the search, since %s cannot matter for the properties",
                   open, open > 1 ? "were" : "was", open > 1 ? "they" : "it");
  sv_text_string(out, ".</p>\n<table class=\"places\">\n");
  const sv_answer *a = r->answer;
  for (uint32_t i = 0; i < all->n; i++)
    if (all->at[i].taken == SV_COVER_NEVER)
      placed_row(a->covered, all->at[i].span, "never taken", all->at[i].text, out);
  for (uint32_t i = 0; i < a->unreached_names.n; i++)
    if (!is_told(a, all, a->unreached.at[i]))
      placed_row(r->model, a->unreached.at[i], "never reached", a->unreached_names.at[i], out);
  for (uint32_t i = 0; i < a->remarks.n; i++)
    placed_row(r->model, a->remarked.at[i], "", a->remarks.at[i], out);
  sv_text_string(out, "</table>\n");
}

static void coverage(const sv_report *r, sv_text *out) {
  sv_html_statements all = {0};
  sv_text why = {0};
  sv_text_string(out, "<h2>Coverage</h2>\n");
  if (sv_html_list_coverage(r, &all, &why)) known_coverage(r, &all, out);
  else {
    sv_text_string(out, "<p>Which lines are reached is not known: ");
    sv_text_xml(out, sv_text_get(&why));
    sv_text_string(out, ".</p>\n");
  }
  sv_vec_free(all);
  sv_text_free(&why);
}

static void diagnostics(const sv_report *r, sv_text *out) {
  uint32_t n = r->diags ? sv_diags_count(r->diags) : 0;
  if (!n) return;
  sv_text_string(out, "<h2>Messages</h2>\n<table class=\"places\">\n");
  for (uint32_t i = 0; i < n; i++)
    placed_row(r->model, sv_diags_span(r->diags, i), "", sv_diags_message(r->diags, i), out);
  sv_text_string(out, "</table>\n");
}

void sv_html_answer(const sv_report *r, sv_text *out) {
  const sv_answer *a = r->answer;
  const char *reason = sv_report_reason(r);
  if (reason) {
    sv_text_string(out, "<p class=\"reason\">");
    sv_text_xml(out, reason);
    sv_text_string(out, "</p>\n");
  }
  if (a && a->details) {
    sv_text_string(out, "<pre>");
    sv_text_xml(out, a->details);
    sv_text_string(out, "</pre>\n");
  }
  if (a) property_table(r, out);
  if (a) coverage(r, out);
  if (a) figures(r, out);
  diagnostics(r, out);
}

// ---- runs

typedef struct {
  sv_exec *exec;
  const sv_trace *trace;
  sv_state *last;
  uint32_t taken;
  sv_text *out;
} walk;

static void text_cell(sv_text *out, const char *class, sv_text *text) {
  put_cell(out, class, sv_text_get(text));
  sv_text_free(text);
}

static void changes_cell(walk *w, const sv_state *before, const sv_step *step,
                         const sv_state *after) {
  const sv_net *net = sv_exec_net(w->exec);
  const sv_net_action *a = &net->actions.at[step->action];
  sv_strings items = {0};
  sv_text text = {0};
  if (sv_show_blame(w->exec, before, step, &text, NULL)) sv_text_string(&text, " (fails)");
  else {
    sv_show_changes(net, before, after, a->edge_count ? a->edges[0].process : SV_NO_PROCESS,
                    &items);
    sv_show_join(&items, &text);
  }
  text_cell(w->out, "changes", &text);
  sv_strings_free(&items);
}

static void loop_row(const walk *w) {
  if (w->trace->lasso && w->taken == w->trace->loop)
    sv_text_string(w->out, "<tr class=\"loop\"><td></td><td colspan=\"4\">"
                           "cycle: what follows is repeated for ever</td></tr>\n");
}

static void step_row(void *context, const sv_state *before, const sv_step *step,
                     const sv_state *after) {
  walk *w = context;
  const sv_net *net = sv_exec_net(w->exec);
  const sv_trace *t = w->trace;
  sv_text text = {0};
  loop_row(w);
  uint32_t number = t->of ? t->numbers.at[w->taken] : w->taken + 1;
  w->taken++;
  sv_text_printf(w->out, "<tr><td class=\"number\">%u</td>", number);
  sv_step_processes(net, before, step, &text);
  text_cell(w->out, "who", &text);
  place_cell(net->model, net->model->actions.at[net->actions.at[step->action].action].span, w->out);
  sv_step_statement(net, step, &text);
  text_cell(w->out, "statement", &text);
  changes_cell(w, before, step, after);
  sv_text_string(w->out, "</tr>\n");
  if (sv_show_output(w->exec, before, step, &text) && text.n) {
    sv_text_string(w->out, "<tr class=\"output\"><td></td><td colspan=\"4\">");
    sv_text_xml(w->out, sv_text_get(&text));
    sv_text_string(w->out, "</td></tr>\n");
  }
  sv_text_free(&text);
  sv_state_copy(net, w->last, after);
}

static void wait_row(const sv_net *net, const sv_state *s, const sv_wait *wait, sv_text *out) {
  sv_text text = {0};
  sv_text_printf(out, "<tr class=\"waits\"><td class=\"number\">%s</td>",
                 wait->may_stay ? "idle" : "waits");
  sv_show_process(net, s, wait->process, &text);
  text_cell(out, "who", &text);
  bool vain = wait->action == SV_WAITS_IN_VAIN;
  place_cell(net->model,
             vain ? SV_NOWHERE : net->model->actions.at[net->actions.at[wait->action].action].span,
             out);
  if (vain) sv_text_string(&text, "(nothing leads on)");
  else sv_step_statement(net, &(const sv_step){.action = wait->action}, &text);
  text_cell(out, "statement", &text);
  for (uint32_t i = 0; i < wait->needs.n; i++) {
    if (i) sv_text_string(&text, ", ");
    sv_need_text(net, s, &wait->needs.at[i], &text);
  }
  text_cell(out, "changes", &text);
  sv_text_string(out, "</tr>\n");
}

static void end_rows(const sv_net *net, const sv_trace *trace, const sv_state *last, sv_text *out) {
  bool deadlock = trace->property && net->properties.at[trace->property].kind == SV_PROP_DEADLOCK;
  bool stays = trace->lasso && trace->loop == trace->steps.n;
  if (stays)
    sv_text_string(out, "<tr class=\"loop\"><td></td><td colspan=\"4\">"
                        "cycle: nothing more happens, this state stays for ever</td></tr>\n");
  if (!deadlock && !stays) return;
  sv_waits waits = {0};
  sv_list_waits(net, last, &waits);
  for (uint32_t i = 0; i < waits.n; i++) wait_row(net, last, &waits.at[i], out);
  sv_waits_free(&waits);
}

static void initial_row(const sv_net *net, const sv_state *initial, sv_text *out) {
  sv_strings items = {0};
  sv_text text = {0};
  sv_show_initial(net, initial, &items);
  sv_show_condense(&items);
  sv_show_join(&items, &text);
  sv_text_string(out, "<tr><td class=\"number\">0</td><td>start</td><td></td><td></td>");
  text_cell(out, "changes", &text);
  sv_text_string(out, "</tr>\n");
  sv_strings_free(&items);
}

static void heading(const sv_net *net, const sv_trace *trace, sv_text *out) {
  sv_text title = {0};
  if (trace->property) sv_property_text(net->model, trace->property, &title);
  sv_text_string(out, "<h2>");
  sv_html_printf(out, "%s%s", trace->property ? "A run that violates " : "A run",
                 sv_text_get(&title));
  sv_text_string(out, "</h2>\n");
  if (trace->of) sv_text_printf(out, "<p>%u of %u steps matter.</p>\n", trace->steps.n, trace->of);
  sv_text_free(&title);
}

void sv_html_table(const sv_net *net, const sv_trace *trace, sv_text *out) {
  walk w = {sv_exec_new(net), trace, sv_state_new(net), 0, out};
  sv_text why = {0};
  heading(net, trace, out);
  sv_text_string(out,
                 "<table class=\"steps\">\n<thead><tr><th>step</th><th>process</th><th>place</th>"
                 "<th>statement</th><th>change</th></tr></thead>\n<tbody>\n");
  initial_row(net, trace->initial, out);
  sv_state_copy(net, w.last, trace->initial);
  bool replayed = sv_trace_replay(w.exec, trace, step_row, &w, &why);
  if (replayed) end_rows(net, trace, w.last, out);
  sv_text_string(out, "</tbody></table>\n");
  sv_state_free(net, w.last);
  sv_exec_free(w.exec);
  sv_text_free(&why);
}
