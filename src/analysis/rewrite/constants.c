// constants.c -- explores the beginning of all runs with exec, and substitutes constants.

#include "analysis/rewrite/constants.h"

#include "analysis/access/reads.h"
#include "analysis/reduction/future.h"
#include "analysis/rewrite/rewrite.h"
#include "exec/exec.h"

enum { MOST_STATES = 4096, MOST_WORK = 1 << 23, MOST_CHOICES = 2, MOST_STEPS = 64 };

typedef struct {
  const sv_net *net;
  sv_net *out;
  sv_terms *terms;
  sv_exec *x;
  SV_VEC(sv_state *) open;  // states of the beginning that are to be expanded
  SV_VEC(sv_state *) spare;
  sv_steps steps;      // of one of them
  uint32_t most;       // expanded at most
  bool too_many;       // initial states
  sv_bits *last;       // by process: its locations where the beginning ends
  sv_bits ran, mixed;  // variables of processes that ran; those with several values
  sv_value *visited;   // by variable: its value there
  sv_term *value;      // by variable: its constant, or SV_NONE
  uint32_t count;
  const sv_net_action *action;
} finder;

// ---- the beginning

static void note_variable(finder *f, const sv_state *s, uint32_t v) {
  sv_value now = s->cells[f->net->vars.at[v].first_cell];
  assert(sv_state_location(f->net, s, f->net->vars.at[v].process));
  if (!sv_bits_has(&f->ran, v)) {
    sv_bits_add(&f->ran, v);
    f->visited[v] = now;
  } else if (!sv_value_same(f->visited[v], now)) sv_bits_add(&f->mixed, v);
}

static void add_state(finder *f, const sv_state *s) {
  sv_state *copy = f->spare.n ? sv_pop(f->spare) : sv_state_new(f->net);
  sv_state_copy(f->net, copy, s);
  sv_push(f->open, copy);
  for (uint32_t v = 0; v < f->net->vars.n; v++) {
    uint32_t p = f->net->vars.at[v].process;
    if (p != SV_NO_PROCESS && sv_state_location(f->net, s, p)) note_variable(f, s, v);
  }
}

static bool take_initial(void *context, const sv_state *s) {
  finder *f = context;
  f->too_many = f->open.n >= MOST_STEPS;
  if (!f->too_many) add_state(f, s);
  return !f->too_many;
}

static bool take_step(void *context, const sv_step *step) {
  finder *f = context;
  uint32_t n = f->net->actions.at[step->action].choice_count;
  sv_step copy = {step->action, SV_NEW_ARRAY(sv_value, n + 1)};
  for (uint32_t i = 0; i < n; i++) copy.choices[i] = step->choices[i];
  sv_push(f->steps, copy);
  return f->steps.n < MOST_STEPS;
}

static bool one_process_acts(const finder *f) {
  for (uint32_t i = 0; i < f->steps.n; i++) {
    const sv_net_action *a = &f->net->actions.at[f->steps.at[i].action];
    const sv_net_action *first = &f->net->actions.at[f->steps.at[0].action];
    if (!a->edge_count || a->edges[0].process != first->edges[0].process) return false;
  }
  return true;
}

// The beginning continues while only one process can move. (Any state may belong to it.)
static bool goes_on(finder *f, const sv_state *s) {
  bool infinite = false;
  sv_steps_free(&f->steps);
  sv_exec_each_step(f->x, s, take_step, f, &infinite);
  if (infinite || !f->steps.n || f->steps.n >= MOST_STEPS) return false;
  return f->steps.n == 1 || one_process_acts(f) || sv_exec_passing(f->x, s);
}

static void end_here(finder *f, const sv_state *s) {
  for (uint32_t p = 0; p < f->net->processes.n; p++)
    sv_bits_add(&f->last[p], sv_state_location(f->net, s, p));
}

static void go_on(finder *f, const sv_state *s) {
  sv_state *next = sv_state_new(f->net);
  assert(f->steps.n && f->steps.n < MOST_STEPS);
  for (uint32_t i = 0; i < f->steps.n; i++) {
    sv_exec_fire(f->x, s, &f->steps.at[i], next);
    add_state(f, next);
  }
  sv_state_free(f->net, next);
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

// Every run passes the beginning, from an initial state to one where it ends.
static bool walk(finder *f) {
  f->most = MOST_WORK / (f->net->actions.n + 1);
  assert(!f->open.n && !f->too_many);
  if (f->most > MOST_STATES) f->most = MOST_STATES;
  if (sv_exec_initials(f->x, take_initial, f) != SV_EXEC_DONE || f->too_many) return false;
  while (f->open.n) {
    sv_state *s = sv_pop(f->open);
    if (f->most && !sv_state_is_long(f->net, s) && goes_on(f, s)) go_on(f, s), f->most--;
    else end_here(f, s);
    sv_push(f->spare, s);
  }
  return true;
}

// ---- what is fixed

// Can the action still happen, from one of these locations?
static bool may_follow(const finder *f, const sv_future *future, uint32_t process,
                       uint32_t action) {
  const sv_bits *last = &f->last[process];
  for (uint32_t l = sv_bits_next(last, 0); l != UINT32_MAX; l = sv_bits_next(last, l + 1))
    if (sv_bits_has(sv_future_slot(future, process, l), action)) return true;
  return false;
}

static bool may_happen(const finder *f, const sv_future *future, uint32_t action) {
  const sv_net_action *a = &f->net->actions.at[action];
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (!may_follow(f, future, a->edges[i].process, action)) return false;
  return true;
}

// Processes that may be started again, and variables that are written while
// their process runs.
static void find_moved(const finder *f, const sv_future *future, sv_bits *restarted,
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

static void fix(finder *f, uint32_t v) {
  const sv_net_var *var = &f->net->vars.at[v];
  sv_value value = f->visited[v];
  assert(sv_bits_has(&f->ran, v) && !sv_bits_has(&f->mixed, v) && !var->is_pc);
  if (var->cells != 1 || sv_sort_get(f->terms, var->sort)->kind == SV_SORT_ARRAY) return;
  f->value[v] = sv_const(f->terms, var->sort, value);
  f->count += !sv_is_none(f->value[v]);
}

static void fix_variables(finder *f) {
  sv_accesses *all = sv_accesses_new(f->net);
  sv_future *future = sv_future_new(all);
  sv_bits restarted, written;
  sv_bits_init(&restarted, f->net->processes.n);
  sv_bits_init(&written, f->net->vars.n);
  find_moved(f, future, &restarted, &written);
  for (uint32_t v = 0; v < f->net->vars.n; v++) {
    uint32_t p = f->net->vars.at[v].process;
    if (p == SV_NO_PROCESS || f->net->vars.at[v].is_pc || sv_bits_has(&written, v)) continue;
    if (!sv_bits_has(&f->ran, v) || sv_bits_has(&f->mixed, v)) continue;
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
  const finder *f = context;
  SV_UNUSED(index);
  if (node->op == SV_OP_QUEUE) return known_queue(T, node);
  if (node->op != SV_OP_VAR || sv_is_none(f->value[node->id])) return SV_NONE;
  const sv_net_edge *e = sv_edge_of(f->action, f->net->vars.at[node->id].process);
  return e && !sv_edge_leaves(e, 0) ? f->value[node->id] : SV_NONE;
}

static sv_term put(finder *f, sv_term t) {
  return sv_is_none(t) ? t : sv_substitute(f->terms, t, replace, f);
}

// A process that ends resets its variables, so what is written stays a variable.
static sv_term put_target(finder *f, sv_term t) {
  sv_node node = sv_node_of(f->terms, sv_index(t));
  if (node.op != SV_OP_SELECT) return t;
  sv_term array = node.args[0], index = node.args[1];
  return sv_app2(f->terms, SV_OP_SELECT, put_target(f, array), put(f, index));
}

// A constant index outside of its array leaves nothing to write.
static void put_updates(finder *f, sv_net_action *a) {
  sv_update *updates = SV_ARENA_ARRAY(f->out->arena, sv_update, a->update_count + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->update_count; i++) {
    sv_update u = {put_target(f, a->updates[i].target), put(f, a->updates[i].value)};
    if (sv_target_var(f->terms, u.target) != SV_NO_VARIABLE) updates[n++] = u;
  }
  a->updates = updates;
  a->update_count = n;
}

static void put_queue_ops(finder *f, sv_net_action *a) {
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

static void put_constants(finder *f) {
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

static void close_walk(finder *f) {
  for (uint32_t i = 0; i < f->open.n; i++) sv_state_free(f->net, f->open.at[i]);
  for (uint32_t i = 0; i < f->spare.n; i++) sv_state_free(f->net, f->spare.at[i]);
  for (uint32_t p = 0; p < f->net->processes.n; p++) sv_bits_free(&f->last[p]);
  sv_bits_free(&f->ran);
  sv_bits_free(&f->mixed);
  sv_vec_free(f->open);
  sv_vec_free(f->spare);
  sv_steps_free(&f->steps);
  sv_free(f->last);
  sv_free(f->visited);
  sv_free(f->value);
  sv_exec_free(f->x);
}

sv_net *sv_constants_new(const sv_net *net, uint32_t *count) {
  finder f = {.net = net, .terms = net->model->terms, .x = sv_exec_new(net)};
  f.last = SV_NEW_ARRAY(sv_bits, net->processes.n + 1);
  for (uint32_t p = 0; p < net->processes.n; p++)
    sv_bits_init(&f.last[p], sv_net_locations(net, p));
  sv_bits_init(&f.ran, net->vars.n);
  sv_bits_init(&f.mixed, net->vars.n);
  f.visited = SV_NEW_ARRAY(sv_value, net->vars.n + 1);
  f.value = SV_NEW_ARRAY(sv_term, net->vars.n + 1);
  if (is_plain(net) && walk(&f)) fix_variables(&f);
  if (f.count) put_constants(&f);
  *count = f.count;
  close_walk(&f);
  return f.out;
}
