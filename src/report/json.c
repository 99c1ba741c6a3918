// json.c -- an answer, and a trace, for machines. The schema is docs/json.md.

#include <jansson.h>
#include <string.h>

#include "report/json_kit.h"
#include "report/line.h"
#include "report/report.h"
#include "report/show.h"
#include "report/waits.h"

json_t *sv_json_string(const char *s) {
  json_t *j = json_string(s);
  if (j) return j;
  char *copy = sv_strdup(s);
  for (char *c = copy; *c; c++)
    if ((unsigned char)*c >= 0x80) *c = '?';
  j = json_string(copy);
  sv_free(copy);
  return j;
}

json_t *sv_json_text(sv_text *t) {
  json_t *j = sv_json_string(sv_text_get(t));
  sv_text_free(t);
  return j;
}

static json_t *string_or_null(const char *s) { return s ? sv_json_string(s) : json_null(); }

void sv_json_set(json_t *object, const char *key, json_t *value) {
  json_object_set_new_nocheck(object, key, value);
}

// A file, a line and a column; null where there is none.
static void set_place(const sv_model *m, json_t *object, sv_span span) {
  bool known = span.file;
  sv_place at = known ? sv_source_place(m->sources, span.file, span.begin) : (sv_place){0, 0};
  sv_json_set(object, "file", string_or_null(known ? sv_source_path(m->sources, span.file) : NULL));
  sv_json_set(object, "line", known ? json_integer(at.line) : json_null());
  sv_json_set(object, "column", known ? json_integer(at.column) : json_null());
}

static json_t *cell_json(const sv_net *net, uint32_t cell, sv_value v) {
  sv_text t = {0};
  sv_cell_value(net, cell, v, &t);
  return sv_json_text(&t);
}

static void set_cell(const sv_net *net, json_t *object, const sv_state *s, uint32_t cell) {
  sv_text name = {0};
  sv_cell_name(net, cell, &name);
  sv_json_set(object, sv_text_get(&name), cell_json(net, cell, s->cells[cell]));
  sv_text_free(&name);
}

static void set_queue(const sv_net *net, json_t *object, const sv_state *s, uint32_t queue) {
  sv_text t = {0};
  sv_queue_print(net, queue, &s->queues[queue], &t);
  sv_json_set(object, sv_names_get(net->model->names, net->queues.at[queue].name),
              sv_json_text(&t));
}

static json_t *initial_json(const sv_net *net, const sv_state *s) {
  json_t *object = json_object();
  for (uint32_t c = 0; c < net->cells; c++) set_cell(net, object, s, c);
  return object;
}

// What a step that ends the run by failing would change is nothing that happened.
static json_t *changes_json(const sv_net *net, const sv_state *before, const sv_state *after) {
  json_t *object = json_object();
  for (uint32_t c = 0; c < net->cells; c++)
    if (!sv_value_same(before->cells[c], after->cells[c])) set_cell(net, object, after, c);
  for (uint32_t q = 0; q < net->queues.n; q++)
    if (!sv_queue_equal(&before->queues[q], &after->queues[q])) set_queue(net, object, after, q);
  return object;
}

static json_t *edge_names(const sv_model *m, const sv_net *net, const sv_net_action *a) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < a->edge_count; i++) {
    const sv_net_process *p = &net->processes.at[a->edges[i].process];
    json_array_append_new(list, sv_json_string(sv_names_get(m->names, p->name)));
  }
  return list;
}

static json_t *choices_json(const sv_net *net, const sv_step *step) {
  const sv_net_action *a = &net->actions.at[step->action];
  json_t *list = json_array();
  for (uint32_t i = 0; i < a->choice_count; i++) {
    sv_text t = {0};
    sv_value_print(net->model->terms, a->choices[i], step->choices[i], &t);
    json_array_append_new(list, sv_json_text(&t));
  }
  return list;
}

typedef struct {
  sv_exec *exec;
  const sv_trace *trace;
  json_t *steps;
  sv_state *last;
} walk;

// Does the run end by what this step violates?
static bool ends_by(const walk *w, const sv_step *step) {
  const sv_trace *t = w->trace;
  return t->property && json_array_size(w->steps) + 1 == t->steps.n &&
         sv_exec_violated_by(sv_exec_net(w->exec), step, t->property);
}

static bool set_blame(const walk *w, json_t *object, const sv_state *before, const sv_step *step) {
  sv_text t = {0};
  bool blamed = sv_show_blame(w->exec, before, step, &t, NULL);
  if (blamed) sv_json_set(object, "fails", sv_json_text(&t));
  return blamed;
}

static void set_output(sv_exec *exec, json_t *object, const sv_state *before, const sv_step *step) {
  sv_text t = {0};
  if (sv_show_output(exec, before, step, &t)) sv_json_set(object, "output", sv_json_text(&t));
}

// The number by which its language knows the acting process.
static void set_pid(const sv_net *net, json_t *object, const sv_state *s, const sv_net_action *a) {
  int64_t pid;
  if (a->edge_count && sv_state_number(net, s, a->edges[0].process, &pid))
    sv_json_set(object, "pid", json_integer(pid));
}

static void step_json(void *context, const sv_state *before, const sv_step *step,
                      const sv_state *after) {
  walk *w = context;
  const sv_net *net = sv_exec_net(w->exec);
  const sv_net_action *a = &net->actions.at[step->action];
  const sv_action *source = &net->model->actions.at[a->action];
  json_t *object = json_object();
  sv_text t = {0};
  sv_step_processes(net, before, step, &t);
  sv_json_set(object, "process", sv_json_text(&t));
  set_pid(net, object, before, a);
  set_place(net->model, object, source->span);
  sv_step_statement(net, step, &t);
  sv_json_set(object, "statement", sv_json_text(&t));
  bool failed = set_blame(w, object, before, step) && ends_by(w, step);
  sv_json_set(object, "changes", failed ? json_object() : changes_json(net, before, after));
  set_output(w->exec, object, before, step);
  sv_json_set(object, "action", sv_json_string(sv_names_get(net->model->names, source->name)));
  sv_json_set(object, "number", json_integer(a->action));
  sv_json_set(object, "processes", edge_names(net->model, net, a));
  sv_json_set(object, "choices", choices_json(net, step));
  json_array_append_new(w->steps, object);
  sv_state_copy(net, w->last, after);
}

static const char *need_word(sv_need_kind kind) {
  switch (kind) {
  case SV_NEED_CHANGE: return "change";
  case SV_NEED_HOLDER: return "release";
  case SV_NEED_SENDER: return "send";
  case SV_NEED_RECEIVER: return "receive";
  case SV_NEED_MESSAGE: return "message";
  case SV_NEED_MOVE: return "move";
  case SV_NEED_PARTNER: return "partner";
  }
  SV_UNREACHABLE();
}

static json_t *need_json(const sv_net *net, const sv_state *s, const sv_need *need) {
  json_t *object = json_object(), *by = json_array();
  sv_text t = {0};
  sv_json_set(object, "kind", sv_json_string(need_word(need->kind)));
  sv_json_set(object, "what", sv_json_string(need->what));
  for (uint32_t i = 0; i < need->by.n; i++) {
    sv_show_process(net, s, need->by.at[i], &t);
    json_array_append_new(by, sv_json_text(&t));
  }
  sv_json_set(object, "by", by);
  sv_need_text(net, s, need, &t);
  sv_json_set(object, "text", sv_json_text(&t));
  return object;
}

static json_t *wait_json(const sv_net *net, const sv_state *s, const sv_wait *wait) {
  json_t *object = json_object();
  sv_text t = {0};
  sv_show_process(net, s, wait->process, &t);
  sv_json_set(object, "process", sv_json_text(&t));
  json_t *needs = json_array();
  for (uint32_t i = 0; i < wait->needs.n; i++)
    json_array_append_new(needs, need_json(net, s, &wait->needs.at[i]));
  sv_json_set(object, "needs", needs);
  sv_json_set(object, "may_stay", json_boolean(wait->may_stay));
  if (wait->action == SV_WAITS_IN_VAIN) return object;
  set_place(net->model, object, net->model->actions.at[net->actions.at[wait->action].action].span);
  sv_step_statement(net, &(const sv_step){.action = wait->action}, &t);
  sv_json_set(object, "statement", sv_json_text(&t));
  return object;
}

// In a deadlock: what each process waits for.
static void set_waits(json_t *object, const sv_net *net, const sv_trace *trace,
                      const sv_state *last) {
  bool deadlock = net->properties.at[trace->property].kind == SV_PROP_DEADLOCK && trace->property;
  if (!deadlock && !(trace->lasso && trace->loop == trace->steps.n)) return;
  sv_waits waits = {0};
  json_t *list = json_array();
  sv_list_waits(net, last, &waits);
  for (uint32_t i = 0; i < waits.n; i++)
    json_array_append_new(list, wait_json(net, last, &waits.at[i]));
  sv_json_set(object, "waits", list);
  sv_waits_free(&waits);
}

static json_t *list_json(const sv_option_list *list) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < list->n; i++) json_array_append_new(array, sv_json_string(list->at[i]));
  return array;
}

static void set_switch(json_t *object, const char *name, bool on) {
  if (on) sv_json_set(object, name, sv_json_string("on"));
}

static void set_uml_options(json_t *object, const sv_options *o) {
  sv_json_set(object, "regions", sv_json_string(sv_opt_regions_text(o->regions)));
  sv_json_set(object, "deferral", sv_json_string(sv_opt_deferral_text(o->deferral)));
  if (o->stimulus) sv_json_set(object, "stimulus", sv_json_string(o->stimulus));
  set_switch(object, "flatten", o->flatten);
}

// Without merging the reader of C keeps steps apart, too.
static void set_c_options(json_t *object, const sv_options *o) {
  set_switch(object, "races", o->races);
  set_switch(object, "leaks", o->leaks);
  set_switch(object, "overflow", o->overflow);
  set_switch(object, "malloc-may-fail", o->malloc_may_fail);
  sv_json_set(object, "objects", json_integer(o->objects));
  sv_json_set(object, "merge", sv_json_string(sv_opt_on_off_text(o->merge)));
}

// The options that shape the model and its net: a replay needs the same.
static json_t *options_json(const sv_options *o, const sv_net *net) {
  json_t *object = json_object();
  sv_json_set(object, "threads", json_integer(net->threads ? net->threads : o->threads));
  sv_json_set(object, "pool", json_integer(o->pool));
  sv_json_set(object, "recursion", json_integer(net->model->beside ? 0 : o->recursion));
  sv_json_set(object, "init", sv_json_string(sv_opt_init_text(o->init)));
  sv_json_set(object, "deadlock", sv_json_string(sv_opt_tristate_text(o->deadlock)));
  if (o->label.n) sv_json_set(object, "label", list_json(&o->label));
  if (o->invariant.n) sv_json_set(object, "invariant", list_json(&o->invariant));
  if (o->reach.n) sv_json_set(object, "reach", list_json(&o->reach));
  if (o->define.n) sv_json_set(object, "define", list_json(&o->define));
  if (o->set.n) sv_json_set(object, "set", list_json(&o->set));
  if (o->include.n) sv_json_set(object, "include", list_json(&o->include));
  if (o->with.n) sv_json_set(object, "with", list_json(&o->with));
  if (o->clang.n) sv_json_set(object, "clang", list_json(&o->clang));
  if (o->ltl.n) sv_json_set(object, "ltl", list_json(&o->ltl));
  if (o->question) sv_json_set(object, "question", sv_json_string(o->question));
  set_switch(object, "lossy", o->lossy);
  set_switch(object, "nonprogress", o->nonprogress);
  set_switch(object, "fair", o->fair);
  const char *language = net->model->language ? net->model->language : "";
  if (!strcmp(language, "uml")) set_uml_options(object, o);
  if (!strcmp(language, "c")) set_c_options(object, o);
  return object;
}

// Of a run of which only some steps are told.
static void set_numbers(json_t *object, const sv_trace *trace) {
  if (!trace->of) return;
  json_t *list = json_array();
  for (uint32_t i = 0; i < trace->numbers.n; i++)
    json_array_append_new(list, json_integer(trace->numbers.at[i]));
  sv_json_set(object, "numbers", list);
  sv_json_set(object, "of", json_integer(trace->of));
}

static json_t *trace_json(const sv_net *net, const sv_trace *trace, const sv_options *options) {
  json_t *object = json_object(), *steps = json_array();
  sv_exec *exec = sv_exec_new(net);
  walk w = {exec, trace, steps, sv_state_new(net)};
  sv_text why = {0};
  sv_state_copy(net, w.last, trace->initial);
  bool replayed = sv_trace_replay(exec, trace, step_json, &w, &why);
  sv_exec_free(exec);
  sv_text_free(&why);
  const sv_model *m = net->model;
  const sv_property *p = &m->properties.at[trace->property];
  if (trace->property)
    sv_json_set(object, "property", sv_json_string(sv_names_get(m->names, p->name)));
  sv_json_set(object, "initial", initial_json(net, trace->initial));
  sv_json_set(object, "steps", steps);
  if (trace->lasso) sv_json_set(object, "loop", json_integer(trace->loop));
  if (replayed) set_waits(object, net, trace, w.last);
  sv_state_free(net, w.last);
  set_numbers(object, trace);
  sv_json_set(object, "options", options_json(options, net));
  return object;
}

static json_t *cause_json(sv_cause cause) {
  return cause ? sv_json_string(sv_cause_word(cause)) : json_null();
}

static json_t *finding_trace(const sv_report *r, const sv_finding *f) {
  return trace_json(sv_finding_net(r->answer, f), f->trace, r->options);
}

// Why it is unknown, or which expression is to blame; NULL: nothing to say. A property that
// stands nowhere has its place where the run failed.
static json_t *reason_json(const sv_report *r, const sv_finding *f, sv_span *span) {
  sv_text blame = {0};
  sv_span place = SV_NOWHERE;
  if (f->reason) return sv_json_string(f->reason);
  bool blamed =
      f->trace && sv_show_trace_blame(sv_finding_net(r->answer, f), f->trace, &blame, &place);
  if (!span->file) *span = place;
  json_t *text = blamed ? sv_json_string(sv_text_get(&blame)) : NULL;
  sv_text_free(&blame);
  return text;
}

static json_t *property_json(const sv_report *r, const sv_finding *f, bool with_trace) {
  const sv_property *p = &r->model->properties.at[f->property];
  sv_span span = p->span;
  json_t *reason = reason_json(r, f, &span);
  json_t *object = json_object();
  sv_json_set(object, "name", sv_json_string(sv_names_get(r->model->names, p->name)));
  sv_json_set(object, "kind", sv_json_string(sv_property_kind_text(p->kind)));
  sv_json_set(object, "answer", sv_json_string(sv_verdict_text(f->verdict)));
  set_place(r->model, object, span);
  sv_json_set(object, "cause", cause_json(f->cause));
  if (reason) sv_json_set(object, "reason", reason);
  if (f->seconds > 0) sv_json_set(object, "seconds", json_real(f->seconds));
  if (with_trace && f->trace) sv_json_set(object, "trace", finding_trace(r, f));
  return object;
}

static const sv_finding *first_violated(const sv_answer *a) {
  for (uint32_t i = 0; a && i < a->findings.n; i++)
    if (a->findings.at[i].verdict == SV_VIOLATED) return &a->findings.at[i];
  return NULL;
}

static json_t *diags_json(const sv_report *r) {
  static const char *const severities[] = {"error", "warning", "note", "unsupported"};
  json_t *list = json_array();
  for (uint32_t i = 0; r->diags && i < sv_diags_count(r->diags); i++) {
    json_t *object = json_object();
    sv_json_set(object, "severity", sv_json_string(severities[sv_diags_severity(r->diags, i)]));
    set_place(r->model, object, sv_diags_span(r->diags, i));
    const char *path = sv_diags_path(r->diags, i);
    if (path) sv_json_set(object, "file", sv_json_string(path));
    sv_json_set(object, "message", sv_json_string(sv_diags_message(r->diags, i)));
    json_array_append_new(list, object);
  }
  return list;
}

// What is wrong with the options is a diagnostic too.
static json_t *all_diags_json(const sv_report *r) {
  json_t *list = diags_json(r);
  if (r->refused)
    json_array_append_new(list, json_pack("{s:s, s:n, s:n, s:n, s:o}", "severity", "error", "file",
                                          "line", "column", "message", sv_json_string(r->refused)));
  return list;
}

static void add_properties(const sv_report *r, json_t *object) {
  const sv_answer *a = r->answer;
  const sv_finding *first = first_violated(a);
  json_t *list = json_array();
  for (uint32_t i = 0; a && i < a->findings.n; i++)
    json_array_append_new(list, property_json(r, &a->findings.at[i], &a->findings.at[i] != first));
  sv_json_set(object, "properties", list);
}

static void add_unreached(const sv_report *r, json_t *object) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < r->answer->unreached_names.n; i++) {
    json_t *one = json_object();
    sv_json_set(one, "location", sv_json_string(r->answer->unreached_names.at[i]));
    set_place(r->model, one, r->answer->unreached.at[i]);
    json_array_append_new(list, one);
  }
  sv_json_set(object, "unreached", list);
  json_t *remarks = json_array();
  for (uint32_t i = 0; i < r->answer->remarks.n; i++) {
    json_t *one = json_object();
    sv_json_set(one, "text", sv_json_string(r->answer->remarks.at[i]));
    set_place(r->model, one, r->answer->remarked.at[i]);
    json_array_append_new(remarks, one);
  }
  sv_json_set(object, "remarks", remarks);
}

static void add_statistics(const sv_report *r, json_t *object) {
  json_t *all = json_object();
  for (uint32_t i = 0; i < r->answer->statistics.n; i++)
    sv_json_set(all, r->answer->statistics.at[i].name,
                sv_json_string(r->answer->statistics.at[i].value));
  sv_json_set(object, "statistics", all);
}

static void add_answer(const sv_report *r, json_t *object) {
  const sv_answer *a = r->answer;
  const sv_finding *first = first_violated(a);
  sv_json_set(object, "states", string_or_null(a->states));
  sv_json_set(object, "transitions", string_or_null(a->transitions));
  sv_json_set(object, "depth", json_integer((json_int_t)a->depth));
  sv_json_set(object, "seconds", json_real(a->seconds));
  sv_json_set(object, "memory_mb", json_real(r->memory_mb));
  sv_json_set(object, "complete", json_boolean(a->complete));
  sv_json_set(object, "certified", json_boolean(a->certified));
  sv_json_set(object, "trace", first ? finding_trace(r, first) : json_null());
  add_unreached(r, object);
  add_statistics(r, object);
}

static void add_nothing(const sv_report *r, json_t *object) {
  sv_json_set(object, "states", json_null());
  sv_json_set(object, "transitions", json_null());
  sv_json_set(object, "depth", json_integer(0));
  sv_json_set(object, "seconds", json_real(0));
  sv_json_set(object, "memory_mb", json_real(r->memory_mb));
  sv_json_set(object, "complete", json_false());
  sv_json_set(object, "certified", json_false());
  sv_json_set(object, "trace", json_null());
  sv_json_set(object, "unreached", json_array());
  sv_json_set(object, "remarks", json_array());
  sv_json_set(object, "statistics", json_object());
}

void sv_json_dump(json_t *object, size_t flags, sv_text *out) {
  char *text = json_dumps(object, flags | JSON_ENSURE_ASCII | (flags ? 0 : JSON_COMPACT));
  if (text) sv_text_string(out, text);
  free(text);
  json_decref(object);
}

void sv_report_json(const sv_report *r, sv_text *out) {
  json_t *object = json_object();
  sv_json_set(object, "file", sv_json_string(r->model->title));
  sv_json_set(object, "language", string_or_null(r->model->language));
  sv_json_set(object, "engine", string_or_null(r->answer ? r->answer->engine : NULL));
  const char *answer = r->answer ? sv_verdict_text(r->answer->verdict) : "unknown";
  sv_json_set(object, "answer", sv_json_string(answer));
  sv_json_set(object, "status", json_integer(r->status));
  sv_json_set(object, "cause", cause_json(r->answer ? r->answer->cause : r->cause));
  sv_json_set(object, "reason", string_or_null(sv_report_reason(r)));
  if (r->answer && r->answer->details)
    sv_json_set(object, "details", sv_json_string(r->answer->details));
  add_properties(r, object);
  if (r->answer) add_answer(r, object);
  else add_nothing(r, object);
  sv_json_set(object, "diagnostics", all_diags_json(r));
  sv_json_dump(object, 0, out);
}

void sv_report_trace_json(const sv_net *net, const sv_trace *trace, const sv_options *options,
                          sv_text *out) {
  json_t *object = trace_json(net, trace, options);
  sv_json_set(object, "file", sv_json_string(net->model->title));
  sv_json_set(object, "language", string_or_null(net->model->language));
  sv_json_dump(object, JSON_INDENT(2), out);
  sv_text_char(out, '\n');
}
