// sarif.c -- an answer as a run in SARIF 2.1.0, for tools that show findings in the source.
//
// A property is a result: `fail` with the trace as a code flow, `open` where it is unknown,
// `pass` where it holds. What keeps a file from being checked is a notification. The runs
// of several files stand in one log, which who prints them opens and closes.

#include <jansson.h>
#include <string.h>

#include "report/json_kit.h"
#include "report/line.h"
#include "report/report.h"
#include "report/show.h"

static json_t *message(const char *text) {
  return json_pack("{s:o}", "text", sv_json_string(text));
}

// A path as a reference: what has a meaning in URIs, and what may not stand there, by its bytes.
static json_t *uri(const char *path) {
  static const char plain[] = "-._~/!$&'()*+,;=@";
  sv_text t = {0};
  for (; *path; path++) {
    unsigned char c = (unsigned char)*path;
    bool letter = (c | 32) >= 'a' && (c | 32) <= 'z';
    if (letter || (c >= '0' && c <= '9') || strchr(plain, c)) sv_text_char(&t, *path);
    else sv_text_printf(&t, "%%%02X", c);
  }
  return sv_json_text(&t);
}

// NULL where there is no place in a file: a question of the command line is in none.
static json_t *location(const sv_model *m, sv_span span, const char *text) {
  if (!span.file || sv_place_is_option(m, span)) return NULL;
  sv_place at = sv_source_place(m->sources, span.file, span.begin);
  json_t *where = json_pack("{s:{s:o}, s:{s:i, s:i}}", "artifactLocation", "uri",
                            uri(sv_source_path(m->sources, span.file)), "region", "startLine",
                            (int)at.line, "startColumn", (int)at.column);
  json_t *object = json_pack("{s:o}", "physicalLocation", where);
  if (text) sv_json_set(object, "message", message(text));
  return object;
}

static json_t *locations(const sv_model *m, sv_span span) {
  json_t *list = json_array(), *one = location(m, span, NULL);
  if (one) json_array_append_new(list, one);
  return list;
}

typedef struct {
  const sv_net *net;
  json_t *steps;
  sv_span last;
} walk;

static void step(void *context, const sv_state *before, const sv_step *s, const sv_state *after) {
  walk *w = context;
  const sv_action *a = &w->net->model->actions.at[w->net->actions.at[s->action].action];
  sv_strings changes = {0};
  sv_text text = {0};
  sv_step_processes(w->net, before, s, &text);
  sv_text_string(&text, ": ");
  sv_text statement = {0};
  sv_step_statement(w->net, s, &statement);
  sv_text_string(&text, sv_text_get(&statement));
  sv_show_changes(w->net, before, after, SV_NO_PROCESS, &changes);
  if (changes.n) sv_text_string(&text, "; ");
  sv_show_join(&changes, &text);
  json_t *at = location(w->net->model, a->span, sv_text_get(&text));
  if (at) json_array_append_new(w->steps, json_pack("{s:o}", "location", at));
  if (a->span.file) w->last = a->span;
  sv_strings_free(&changes);
  sv_text_free(&statement);
  sv_text_free(&text);
}

// The steps that have a place; *last is that of the last one.
static json_t *code_flow(const sv_net *net, const sv_trace *trace, sv_span *last) {
  sv_exec *exec = sv_exec_new(net);
  sv_text why = {0};
  walk w = {net, json_array(), SV_NOWHERE};
  sv_trace_replay(exec, trace, step, &w, &why);
  sv_text_free(&why);
  sv_exec_free(exec);
  *last = w.last;
  return json_pack("{s:[{s:o}]}", "threadFlows", "locations", w.steps);
}

static void describe(const sv_report *r, const sv_finding *f, sv_span *span, sv_text *out) {
  const sv_property *p = &r->model->properties.at[f->property];
  sv_property_text(r->model, f->property, out);
  sv_text_printf(out, " %s%s", f->verdict == SV_HOLDS ? "" : "is ", sv_verdict_text(f->verdict));
  *span = p->span;
  if (f->verdict == SV_UNKNOWN)
    sv_text_printf(out, ": %s", f->reason ? f->reason : sv_cause_text(f->cause));
  sv_text blame = {0};
  if (f->trace && sv_show_trace_blame(sv_finding_net(r->answer, f), f->trace, &blame, span))
    sv_text_printf(out, ": %s", sv_text_get(&blame));
  sv_text_free(&blame);
}

static json_t *result(const sv_report *r, const sv_finding *f) {
  static const char *const kinds[] = {
      [SV_HOLDS] = "pass", [SV_VIOLATED] = "fail", [SV_UNKNOWN] = "open"};
  const sv_property *p = &r->model->properties.at[f->property];
  sv_text text = {0};
  sv_span span, last = SV_NOWHERE;
  describe(r, f, &span, &text);
  json_t *object = json_object();
  sv_json_set(object, "ruleId", sv_json_string(sv_property_kind_text(p->kind)));
  sv_json_set(object, "kind", json_string(kinds[f->verdict]));
  sv_json_set(object, "level", json_string(f->verdict == SV_VIOLATED ? "error" : "none"));
  sv_json_set(object, "message", message(sv_text_get(&text)));
  json_t *flow = f->trace ? code_flow(sv_finding_net(r->answer, f), f->trace, &last) : NULL;
  bool in_file = span.file && !sv_place_is_option(r->model, span);
  sv_json_set(object, "locations", locations(r->model, in_file ? span : last));
  if (flow) sv_json_set(object, "codeFlows", json_pack("[o]", flow));
  sv_text_free(&text);
  return object;
}

static json_t *rules(void) {
  json_t *list = json_array();
  for (sv_property_kind k = SV_PROP_ASSERTION; k <= SV_PROP_RECURRENCE; k++)
    json_array_append_new(list, json_pack("{s:s}", "id", sv_property_kind_text(k)));
  return list;
}

static json_t *notification(const char *level, const char *text) {
  return json_pack("{s:s, s:o}", "level", level, "message", message(text));
}

static json_t *notifications(const sv_report *r) {
  json_t *list = json_array();
  const char *reason = sv_report_reason(r);
  bool failed = !r->answer || r->answer->bug;
  bool open = failed || r->answer->verdict == SV_UNKNOWN;
  if (open && reason)
    json_array_append_new(list, notification(failed ? "error" : "warning", reason));
  for (uint32_t i = 0; r->diags && i < sv_diags_count(r->diags); i++) {
    bool bad = sv_diags_severity(r->diags, i) == SV_ERROR;
    json_t *one = notification(bad ? "error" : "warning", sv_diags_message(r->diags, i));
    json_t *at = location(r->model, sv_diags_span(r->diags, i), NULL);
    if (at) sv_json_set(one, "locations", json_pack("[o]", at));
    json_array_append_new(list, one);
  }
  return list;
}

void sv_report_sarif(const sv_report *r, sv_text *out) {
  const sv_answer *a = r->answer && !r->answer->bug ? r->answer : NULL;
  json_t *results = json_array();
  for (uint32_t i = 0; a && i < a->findings.n; i++)
    json_array_append_new(results, result(r, &a->findings.at[i]));
  json_t *run = json_pack("{s:{s:{s:s, s:s, s:o}}, s:[{s:b, s:i, s:o}], s:[{s:{s:o}}], s:o}",
                          "tool", "driver", "name", "Selvage", "version", SELVAGE_VERSION, "rules",
                          rules(), "invocations", "executionSuccessful", a != NULL, "exitCode",
                          r->status, "toolExecutionNotifications", notifications(r), "artifacts",
                          "location", "uri", uri(r->model->title), "results", results);
  sv_json_dump(run, 0, out);
}
