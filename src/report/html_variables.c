// html_variables.c -- the variables of a run over time, for the page.
//
// Every cell and queue that people may see is a variable of the page, from when its process
// begins to run until it ends; an instance that is started again under another number
// brings new variables. Only changes are told: `initial` and each step's `set` are lists of
// [variable, value], where the value is a number of `values`, or null when the process ends.

#include "report/html.h"
#include "report/show.h"

typedef struct {
  uint32_t variable;  // of the page, or NONE before it was seen
  bool shown;
} seen;
#define NONE UINT32_MAX

typedef struct {
  const sv_net *net;
  json_t *names, *values, *steps;
  sv_names *strings;  // of values: their numbers are those of the list + 1
  seen *cells;        // by cell, then by queue
  json_t *set;        // of the step that is looked at
  uint32_t taken;
} walk;

static json_t *value_number(walk *w, const char *text) {
  uint32_t known = sv_names_count(w->strings);
  sv_name name = sv_names_cstr(w->strings, text);
  if (name.x > known) json_array_append_new(w->values, sv_json_string(text));
  return json_integer(name.x - 1);
}

static const char *name_of(walk *w, uint32_t variable) {
  return json_string_value(json_array_get(w->names, variable));
}

// The text is "name = value": the name may not contain " = ".
static void tell(walk *w, seen *s, sv_text *item) {
  char *text = item->at, *equals = strstr(text, " = ");
  assert(equals);
  *equals = 0;
  json_t *name = sv_json_string(text);
  bool same = s->variable != NONE && !strcmp(name_of(w, s->variable), json_string_value(name));
  if (!same) {
    s->variable = (uint32_t)json_array_size(w->names);
    json_array_append(w->names, name);
  }
  json_decref(name);
  s->shown = true;
  json_array_append_new(w->set, json_pack("[i,o]", (int)s->variable, value_number(w, equals + 3)));
}

static void hide(walk *w, seen *s) {
  if (s->shown) json_array_append_new(w->set, json_pack("[i,n]", (int)s->variable));
  s->shown = false;
}

static bool runs(const walk *w, const sv_state *s, uint32_t process) {
  return process == SV_NO_PROCESS || sv_state_location(w->net, s, process);
}

static void look_at_cell(walk *w, const sv_state *before, const sv_state *now, uint32_t cell) {
  seen *s = &w->cells[cell];
  bool same = before && sv_value_same(before->cells[cell], now->cells[cell]);
  sv_text item = {0};
  if (!same && sv_show_cell(w->net, now, cell, true, &item)) tell(w, s, &item);
  sv_text_free(&item);
}

static void look_at_variable(walk *w, const sv_state *before, const sv_state *now, uint32_t v) {
  const sv_net_var *var = &w->net->vars.at[v];
  bool alive = runs(w, now, var->process), was = before && runs(w, before, var->process);
  for (uint32_t c = var->first_cell; c < var->first_cell + var->cells; c++) {
    if (!alive || (before && !was)) hide(w, &w->cells[c]);
    if (alive) look_at_cell(w, was ? before : NULL, now, c);
  }
}

static void look_at_queue(walk *w, const sv_state *before, const sv_state *now, uint32_t q) {
  const sv_net_queue *queue = &w->net->queues.at[q];
  seen *s = &w->cells[w->net->cells + q];
  if (!runs(w, now, queue->process)) return hide(w, s);
  if (before && runs(w, before, queue->process) &&
      sv_queue_equal(&before->queues[q], &now->queues[q]))
    return;
  sv_text item = {0};
  sv_show_queue(w->net, now, q, true, &item);
  tell(w, s, &item);
  sv_text_free(&item);
}

static json_t *look(walk *w, const sv_state *before, const sv_state *now) {
  w->set = json_array();
  for (uint32_t v = 0; v < w->net->vars.n; v++)
    if (!w->net->vars.at[v].is_pc) look_at_variable(w, before, now, v);
  for (uint32_t q = 0; q < w->net->queues.n; q++) look_at_queue(w, before, now, q);
  return w->set;
}

static void note_step(void *context, const sv_state *before, const sv_step *step,
                      const sv_state *after) {
  walk *w = context;
  json_t *told = json_array_get(w->steps, w->taken++);
  SV_UNUSED(step);
  json_t *set = look(w, before, after);
  // What a step that ends the run by failing would change is nothing that happened.
  if (json_is_true(json_object_get(told, "undone"))) json_array_clear(set);
  sv_json_set(told, "set", set);
}

void sv_html_set_variables(json_t *run, const sv_net *net, const sv_trace *trace) {
  walk w = {.net = net,
            .names = json_array(),
            .values = json_array(),
            .steps = json_object_get(run, "steps"),
            .strings = sv_names_new(),
            .cells = SV_NEW_ARRAY(seen, net->cells + net->queues.n + 1)};
  for (uint32_t i = 0; i < net->cells + net->queues.n; i++) w.cells[i].variable = NONE;
  sv_exec *exec = sv_exec_new(net);
  sv_text why = {0};
  sv_json_set(run, "initial", look(&w, NULL, trace->initial));
  sv_trace_replay(exec, trace, note_step, &w, &why);
  sv_json_set(run, "variables", w.names);
  sv_json_set(run, "values", w.values);
  sv_exec_free(exec);
  sv_text_free(&why);
  sv_names_free(w.strings);
  sv_free(w.cells);
}
