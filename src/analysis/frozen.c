// frozen.c -- walks through the beginning with exec, and puts constants in.

#include "analysis/frozen.h"

#include "analysis/future.h"
#include "analysis/reads.h"
#include "analysis/rewrite.h"
#include "exec/exec.h"

enum { MOST_STEPS = 1000, MOST_WORK = 1 << 23, MOST_CHOICES = 2 };

typedef struct {
  const sv_net *net;
  sv_net *out;
  sv_terms *terms;
  sv_exec *x;
  sv_state *at;         // the last state of the beginning
  uint32_t initials, steps;
  sv_step step;         // the only one
  uint32_t *started;    // by process: how often it began to run
  sv_term *value;       // by variable: its constant, or SV_NONE
  uint32_t count;
  const sv_net_action *action;
} freezer;

// ---- the beginning

static bool take_initial(void *context, const sv_state *s) {
  freezer *f = context;
  sv_state_copy(f->net, f->at, s);
  return ++f->initials < 2;
}

static void count_starts(freezer *f, const sv_state *next) {
  for (uint32_t p = 0; p < f->net->processes.n; p++)
    if (!sv_state_location(f->net, f->at, p) && sv_state_location(f->net, next, p)) f->started[p]++;
}

static bool take_step(void *context, const sv_step *step) {
  freezer *f = context;
  uint32_t n = f->net->actions.at[step->action].choice_count;
  if (f->steps++) return false;
  f->step.action = step->action;
  f->step.choices = sv_resize(f->step.choices, (n + 1) * sizeof *f->step.choices);
  for (uint32_t i = 0; i < n; i++) f->step.choices[i] = step->choices[i];
  return true;
}

static bool take_only_step(freezer *f, sv_state *next) {
  bool infinite = false;
  f->steps = 0;
  sv_exec_each_step(f->x, f->at, take_step, f, &infinite);
  if (infinite || f->steps != 1) return false;
  sv_exec_fire(f->x, f->at, &f->step, next);
  count_starts(f, next);
  sv_state_copy(f->net, f->at, next);
  return true;
}

// Trying all values of many choices, or of many first values, takes too long.
static bool is_plain(const sv_net *net) {
  for (uint32_t v = 0; v < net->vars.n; v++)
    if (sv_is_none(net->vars.at[v].init)) return false;
  for (uint32_t a = 0; a < net->actions.n; a++)
    if (net->actions.at[a].choice_count > MOST_CHOICES ||
        (net->actions.at[a].choice_count && !sv_same(net->actions.at[a].constraint, SV_TRUE)))
      return false;
  return true;
}

// False if there is not exactly one initial state.
static bool walk(freezer *f) {
  sv_state *next = sv_state_new(f->net);
  uint32_t most = MOST_WORK / (f->net->actions.n + 1);
  if (most > MOST_STEPS) most = MOST_STEPS;
  sv_exec_end end = sv_exec_initials(f->x, take_initial, f);
  bool one = end == SV_EXEC_DONE && f->initials == 1;
  for (uint32_t p = 0; one && p < f->net->processes.n; p++)
    f->started[p] = sv_state_location(f->net, f->at, p) != 0;
  for (uint32_t i = 0; one && i < most && take_only_step(f, next); i++) continue;
  sv_state_free(f->net, next);
  return one;
}

// ---- what is fixed

// Can the action still happen?
static bool may_happen(const freezer *f, const sv_future *future, uint32_t action) {
  const sv_net_action *a = &f->net->actions.at[action];
  for (uint32_t i = 0; i < a->edge_count; i++) {
    uint32_t p = a->edges[i].process;
    if (!sv_bits_has(sv_future_slot(future, p, sv_state_location(f->net, f->at, p)), action))
      return false;
  }
  return true;
}

// Processes that may be started again, and variables that are written while
// their process runs.
static void find_moved(const freezer *f, const sv_future *future, sv_bits *restarted,
                       sv_bits *written) {
  for (uint32_t a = 0; a < f->net->actions.n; a++) {
    const sv_net_action *x = &f->net->actions.at[a];
    for (uint32_t i = 0; i < x->edge_count; i++)
      if (sv_edge_leaves(&x->edges[i], 0) && may_happen(f, future, a))
        sv_bits_add(restarted, x->edges[i].process);
    for (uint32_t i = 0; i < x->update_count; i++) {
      uint32_t v = sv_target_var(f->terms, x->updates[i].target);
      if (v == SV_NO_VARIABLE || f->net->vars.at[v].process == SV_NO_PROCESS) continue;
      const sv_net_edge *e = sv_edge_of(x, f->net->vars.at[v].process);
      bool starts = e && e->from_count == 1 && !e->from[0], ends = e && !e->to;
      if (!starts && !ends) sv_bits_add(written, v);
    }
  }
}

static void fix(freezer *f, uint32_t v) {
  const sv_net_var *var = &f->net->vars.at[v];
  sv_value value = f->at->cells[var->first_cell];
  if (var->cells != 1 || sv_sort_get(f->terms, var->sort)->kind == SV_SORT_ARRAY) return;
  f->value[v] = sv_const(f->terms, var->sort, value);
  f->count += !sv_is_none(f->value[v]);
}

static void fix_variables(freezer *f) {
  sv_accesses *all = sv_accesses_new(f->net);
  sv_future *future = sv_future_new(all);
  sv_bits restarted, written;
  sv_bits_init(&restarted, f->net->processes.n);
  sv_bits_init(&written, f->net->vars.n);
  find_moved(f, future, &restarted, &written);
  for (uint32_t v = 0; v < f->net->vars.n; v++) {
    uint32_t p = f->net->vars.at[v].process;
    if (p == SV_NO_PROCESS || f->net->vars.at[v].is_pc || sv_bits_has(&written, v)) continue;
    if (f->started[p] != 1 || !sv_state_location(f->net, f->at, p)) continue;
    if (!sv_bits_has(&restarted, p)) fix(f, v);
  }
  sv_bits_free(&restarted);
  sv_bits_free(&written);
  sv_future_free(future);
  sv_accesses_free(all);
}

// ---- the new net

// A queue of a run whose index has become a constant.
static sv_term known_queue(sv_terms *T, const sv_node *node) {
  sv_value v;
  int64_t k;
  if (!node->n || !sv_is_const(T, node->args[0], &v)) return SV_NONE;
  bool number = sv_number_to_i64(sv_terms_numbers(T), v, &k);
  bool inside = number && k >= 0 && k < node->role;
  return sv_const(T, node->sort, sv_small(inside ? node->id + k + 1 : 0));
}

static sv_term replace(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  const freezer *f = context;
  SV_UNUSED(index);
  if (node->op == SV_OP_QUEUE) return known_queue(T, node);
  if (node->op != SV_OP_VAR || sv_is_none(f->value[node->id])) return SV_NONE;
  const sv_net_edge *e = sv_edge_of(f->action, f->net->vars.at[node->id].process);
  return e && !sv_edge_leaves(e, 0) ? f->value[node->id] : SV_NONE;
}

static sv_term put(freezer *f, sv_term t) {
  return sv_is_none(t) ? t : sv_substitute(f->terms, t, replace, f);
}

// A constant index outside of its array leaves nothing to write.
static void put_updates(freezer *f, sv_net_action *a) {
  sv_update *updates = SV_ARENA_ARRAY(f->out->arena, sv_update, a->update_count + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->update_count; i++) {
    sv_update u = {put(f, a->updates[i].target), put(f, a->updates[i].value)};
    if (sv_target_var(f->terms, u.target) != SV_NO_VARIABLE) updates[n++] = u;
  }
  a->updates = updates;
  a->update_count = n;
}

static void put_queue_ops(freezer *f, sv_net_action *a) {
  sv_queue_op *ops = SV_ARENA_ARRAY(f->out->arena, sv_queue_op, a->queue_op_count + 1);
  for (uint32_t i = 0; i < a->queue_op_count; i++) {
    sv_term *fields = SV_ARENA_ARRAY(f->out->arena, sv_term, a->queue_ops[i].field_count + 1);
    ops[i] = a->queue_ops[i];
    ops[i].queue = put(f, ops[i].queue);
    ops[i].slot = put(f, ops[i].slot);
    for (uint32_t k = 0; k < ops[i].field_count; k++) fields[k] = put(f, ops[i].fields[k]);
    ops[i].fields = fields;
  }
  a->queue_ops = ops;
}

static void put_constants(freezer *f) {
  f->out = sv_net_like(f->net);
  for (uint32_t v = 0; v < f->net->vars.n; v++) sv_push(f->out->vars, f->net->vars.at[v]);
  for (uint32_t i = 0; i < f->net->actions.n; i++) {
    sv_net_action a = f->net->actions.at[i];
    f->action = &f->net->actions.at[i];
    a.guard = put(f, a.guard);
    a.constraint = put(f, a.constraint);
    put_updates(f, &a);
    put_queue_ops(f, &a);
    sv_push(f->out->actions, a);
  }
}

sv_net *sv_frozen_new(const sv_net *net, uint32_t *count) {
  freezer f = {.net = net, .terms = net->model->terms, .x = sv_exec_new(net),
               .at = sv_state_new(net)};
  f.started = SV_NEW_ARRAY(uint32_t, net->processes.n + 1);
  f.value = SV_NEW_ARRAY(sv_term, net->vars.n + 1);
  if (is_plain(net) && walk(&f)) fix_variables(&f);
  if (f.count) put_constants(&f);
  *count = f.count;
  sv_step_free(&f.step);
  sv_exec_free(f.x);
  sv_state_free(net, f.at);
  sv_free(f.started);
  sv_free(f.value);
  return f.out;
}
