// json.c -- an answer, and a trace, for machines. The schema is docs/json.md.

#include <jansson.h>
#include <string.h>

#include "report/line.h"
#include "report/report.h"

// A source may hold any bytes: what is not UTF-8 becomes question marks.
static json_t *string_json(const char *s) {
  json_t *j = json_string(s);
  if (j) return j;
  char *copy = sv_strdup(s);
  for (char *c = copy; *c; c++)
    if ((unsigned char)*c >= 0x80) *c = '?';
  j = json_string(copy);
  sv_free(copy);
  return j;
}

static json_t *text_json(sv_text *t) {
  json_t *j = string_json(sv_text_get(t));
  sv_text_free(t);
  return j;
}

static json_t *string_or_null(const char *s) { return s ? string_json(s) : json_null(); }

static void set(json_t *object, const char *key, json_t *value) {
  json_object_set_new_nocheck(object, key, value);
}

static void set_place(const sv_model *m, json_t *object, sv_span span) {
  if (!span.file) {
    set(object, "file", json_null());
    set(object, "line", json_null());
    return;
  }
  sv_place at = sv_source_place(m->sources, span.file, span.begin);
  set(object, "file", string_json(sv_source_path(m->sources, span.file)));
  set(object, "line", json_integer(at.line));
  set(object, "column", json_integer(at.column));
}

static json_t *cell_json(const sv_net *net, uint32_t cell, sv_value v) {
  sv_text t = {0};
  sv_cell_value(net, cell, v, &t);
  return text_json(&t);
}

static void set_cell(const sv_net *net, json_t *object, const sv_state *s, uint32_t cell) {
  sv_text name = {0};
  sv_cell_name(net, cell, &name);
  set(object, sv_text_get(&name), cell_json(net, cell, s->cells[cell]));
  sv_text_free(&name);
}

static void set_queue(const sv_net *net, json_t *object, const sv_state *s, uint32_t queue) {
  sv_text t = {0};
  sv_queue_print(net, queue, &s->queues[queue], &t);
  set(object, sv_names_get(net->model->names, net->queues.at[queue].name), text_json(&t));
}

static json_t *initial_json(const sv_net *net, const sv_state *s) {
  json_t *object = json_object();
  for (uint32_t c = 0; c < net->cells; c++) set_cell(net, object, s, c);
  return object;
}

static bool queue_same(const sv_queue_state *a, const sv_queue_state *b) {
  return a->deferred == b->deferred && a->messages == b->messages && a->fields.n == b->fields.n &&
         (!a->fields.n || !memcmp(a->fields.at, b->fields.at, a->fields.n * sizeof(sv_value)));
}

static json_t *changes_json(const sv_net *net, const sv_state *before, const sv_state *after) {
  json_t *object = json_object();
  for (uint32_t c = 0; c < net->cells; c++)
    if (!sv_value_same(before->cells[c], after->cells[c])) set_cell(net, object, after, c);
  for (uint32_t q = 0; q < net->queues.n; q++)
    if (!queue_same(&before->queues[q], &after->queues[q])) set_queue(net, object, after, q);
  return object;
}

static json_t *edge_names(const sv_model *m, const sv_net *net, const sv_net_action *a) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < a->edge_count; i++) {
    const sv_net_process *p = &net->processes.at[a->edges[i].process];
    json_array_append_new(list, string_json(sv_names_get(m->names, p->name)));
  }
  return list;
}

static json_t *choices_json(const sv_net *net, const sv_step *step) {
  const sv_net_action *a = &net->actions.at[step->action];
  json_t *list = json_array();
  for (uint32_t i = 0; i < a->choice_count; i++) {
    sv_text t = {0};
    sv_value_print(net->model->terms, a->choices[i], step->choices[i], &t);
    json_array_append_new(list, text_json(&t));
  }
  return list;
}

typedef struct { const sv_model *model; const sv_net *net; json_t *steps; } walk;

static void step_json(void *context, const sv_state *before, const sv_step *step,
                      const sv_state *after) {
  walk *w = context;
  const sv_net_action *a = &w->net->actions.at[step->action];
  const sv_action *source = &w->model->actions.at[a->action];
  json_t *object = json_object();
  sv_text t = {0};
  sv_step_processes(w->model, w->net, step, &t);
  set(object, "process", text_json(&t));
  set_place(w->model, object, source->span);
  sv_step_statement(w->model, w->net, step, &t);
  set(object, "statement", text_json(&t));
  set(object, "changes", changes_json(w->net, before, after));
  set(object, "action", string_json(sv_names_get(w->model->names, source->name)));
  set(object, "number", json_integer(a->action));
  set(object, "processes", edge_names(w->model, w->net, a));
  set(object, "choices", choices_json(w->net, step));
  json_array_append_new(w->steps, object);
}

static json_t *list_json(const sv_option_list *list) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < list->n; i++) json_array_append_new(array, string_json(list->at[i]));
  return array;
}

// The options that shape the model and its net: a replay needs the same.
static json_t *options_json(const sv_options *o) {
  json_t *object = json_object();
  set(object, "threads", json_integer(o->threads));
  set(object, "pool", json_integer(o->pool));
  set(object, "recursion", json_integer(o->recursion));
  set(object, "init", string_json(o->init));
  set(object, "deadlock", string_json(o->deadlock));
  if (o->label) set(object, "label", string_json(o->label));
  if (o->invariant) set(object, "invariant", string_json(o->invariant));
  if (o->define.n) set(object, "define", list_json(&o->define));
  if (o->include.n) set(object, "include", list_json(&o->include));
  if (o->lossy) set(object, "lossy", string_json("on"));
  return object;
}

static json_t *trace_json(const sv_report *r, const sv_finding *f) {
  const sv_net *net = r->answer->net;
  json_t *object = json_object(), *steps = json_array();
  walk w = {r->model, net, steps};
  sv_exec *exec = sv_exec_new(net);
  sv_text why = {0};
  sv_trace_replay(exec, f->trace, step_json, &w, &why);
  sv_exec_free(exec);
  sv_text_free(&why);
  const sv_property *p = &r->model->properties.at[f->property];
  set(object, "property", string_json(sv_names_get(r->model->names, p->name)));
  set(object, "initial", initial_json(net, f->trace->initial));
  set(object, "steps", steps);
  set(object, "options", options_json(r->options));
  return object;
}

static json_t *property_json(const sv_report *r, const sv_finding *f, bool with_trace) {
  const sv_property *p = &r->model->properties.at[f->property];
  json_t *object = json_object();
  set(object, "name", string_json(sv_names_get(r->model->names, p->name)));
  set(object, "kind", string_json(sv_property_kind_text(p->kind)));
  set(object, "answer", string_json(sv_verdict_text(f->verdict)));
  set_place(r->model, object, p->span);
  if (f->reason) set(object, "reason", string_json(f->reason));
  if (with_trace && f->trace) set(object, "trace", trace_json(r, f));
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
    set(object, "severity", string_json(severities[sv_diags_severity(r->diags, i)]));
    set_place(r->model, object, sv_diags_span(r->diags, i));
    set(object, "message", string_json(sv_diags_message(r->diags, i)));
    json_array_append_new(list, object);
  }
  return list;
}

static void add_properties(const sv_report *r, json_t *object) {
  const sv_answer *a = r->answer;
  const sv_finding *first = first_violated(a);
  json_t *list = json_array();
  for (uint32_t i = 0; a && i < a->findings.n; i++)
    json_array_append_new(list, property_json(r, &a->findings.at[i], &a->findings.at[i] != first));
  set(object, "properties", list);
}

static void add_unreached(const sv_report *r, json_t *object) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < r->answer->unreached_names.n; i++) {
    json_t *one = json_object();
    set(one, "location", string_json(r->answer->unreached_names.at[i]));
    set_place(r->model, one, r->answer->unreached.at[i]);
    json_array_append_new(list, one);
  }
  set(object, "unreached", list);
}

static void add_statistics(const sv_report *r, json_t *object) {
  json_t *all = json_object();
  for (uint32_t i = 0; i < r->answer->statistics.n; i++)
    set(all, r->answer->statistics.at[i].name,
        string_json(r->answer->statistics.at[i].value));
  set(object, "statistics", all);
}

static void add_answer(const sv_report *r, json_t *object) {
  const sv_answer *a = r->answer;
  const sv_finding *first = first_violated(a);
  set(object, "states", string_or_null(a->states));
  set(object, "transitions", string_or_null(a->transitions));
  set(object, "depth", json_integer((json_int_t)a->depth));
  set(object, "seconds", json_real(a->seconds));
  set(object, "memory_mb", json_real(r->memory_mb));
  set(object, "complete", json_boolean(a->complete));
  set(object, "certified", json_boolean(a->certified));
  set(object, "trace", first ? trace_json(r, first) : json_null());
  add_unreached(r, object);
  add_statistics(r, object);
}

static void add_nothing(const sv_report *r, json_t *object) {
  set(object, "states", json_null());
  set(object, "transitions", json_null());
  set(object, "depth", json_integer(0));
  set(object, "seconds", json_real(0));
  set(object, "memory_mb", json_real(r->memory_mb));
  set(object, "trace", json_null());
}

static const char *reason_of(const sv_report *r) {
  if (r->answer) return r->answer->bug ? r->answer->bug : r->answer->reason;
  return r->status == 65 ? "malformed input" : "the model uses an unsupported construct";
}

static void dump(json_t *object, size_t flags, sv_text *out) {
  char *text = json_dumps(object, flags | JSON_ENSURE_ASCII);
  if (text) sv_text_string(out, text);
  free(text);
  json_decref(object);
}

void sv_report_json(const sv_report *r, sv_text *out) {
  json_t *object = json_object();
  set(object, "file", string_json(r->model->title));
  set(object, "language", string_or_null(r->model->language));
  set(object, "engine", string_or_null(r->answer ? r->answer->engine : NULL));
  const char *answer = r->answer ? sv_verdict_text(r->answer->verdict) : "unknown";
  set(object, "answer", string_json(answer));
  set(object, "status", json_integer(r->status));
  set(object, "reason", string_or_null(reason_of(r)));
  add_properties(r, object);
  if (r->answer) add_answer(r, object);
  else add_nothing(r, object);
  set(object, "diagnostics", diags_json(r));
  dump(object, JSON_COMPACT, out);
}

static json_t *trace_file_json(const sv_report *r, const sv_finding *f) {
  json_t *object = trace_json(r, f);
  set(object, "file", string_json(r->model->title));
  set(object, "language", string_or_null(r->model->language));
  return object;
}

static void trace_text(const sv_report *r, const sv_finding *f, const char *path, sv_text *out) {
  size_t n = strlen(path);
  if (n > 5 && !strcmp(path + n - 5, ".json")) {
    dump(trace_file_json(r, f), JSON_INDENT(2), out);
    sv_text_char(out, '\n');
  } else {
    sv_report_trace(r->model, r->answer->net, f->trace, out);
  }
}

bool sv_report_write_trace(const sv_report *r, const sv_finding *f, const char *path,
                           sv_text *why) {
  sv_text out = {0};
  trace_text(r, f, path, &out);
  FILE *file = fopen(path, "w");
  bool ok = file && fputs(sv_text_get(&out), file) >= 0;
  if (file && fclose(file)) ok = false;
  if (!ok) sv_text_printf(why, "cannot write %s", path);
  sv_text_free(&out);
  return ok;
}
