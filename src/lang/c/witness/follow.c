// follow.c -- follows a witness step by step. See witness.h.
//
// A step passes places of the text (sv_passed); each may end a segment, and need not, so a step
// leads to several places of the search: those that are further on come first, and of other steps those of the
// thread that the witness names next. An assumption about variables that have no value
// in a state of their own (locals) is not looked at.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/c/witness/witness.h"
#include "lang/retrace.h"

enum { MOST_VALUES = 64, MOST_COMBINED = 4096 };

// The line of a place is a segment; its order, processes as they were started.
typedef struct {
  const c_witness *witness;
  const sv_net *net;
  sv_retrace *search;
} walk;

static const sv_action *source_of(const walk *w, uint32_t action) {
  return &w->net->model->actions.at[w->net->actions.at[action].action];
}

// ---- does a step pass a waypoint?

static bool is_place(const walk *w, const c_waypoint *way, const sv_passed *p) {
  const sv_sources *s = w->net->model->sources;
  const char *path = sv_source_path(s, p->span.file), *slash = strrchr(path, '/');
  if (*way->file && strcmp(way->file, slash ? slash + 1 : path)) return false;
  sv_place begin = sv_source_place(s, p->span.file, p->span.begin);
  if (!way->column) return begin.line == way->line;
  if (begin.line == way->line && begin.column == way->column) return true;
  if (p->kind != SV_PASSED_STATEMENT) return false;
  sv_place end = sv_source_place(s, p->span.file, p->span.end);  // somewhere inside of it
  bool behind = way->line > begin.line || (way->line == begin.line && way->column > begin.column);
  return behind && (way->line < end.line || (way->line == end.line && way->column < end.column));
}

static bool is_thread(const sv_retrace_place *f, const c_waypoint *way, uint32_t process) {
  if (!way->threaded) return true;
  return way->thread < f->order.n && f->order.at[way->thread] == process;
}

static bool relates(c_relation relation, int64_t a, int64_t b) {
  switch (relation) {
  case C_IS: return a == b;
  case C_IS_NOT: return a != b;
  case C_LESS: return a < b;
  case C_AT_MOST: return a <= b;
  case C_MORE: return a > b;
  case C_AT_LEAST: return a >= b;
  }
  SV_UNREACHABLE();
}

static int64_t result_of(const walk *w, const sv_step *step, const sv_passed *p) {
  int64_t n = 0;
  sv_number_to_i64(sv_terms_numbers(w->net->model->terms), step->choices[p->choice - 1], &n);
  uint64_t bits = (uint64_t)n + (uint64_t)p->more;
  uint64_t mask = p->bits >= 64 ? UINT64_MAX : (UINT64_C(1) << p->bits) - 1;
  bool negative = !p->unsigned_bits && (bits >> (p->bits - 1) & 1);
  return (int64_t)(negative ? bits | ~mask : bits & mask);
}

// "x == 3 && y < 2" about global variables; what is of another form is taken for true.
static bool is_one_true(const walk *w, const sv_state *s, const char *text, size_t n) {
  static const char *const words[] = {"==", "!=", "<=", ">=", "<", ">"};
  static const c_relation relations[] = {C_IS, C_IS_NOT, C_AT_MOST, C_AT_LEAST, C_LESS, C_MORE};
  char part[128], name[64] = "", relation[3] = "";
  int64_t value, number;
  if (n >= sizeof part) return true;
  memcpy(part, text, n), part[n] = 0;
  if (sscanf(part, " %" SCNd64 " %c", &number, name) == 1) return number != 0;
  if (sscanf(part, " %63[A-Za-z0-9_] %2[=!<>] %" SCNd64 " %2s", name, relation, &number, part) != 3)
    return true;
  for (uint32_t v = 0; v < w->net->vars.n; v++) {
    const sv_net_var *var = &w->net->vars.at[v];
    if (var->process != SV_NO_PROCESS || var->cells != 1) continue;
    if (strcmp(sv_names_get(w->net->model->names, var->name), name)) continue;
    if (!sv_number_to_i64(sv_terms_numbers(w->net->model->terms), s->cells[var->first_cell],
                          &value))
      return true;
    for (size_t k = 0; k < SV_COUNT(words); k++)
      if (!strcmp(words[k], relation)) return relates(relations[k], value, number);
  }
  return true;
}

static bool is_assumed(const walk *w, const sv_state *s, const char *constraint) {
  while (constraint) {
    const char *and = strstr(constraint, "&&");
    size_t n = and? (size_t)(and-constraint) : strlen(constraint);
    if (strstr(constraint, "||")) return true;
    if (!is_one_true(w, s, constraint, n)) return false;
    constraint = and? and+2 : NULL;
  }
  return true;
}

static sv_term replace(void *context, sv_terms *T, uint32_t index, const sv_node *n) {
  SV_UNUSED(index);
  const int64_t *value = context;
  if (n->op != SV_OP_CHOICE) return SV_NONE;
  const sv_sort_info *info = sv_sort_get(T, n->sort);
  if (info->kind == SV_SORT_BOOL) return sv_bool_const(*value & 1);
  sv_numbers *N = sv_terms_numbers(T);
  return sv_const(T, n->sort, sv_number_wrap(N, sv_number_int(N, *value), info->size, true));
}

// A result of which the step only asks something: does the value that the witness tells meet that?
static bool is_met(const walk *w, const sv_passed *p, const c_waypoint *way) {
  int64_t value = way->number;
  if (way->relation != C_IS) return relates(way->relation, p->more, value);
  return sv_same(sv_substitute(w->net->model->terms, p->condition, replace, &value), SV_TRUE);
}

static bool passes(const walk *w, const sv_retrace_place *f, const sv_step *step,
                   const sv_passed *p, const c_waypoint *way) {
  const sv_net_action *a = &w->net->actions.at[step->action];
  if (!is_thread(f, way, a->edges[p->role].process) || !is_place(w, way, p)) return false;
  switch (way->kind) {
  case C_WAY_ASSUMPTION:
    return p->kind == SV_PASSED_STATEMENT && is_assumed(w, f->state, way->constraint);
  case C_WAY_TARGET: return p->kind == SV_PASSED_STATEMENT;
  case C_WAY_ENTER: return p->kind == SV_PASSED_CALL;
  case C_WAY_RETURN:
    if (p->kind != SV_PASSED_RESULT) return false;
    if (!sv_is_none(p->condition)) return !way->constraint || is_met(w, p, way);
    return !p->choice || !way->constraint ||
           relates(way->relation, result_of(w, step, p), way->number);
  case C_WAY_BRANCHING: return p->kind == (way->yes ? SV_PASSED_YES : SV_PASSED_NO);
  }
  SV_UNREACHABLE();
}

// The segments that the search may be in behind the step, if it was in these before it.
static void advance(const walk *w, const sv_retrace_place *f, const sv_step *step, bool *in) {
  const sv_action *source = source_of(w, step->action);
  uint32_t n = w->witness->segments.n;
  for (uint32_t i = 0; i < source->passed_count; i++)
    for (uint32_t k = n - 1; k-- > 0;) {  // backwards: a place ends one segment
      const c_segment *s = &w->witness->segments.at[k];
      if (!in[k]) continue;
      for (uint32_t v = 0; v < s->avoided; v++)
        if (passes(w, f, step, &source->passed[i], &s->ways.at[v])) in[k] = false;
      if (passes(w, f, step, &source->passed[i], &s->ways.at[s->avoided])) in[k + 1] = true;
    }
}

// Is this the last statement that its thread comes to in the step?
static bool is_last(const sv_action *source, uint32_t i) {
  for (uint32_t k = i + 1; k < source->passed_count; k++)
    if (source->passed[k].kind == SV_PASSED_STATEMENT &&
        source->passed[k].role == source->passed[i].role)
      return false;
  return source->passed[i].kind == SV_PASSED_STATEMENT;
}

// Does a step that fails do so where the last segment says?
static bool is_target(const walk *w, const sv_retrace_place *f, const sv_step *step) {
  const sv_action *source = source_of(w, step->action);
  const c_segment *s = &sv_last(w->witness->segments);
  const sv_span property = w->net->properties.at[w->net->actions.at[step->action].fails].span;
  for (uint32_t v = s->avoided; v < s->ways.n; v++) {
    sv_passed own = {.kind = SV_PASSED_STATEMENT, .span = property};
    bool found = property.file && passes(w, f, step, &own, &s->ways.at[v]);
    for (uint32_t i = 0; i < source->passed_count && !found; i++)
      found = is_last(source, i) && passes(w, f, step, &source->passed[i], &s->ways.at[v]);
    if (!found) return false;
  }
  return true;
}

// ---- steps

static bool stands(const walk *w, const sv_state *s, const sv_net_action *a) {
  for (uint32_t e = 0; e < a->edge_count; e++) {
    uint32_t here = sv_state_location(w->net, s, a->edges[e].process), k = 0;
    while (k < a->edges[e].from_count && a->edges[e].from[k] != here) k++;
    if (k == a->edges[e].from_count) return false;
  }
  return true;
}

typedef struct {
  sv_value at[MOST_VALUES];
  uint32_t n;
} values;

static void add_value(const walk *w, sv_sort sort, int64_t number, values *to) {
  char text[32];
  sv_value v;
  const sv_terms *T = w->net->model->terms;
  int n = snprintf(text, sizeof text, "%" PRId64, number);
  if (to->n == MOST_VALUES || !sv_number_parse(sv_terms_numbers(T), text, (size_t)n, &v)) return;
  if (!sv_sort_has(T, sort, v)) return;
  for (uint32_t i = 0; i < to->n; i++)
    if (sv_number_compare(sv_terms_numbers(T), to->at[i], v) == 0) return;
  to->at[to->n++] = v;
}

// Of a result that the witness tells, as the choice has it.
static void add_told(const walk *w, sv_sort sort, const sv_passed *p, const c_waypoint *way,
                     values *to) {
  uint64_t mask = p->bits >= 64 ? UINT64_MAX : (UINT64_C(1) << p->bits) - 1;
  for (int64_t near = -1; near <= 1; near++) {
    uint64_t bits = ((uint64_t)way->number + (uint64_t)near - (uint64_t)p->more) & mask;
    bool negative = bits >> (p->bits - 1) & 1;
    add_value(w, sort, (int64_t)bits, to);
    if (negative) add_value(w, sort, (int64_t)(bits | ~mask), to);
  }
}

// What the step compares unknown values with, and what is beside it.
static void add_constants(const walk *w, uint32_t action, sv_sort sort, values *to) {
  const sv_terms *T = w->net->model->terms;
  sv_u32s cone = {0};
  sv_cone(T, &w->net->actions.at[action].constraint, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node n = sv_node_of(T, cone.at[i]);
    int64_t value;
    if (n.op != SV_OP_CONST || !sv_number_to_i64(sv_terms_numbers(T), n.value, &value)) continue;
    if (value < -INT32_MAX || value > INT32_MAX) continue;
    for (int64_t near = -1; near <= 1; near++) add_value(w, sort, value + near, to);
  }
  sv_vec_free(cone);
}

static void find_values(const walk *w, uint32_t action, uint32_t choice, values *to) {
  const sv_action *source = source_of(w, action);
  sv_sort sort = w->net->actions.at[action].choices[choice];
  to->n = 0;
  for (uint32_t i = 0; i < source->passed_count; i++) {
    const sv_passed *p = &source->passed[i];
    if (p->kind != SV_PASSED_RESULT || p->choice != choice + 1) continue;
    for (uint32_t s = 0; s < w->witness->segments.n; s++) {
      const c_segment *g = &w->witness->segments.at[s];
      const c_waypoint *way = &g->ways.at[g->avoided];
      if (way->kind == C_WAY_RETURN && way->constraint && is_place(w, way, p))
        add_told(w, sort, p, way, to);
    }
  }
  add_constants(w, action, sort, to);
  const sv_sort_info *info = sv_sort_get(w->net->model->terms, sort);
  int64_t all = info->kind == SV_SORT_BV && info->size > 5 ? 4 : 32;
  for (int64_t v = 0; v < all; v++) add_value(w, sort, v, to);
  for (int64_t v = -1; v >= (all > 4 ? -16 : -1); v--) add_value(w, sort, v, to);
}

static void add_move(walk *w, sv_retrace_place *f, const sv_step *step, uint32_t segment,
                     bool violates) {
  const c_segment *s = &w->witness->segments.at[f->line];
  const sv_net_action *a = &w->net->actions.at[step->action];
  bool wanted = a->edge_count && is_thread(f, &s->ways.at[s->avoided], a->edges[0].process);
  sv_retrace_move *m = sv_retrace_add(w->search, f, segment, SV_NO_PROCESS, step);
  m->ends = violates;
  m->rank = violates ? UINT32_MAX : 2 * (segment - f->line) + wanted;
  for (uint32_t i = f->moves.n - 1; i && f->moves.at[i - 1].rank > f->moves.at[i].rank; i--) {
    sv_retrace_move swap = f->moves.at[i];
    f->moves.at[i] = f->moves.at[i - 1];
    f->moves.at[i - 1] = swap;
  }
}

static void try_step(walk *w, sv_retrace_place *f, const sv_step *step) {
  if (!sv_exec_enabled(w->search->exec, f->state, step)) return;
  uint32_t n = w->witness->segments.n;
  bool *in = SV_NEW_ARRAY(bool, n + 1);
  in[f->line] = true;
  advance(w, f, step, in);
  uint32_t fails = w->net->actions.at[step->action].fails;
  for (uint32_t k = f->line; k < n; k++) {
    if (!in[k]) continue;
    if (!fails) add_move(w, f, step, k, false);
    else if (k + 1 == n && is_target(w, f, step)) add_move(w, f, step, k, true);
  }
  sv_free(in);
}

static void try_action(walk *w, sv_retrace_place *f, uint32_t action) {
  const sv_net_action *a = &w->net->actions.at[action];
  if (a->cut || !stands(w, f->state, a)) return;
  values *all = SV_NEW_ARRAY(values, a->choice_count + 1);
  uint32_t *digit = SV_NEW_ARRAY(uint32_t, a->choice_count + 1);
  sv_step step = {action, SV_NEW_ARRAY(sv_value, a->choice_count + 1)};
  bool some = true;
  for (uint32_t c = 0; c < a->choice_count; c++) {
    find_values(w, action, c, &all[c]);
    some = some && all[c].n;
  }
  for (uint32_t tries = 0; some && tries < MOST_COMBINED; tries++) {
    for (uint32_t c = 0; c < a->choice_count; c++) step.choices[c] = all[c].at[digit[c]];
    try_step(w, f, &step);
    uint32_t c = 0;
    while (c < a->choice_count && ++digit[c] == all[c].n) digit[c++] = 0;
    some = c < a->choice_count;
  }
  sv_free(all), sv_free(digit);
  sv_step_free(&step);
}

// ---- search

static void find_started(void *context, sv_retrace_place *f) {
  const walk *w = context;
  for (uint32_t p = 0; p < w->net->processes.n; p++) {
    bool known = !sv_state_location(w->net, f->state, p);
    for (uint32_t i = 0; i < f->order.n && !known; i++) known = f->order.at[i] == p;
    if (!known) sv_push(f->order, p);
  }
}

static void find_moves(void *context, sv_retrace_place *f) {
  walk *w = context;
  for (uint32_t a = 0; a < w->net->actions.n; a++) try_action(w, f, a);
}

static void explain(const walk *w, sv_text *why) {
  const c_segment *s = &w->witness->segments.at[w->search->furthest];
  const c_waypoint *way = &s->ways.at[s->avoided];
  if (w->search->limits->hit)
    sv_text_printf(why, "%s before ", sv_cause_text(w->search->limits->hit));
  else sv_text_string(why, "no run passes ");
  sv_text_printf(why, "the waypoint in its line %u (%s:%u)", way->at_line, way->file, way->line);
}

sv_trace *c_witness_follow(const c_witness *t, sv_exec *x, sv_limits *limits, sv_text *why) {
  walk w = {.witness = t, .net = sv_exec_net(x)};
  sv_retrace search = {.exec = x,
                       .net = w.net,
                       .limits = limits,
                       .context = &w,
                       .arrive = find_started,
                       .find_moves = find_moves};
  sv_trace *result = NULL;
  if (t->proof) return sv_text_string(why, "it describes no run"), NULL;
  w.search = &search;
  if (sv_retrace_search(&search, SV_NO_PROCESS)) result = search.run, search.run = NULL;
  else explain(&w, why);
  sv_retrace_close(&search);
  return result;
}
