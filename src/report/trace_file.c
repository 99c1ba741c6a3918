// trace_file.c -- reads a JSON trace back, for `selvage replay`.
//
// A trace file names things, it does not number them: actions by name and
// processes, values by cell, so that it survives small changes of the model.
// Nothing in it is trusted: it is resolved against a net here and then has to
// pass the referee like every other trace.

#include <jansson.h>
#include <string.h>

#include "report/line.h"
#include "report/report.h"

struct sv_trace_file {
  json_t *root;
  json_t *trace;  // borrowed from root
};

static json_t *find_trace(json_t *root) {
  if (json_object_get(root, "steps")) return root;
  json_t *inner = json_object_get(root, "trace");
  return json_is_object(inner) && json_object_get(inner, "steps") ? inner : NULL;
}

sv_trace_file *sv_trace_file_read(const char *path, sv_text *text, sv_text *why) {
  json_error_t error;
  json_t *root = json_loadb(sv_text_get(text), text->n, JSON_REJECT_DUPLICATES, &error);
  if (!root) {
    if (error.line > 0)
      sv_text_printf(why, "%s:%d:%d: %s", path, error.line, error.column, error.text);
    else sv_text_printf(why, "%s", error.text);
    return NULL;
  }
  json_t *trace = find_trace(root);
  if (!trace) {
    sv_text_printf(why, "%s holds no trace (no \"steps\")", path);
    json_decref(root);
    return NULL;
  }
  sv_trace_file *f = SV_NEW(sv_trace_file);
  *f = (sv_trace_file){root, trace};
  return f;
}

void sv_trace_file_free(sv_trace_file *f) {
  if (!f) return;
  json_decref(f->root);
  sv_free(f);
}

// What the trace was made with replaces what was given before.
static bool set_list(sv_options *o, const char *key, json_t *list, sv_text *why) {
  const sv_option_info *info = sv_option_find(key);
  if (!info || info->kind != SV_OPT_LIST) {
    sv_text_printf(why, "option \"%s\" of the trace has several values", key);
    return false;
  }
  sv_options_empty(o, key);
  for (size_t i = 0; i < json_array_size(list); i++) {
    const char *text = json_string_value(json_array_get(list, i));
    if (text && sv_options_set(o, key, text, why)) continue;
    if (!text) sv_text_printf(why, "a value of option \"%s\" of the trace is not text", key);
    return false;
  }
  return true;
}

static bool set_option(sv_options *o, const char *key, json_t *value, sv_text *why) {
  if (json_is_array(value)) return set_list(o, key, value, why);
  char number[32];
  const char *text = json_string_value(value);
  if (json_is_integer(value)) {
    snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
    text = number;
  }
  const sv_option_info *info = sv_option_find(key);
  if (text && info && info->kind == SV_OPT_LIST) sv_options_empty(o, key);
  if (text) return sv_options_set(o, key, text, why);
  sv_text_printf(why, "option \"%s\" of the trace is neither text nor a number", key);
  return false;
}

bool sv_trace_file_options(const sv_trace_file *f, sv_options *o, sv_text *why) {
  const char *key;
  json_t *value, *all = json_object_get(f->trace, "options");
  json_object_foreach(all, key, value) {
    if (!set_option(o, key, value, why)) return false;
  }
  return true;
}

// ---- Values ---------------------------------------------------------------------

static bool parse_member(const sv_terms *T, const sv_sort_info *info, const char *s, sv_value *v) {
  for (uint32_t i = 0; i < info->size; i++) {
    if (strcmp(s, sv_names_get(sv_terms_names(T), info->members[i]))) continue;
    *v = sv_small(i);
    return true;
  }
  return false;
}

static bool parse_bool(const char *s, sv_value *v) {
  *v = sv_bool_value(!strcmp(s, "true"));
  return !strcmp(s, "true") || !strcmp(s, "false");
}

// "#3" or "@3": a sign and a number up to `most`.
static bool parse_numbered(const sv_terms *T, const char *s, char sign, uint32_t most,
                           sv_value *v) {
  sv_numbers *numbers = sv_terms_numbers(T);
  return *s == sign && sv_number_parse(numbers, s + 1, strlen(s + 1), v) && sv_is_small(*v) &&
         sv_small_get(*v) >= 0 && sv_small_get(*v) <= most;
}

static bool parse_ref(const sv_net *net, const char *s, sv_value *v) {
  if (!strcmp(s, "none")) return *v = sv_small(0), true;
  return parse_numbered(net->model->terms, s, '#', net->queues.n, v);
}

static bool parse_value(const sv_net *net, sv_sort sort, const char *s, sv_value *v) {
  const sv_terms *T = net->model->terms;
  const sv_sort_info *info = sv_sort_get(T, sort);
  switch (info->kind) {
  case SV_SORT_BOOL: return parse_bool(s, v);
  case SV_SORT_ENUM: return parse_member(T, info, s, v);
  case SV_SORT_REF: return parse_ref(net, s, v);
  case SV_SORT_LOC:
    return parse_numbered(T, s, '@', net->model->templates.at[info->size].locations.n - 1, v);
  case SV_SORT_BV:
  case SV_SORT_INT:
  case SV_SORT_REAL:
    return sv_number_parse(sv_terms_numbers(T), s, strlen(s), v) && sv_sort_has(T, sort, *v);
  case SV_SORT_ARRAY: return false;
  }
  SV_UNREACHABLE();
}

// Locations and references are written by name: compare with what we would print.
static bool parse_printed(const sv_net *net, uint32_t cell, int64_t most, const char *s,
                          sv_value *v) {
  for (int64_t i = 0; i <= most; i++) {
    sv_text t = {0};
    sv_cell_value(net, cell, sv_small(i), &t);
    bool same = !strcmp(sv_text_get(&t), s);
    sv_text_free(&t);
    if (same) return *v = sv_small(i), true;
  }
  return false;
}

static bool parse_cell(const sv_net *net, const sv_net_var *var, uint32_t cell, const char *s,
                       sv_value *v) {
  const sv_terms *T = net->model->terms;
  sv_sort scalar = sv_sort_scalar(T, var->sort);
  const sv_sort_info *info = sv_sort_get(T, scalar);
  bool holder = net->holder != SV_NO_VARIABLE && var == &net->vars.at[net->holder];
  if (holder) return parse_printed(net, cell, net->processes.n, s, v);
  if (info->kind == SV_SORT_LOC)
    return parse_printed(net, cell, net->model->templates.at[info->size].locations.n - 1, s, v);
  if (info->kind == SV_SORT_REF) return parse_printed(net, cell, net->queues.n, s, v);
  return parse_value(net, scalar, s, v);
}

static bool read_cell(const sv_net *net, const sv_net_var *var, uint32_t cell, json_t *initial,
                      sv_state *state, sv_text *why) {
  sv_text name = {0};
  sv_cell_name(net, cell, &name);
  const char *text = json_string_value(json_object_get(initial, sv_text_get(&name)));
  bool ok = text && parse_cell(net, var, cell, text, &state->cells[cell]);
  if (!ok) sv_text_printf(why, "the trace has no usable initial value of %s", sv_text_get(&name));
  sv_text_free(&name);
  return ok;
}

static bool read_initial(const sv_net *net, json_t *initial, sv_state *state, sv_text *why) {
  for (uint32_t i = 0; i < net->vars.n; i++) {
    const sv_net_var *var = &net->vars.at[i];
    for (uint32_t c = var->first_cell; c < var->first_cell + var->cells; c++)
      if (!read_cell(net, var, c, initial, state, why)) return false;
  }
  return true;
}

// ---- Steps ----------------------------------------------------------------------

static bool edges_match(const sv_net *net, const sv_net_action *a, json_t *processes) {
  if (json_array_size(processes) != a->edge_count) return false;
  for (uint32_t i = 0; i < a->edge_count; i++) {
    const char *want = json_string_value(json_array_get(processes, i));
    sv_name have = net->processes.at[a->edges[i].process].name;
    if (!want || strcmp(want, sv_names_get(net->model->names, have))) return false;
  }
  return true;
}

static bool action_matches(const sv_net *net, const sv_net_action *a, json_t *step) {
  const char *name = json_string_value(json_object_get(step, "action"));
  sv_name have = net->model->actions.at[a->action].name;
  return name && !a->cut && !strcmp(name, sv_names_get(net->model->names, have)) &&
         edges_match(net, a, json_object_get(step, "processes"));
}

// Names of actions need not be unique: their number in the model decides, but
// a trace of a slightly older model is still understood by names alone.
static uint32_t find_action(const sv_net *net, json_t *step) {
  json_int_t number = json_integer_value(json_object_get(step, "number"));
  uint32_t by_name = UINT32_MAX;
  for (uint32_t i = 0; i < net->actions.n; i++) {
    const sv_net_action *a = &net->actions.at[i];
    if (!action_matches(net, a, step)) continue;
    if (a->action == number) return i;
    if (by_name == UINT32_MAX) by_name = i;
  }
  return by_name;
}

static bool read_choices(const sv_net *net, const sv_net_action *a, json_t *list, sv_value *out) {
  if (json_array_size(list) != a->choice_count) return false;
  for (uint32_t i = 0; i < a->choice_count; i++) {
    const char *text = json_string_value(json_array_get(list, i));
    if (!text || !parse_value(net, a->choices[i], text, &out[i])) return false;
  }
  return true;
}

static bool read_step(const sv_net *net, json_t *step, sv_trace *trace, sv_text *why) {
  uint32_t action = find_action(net, step);
  if (action == UINT32_MAX) {
    sv_text_printf(why, "step %u names no action of the model", trace->steps.n + 1);
    return false;
  }
  const sv_net_action *a = &net->actions.at[action];
  sv_step s = {action, SV_NEW_ARRAY(sv_value, a->choice_count + 1)};
  bool ok = read_choices(net, a, json_object_get(step, "choices"), s.choices);
  if (ok) sv_trace_push(net, trace, &s);
  else sv_text_printf(why, "the choices of step %u do not fit", trace->steps.n + 1);
  sv_free(s.choices);
  return ok;
}

static uint32_t find_property(const sv_model *m, const char *name) {
  for (uint32_t i = 1; name && i < m->properties.n; i++)
    if (!strcmp(name, sv_names_get(m->names, m->properties.at[i].name))) return i;
  return 0;
}

static bool read_steps(const sv_net *net, json_t *list, sv_trace *trace, sv_text *why) {
  for (size_t i = 0; i < json_array_size(list); i++)
    if (!read_step(net, json_array_get(list, i), trace, why)) return false;
  return true;
}

static bool read_loop(json_t *loop, sv_trace *trace, sv_text *why) {
  json_int_t at = json_integer_value(loop);
  if (!loop) return true;
  trace->lasso = json_is_integer(loop) && at >= 0 && at <= trace->steps.n;
  trace->loop = trace->lasso ? (uint32_t)at : 0;
  if (!trace->lasso) sv_text_string(why, "the loop of the trace begins at no step of it");
  return trace->lasso;
}

sv_trace *sv_trace_file_resolve(const sv_trace_file *f, const sv_net *net, sv_text *why) {
  json_t *named = json_object_get(f->trace, "property");
  const char *property = json_string_value(named);
  if (named && !property) {
    sv_text_string(why, "the property of the trace is not a name");
    return NULL;
  }
  sv_state *initial = sv_state_new(net);
  bool ok = read_initial(net, json_object_get(f->trace, "initial"), initial, why);
  sv_trace *trace = sv_trace_new(net, initial);
  sv_state_free(net, initial);
  trace->property = find_property(net->model, property);
  if (ok && property && !trace->property) {
    sv_text_printf(why, "the model has no property \"%s\"", property);
    ok = false;
  }
  if (ok) ok = read_steps(net, json_object_get(f->trace, "steps"), trace, why);
  if (ok) ok = read_loop(json_object_get(f->trace, "loop"), trace, why);
  if (ok) return trace;
  sv_trace_free(net, trace);
  return NULL;
}
