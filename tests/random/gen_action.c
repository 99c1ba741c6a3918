// gen_action.c -- random actions.
//
// The control flow of a template is a ring of its locations with some short
// cuts, so that there are loops and every location has a way out; now and then
// one has none, or the ring is open. What an action does is drawn feature by feature.

#include "random/gen.h"

#include <stdio.h>

enum {
  MOST_EDGES = 3,
  MOST_FROM = 3,
  MOST_CHOICES = 2,
  MOST_UPDATES = 8,
  MOST_OPS = 3,
  MOST_FIELDS = 3,
  MOST_STARTS = 2,
  MOST_ARGUMENTS = 3
};

typedef struct {
  sv_action action;
  sv_edge edges[MOST_EDGES];
  uint32_t from[MOST_EDGES][MOST_FROM];
  sv_choice_input choices[MOST_CHOICES];
  sv_update updates[MOST_UPDATES];
  sv_queue_op ops[MOST_OPS];
  sv_term fields[MOST_OPS][MOST_FIELDS];
  sv_start starts[MOST_STARTS];
  sv_argument arguments[MOST_STARTS][MOST_ARGUMENTS];
  uint32_t templates[MOST_EDGES];
  sv_term prints[2];
} draft;

// What terms of the old state may speak of; with the choices drawn so far, or without.
static gen_scope scope_of(const draft *d, bool choices) {
  return (gen_scope){.templates = d->templates,
                     .roles = d->action.edge_count,
                     .choices = d->choices,
                     .choice_count = choices ? d->action.choice_count : 0};
}

static const sv_template *template_of(const gen *g, uint32_t t) {
  return &g->model->templates.at[t];
}

static bool is_stop(const gen *g, uint32_t t, uint32_t l) {
  return template_of(g, t)->locations.at[l].flags & SV_LOC_STOP;
}

// ---- edges

static bool listed(const uint32_t *list, uint32_t n, uint32_t x) {
  for (uint32_t i = 0; i < n; i++)
    if (list[i] == x) return true;
  return false;
}

static uint32_t draw_from(gen *g, uint32_t t, uint32_t first, uint32_t *from) {
  uint32_t n = 0, wanted = gen_draws(g, GEN_SETS, 35) ? gen_below(g, MOST_FROM + 1) : 1;
  for (uint32_t i = 0; i < wanted; i++) {
    uint32_t l = i ? 1 + gen_below(g, template_of(g, t)->locations.n - 1) : first;
    if (!listed(from, n, l) && !is_stop(g, t, l)) from[n++] = l;
  }
  return n;
}

// One instance cannot have two edges: only the first edge asks for a certain one.
static uint32_t draw_instance(gen *g, uint32_t edge, uint32_t t) {
  if (edge || !gen_chance(g, 8)) return SV_ANY_INSTANCE;
  uint32_t pool = template_of(g, t)->pool;
  return gen_below(g, pool == SV_UNBOUNDED ? 2 : pool);
}

static void add_edge(gen *g, draft *d, uint32_t t, uint32_t from, uint32_t to) {
  uint32_t i = d->action.edge_count++;
  sv_edge *e = &d->edges[i];
  d->templates[i] = t;
  *e = (sv_edge){
      .template_number = t, .instance = draw_instance(g, i, t), .from = d->from[i], .to = to};
  e->from_count = draw_from(g, t, from, d->from[i]);
  if (gen_draws(g, GEN_SETS, 15)) e->to = 0;
  if (gen_draws(g, GEN_PRIORITY, gen_has(g, GEN_RANKS) ? 50 : 30))
    e->priority = 1 + gen_below(g, 2);
  if (gen_draws(g, GEN_PASSIVE, i ? 60 : 5)) e->flags |= SV_EDGE_PASSIVE;
  if (gen_draws(g, GEN_PASSIVE, 25)) e->flags |= SV_EDGE_RELEASES;
}

// One of another template than the acting process, if there is one.
static uint32_t draw_other(gen *g, const draft *d) {
  uint32_t n = g->model->templates.n - 1;
  return n < 2 ? 1 : (d->templates[0] + gen_below(g, n - 1)) % n + 1;
}

static void add_partner(gen *g, draft *d) {
  uint32_t t =
      gen_has(g, GEN_PARTNERS) ? draw_other(g, d) : 1 + gen_below(g, g->model->templates.n - 1);
  uint32_t n = template_of(g, t)->locations.n - 1;
  uint32_t from = 1 + gen_below(g, n);
  if (gen_draws(g, GEN_PARTNERS, 40)) add_edge(g, d, t, from, from);
  else add_edge(g, d, t, from, gen_chance(g, 30) ? 0 : 1 + gen_below(g, n));
}

// ---- conditions

static void add_choices(gen *g, draft *d) {
  while (d->action.choice_count < MOST_CHOICES && gen_draws(g, GEN_CHOICES, 35)) {
    sv_sort sort = g->sorts.at[gen_below(g, g->sorts.n)];
    const sv_sort_info *info = sv_sort_get(g->terms, sort);
    if (info->kind == SV_SORT_BV && info->size > 8) sort = sv_sort_bool(g->terms);
    if (info->kind == SV_SORT_LOC) sort = sv_sort_bool(g->terms);
    if (info->kind == SV_SORT_INT && !info->ranged) sort = sv_sort_range(g->terms, -1, 2);
    char name[16];
    snprintf(name, sizeof name, "c%u", d->action.choice_count);
    sv_choice_input *c = &d->choices[d->action.choice_count++];
    *c = (sv_choice_input){.sort = sort};
    if (gen_chance(g, 85)) c->name = sv_names_cstr(g->model->names, name);
    c->per_other = d->action.edge_count && gen_draws(g, GEN_BROADCAST, 40);
  }
}

static sv_term at_location(gen *g, uint32_t t) {
  uint32_t n = template_of(g, t)->locations.n - 1;
  return gen_stands_at(g, t, 1 + gen_below(g, n));
}

static void add_guard(gen *g, draft *d) {
  gen_scope scope = scope_of(d, false);
  if (gen_draws(g, GEN_LATE | GEN_WATCHED, 60)) return;
  if (gen_draws(g, GEN_BEYOND, 75)) {
    if (d->templates[0] != 1 && gen_chance(g, 70)) d->action.guard = at_location(g, 1);
    return;
  }
  if (gen_draws(g, GEN_PARTNERS, 70)) {
    bool looks = gen_chance(g, 50);
    if (looks) d->action.guard = gen_at_place(g, draw_other(g, d));
    return;
  }
  if (gen_chance(g, gen_has(g, GEN_LOOSE) ? 25 : 45)) d->action.guard = gen_condition(g, &scope);
}

static void add_constraint(gen *g, draft *d) {
  if (!gen_draws(g, GEN_CONSTRAINTS, 35)) return;
  gen_scope scope = scope_of(d, true);
  scope.next = true;
  sv_term constraint = gen_condition(g, &scope);
  if (d->action.edge_count && gen_draws(g, GEN_BROADCAST, 40)) {
    scope.other = d->templates[0];
    sv_term more = gen_condition(g, &scope);
    constraint = gen_chance(g, 50) ? sv_and(g->terms, constraint, more) : more;
  }
  d->action.constraint = constraint;
}

// ---- effects

static bool in_scope(const gen_scope *scope, uint32_t owner, uint32_t *role) {
  *role = 0;
  if (owner == SV_GLOBAL) return true;
  for (uint32_t r = scope->roles; r--;)
    if (scope->templates[r] == owner) return *role = r, true;
  return false;
}

// A variable that the action may write, as a term; SV_NONE if the draw fails.
// In a broadcast the locals of the acting template are those of the others.
static sv_term draw_root(gen *g, const gen_scope *scope) {
  uint32_t v = 1 + gen_below(g, g->model->variables.n - 1), role;
  const sv_variable *variable = &g->model->variables.at[v];
  gen_scope rest = *scope;
  rest.other = 0;
  if (variable->is_pc) return SV_NONE;
  if (scope->other && variable->owner == scope->other)
    return sv_model_var(g->model, v, SV_ROLE_OTHER);
  if (variable->owner && gen_draws(g, GEN_REMOTE, 25)) {
    sv_term index = gen_index(g, &rest, 3);
    return sv_remote(g->terms, variable->sort, v, index);
  }
  if (!variable->owner && scope->roles && gen_is_foreign(g, v, scope->templates[0])) return SV_NONE;
  if (gen_has(g, GEN_LOOSE) && !gen_has(g, GEN_APART) && !variable->owner && gen_chance(g, 60))
    return SV_NONE;
  return in_scope(scope, variable->owner, &role) ? sv_model_var(g->model, v, role) : SV_NONE;
}

static bool is_array(const gen *g, sv_term t) {
  return sv_sort_get(g->terms, sv_sort_of(g->terms, t))->kind == SV_SORT_ARRAY;
}

// *sort is that of the cell, with its range. The scope forgets role OTHER
// unless the target is a broadcast.
static sv_term draw_target(gen *g, gen_scope *scope, sv_sort *sort) {
  sv_term target = SV_NONE;
  for (uint32_t tries = 0; tries < 4 && sv_is_none(target); tries++) target = draw_root(g, scope);
  if (sv_is_none(target)) return target;
  if (sv_node_of(g->terms, sv_index(target)).role != SV_ROLE_OTHER) scope->other = 0;
  *sort = sv_sort_of(g->terms, target);
  while (is_array(g, target) && gen_chance(g, 75)) {
    sv_term index = gen_index(g, scope, sv_sort_get(g->terms, *sort)->size);
    sv_term cell = sv_app2(g->terms, SV_OP_SELECT, target, index);
    sv_node node = sv_node_of(g->terms, sv_index(cell));
    if (node.op != SV_OP_SELECT || !sv_same(node.args[0], target)) break;  // an index outside
    target = cell;
    *sort = sv_sort_get(g->terms, *sort)->element;
  }
  return target;
}

static void add_update(gen *g, draft *d, bool broadcast) {
  gen_scope scope = scope_of(d, true);
  sv_sort sort;
  if (broadcast) scope.other = d->templates[0];
  sv_term target = draw_target(g, &scope, &sort);
  if (sv_is_none(target) || d->action.update_count == MOST_UPDATES) return;
  sv_term value =
      gen_draws(g, GEN_WATCHED, 60) ? gen_constant(g, sort) : gen_value(g, &scope, sort, 2);
  d->updates[d->action.update_count++] = (sv_update){target, value};
}

static void add_updates(gen *g, draft *d) {
  uint32_t n = gen_has(g, GEN_LOOSE) ? gen_below(g, 3) : 1 + gen_below(g, 2);
  if (gen_has(g, GEN_LATE)) n = gen_below(g, 2);
  if (gen_has(g, GEN_WATCHED)) n = 1;
  for (uint32_t i = 0; i < n; i++) add_update(g, d, false);
  if (d->action.edge_count && gen_draws(g, GEN_BROADCAST, 50)) add_update(g, d, true);
  if (d->action.edge_count && gen_draws(g, GEN_BROADCAST, 20)) add_update(g, d, true);
}

// ---- queues

static void add_fields(gen *g, const gen_scope *scope, sv_queue_op *op, sv_term *fields) {
  uint32_t n = gen_fields(g, op->queue);
  for (uint32_t i = 0; i < n; i++) fields[i] = gen_value(g, scope, g->message.at[i], 1);
  op->fields = fields;
  op->field_count = n;
}

static bool is_global_queue(const gen *g, sv_term queue) {
  sv_node node = sv_node_of(g->terms, sv_index(queue));
  return node.op == SV_OP_QUEUE && !node.n && g->model->queues.at[node.id].owner == SV_GLOBAL;
}

static sv_queue_verb draw_verb(gen *g) {
  if (gen_draws(g, GEN_DEFER, 35)) return gen_chance(g, 50) ? SV_DEFER : SV_FLUSH;
  return gen_chance(g, 50) ? SV_ENQUEUE : SV_DEQUEUE;
}

static void add_queue_op(gen *g, draft *d) {
  gen_scope scope = scope_of(d, true);
  sv_queue_op *op = &d->ops[d->action.queue_op_count];
  *op = (sv_queue_op){.verb = draw_verb(g), .slot = SV_NONE};
  op->queue = gen_queue(g, &scope);
  if (sv_is_none(op->queue)) return;
  if (op->verb == SV_FLUSH && is_global_queue(g, op->queue) && gen_chance(g, 30))
    op->verb = SV_EMPTY;
  bool slotted = op->verb == SV_ENQUEUE || op->verb == SV_DEQUEUE;
  if (slotted && gen_draws(g, GEN_DEFER, 25)) op->slot = gen_index(g, &scope, 2);
  if (op->verb == SV_ENQUEUE) add_fields(g, &scope, op, d->fields[d->action.queue_op_count]);
  d->action.queue_op_count++;
}

static void add_queue_ops(gen *g, draft *d) {
  if (g->model->queues.n < 2 || !gen_chance(g, 60)) return;
  add_queue_op(g, d);
  while (d->action.queue_op_count < MOST_OPS && gen_chance(g, 15)) add_queue_op(g, d);
}

// ---- creation

static void add_arguments(gen *g, draft *d, sv_start *start, sv_argument *arguments) {
  gen_scope scope = scope_of(d, true);
  for (uint32_t v = 1; v < g->model->variables.n && start->argument_count < MOST_ARGUMENTS; v++) {
    const sv_variable variable = g->model->variables.at[v];
    if (variable.owner != start->template_number || variable.is_pc || !gen_chance(g, 50)) continue;
    sv_term value = gen_value(g, &scope, variable.sort, 1);
    arguments[start->argument_count++] = (sv_argument){v, value};
  }
  start->arguments = arguments;
}

static sv_term draw_result(gen *g, draft *d) {
  gen_scope scope = scope_of(d, true);
  sv_sort sort;
  sv_term target = draw_target(g, &scope, &sort);
  if (sv_is_none(target) || sv_sort_get(g->terms, sort)->kind != SV_SORT_INT) return SV_NONE;
  return target;
}

static void add_start(gen *g, draft *d) {
  uint32_t i = d->action.start_count++;
  uint32_t t = 1 + gen_below(g, g->model->templates.n - 1);
  d->starts[i] = (sv_start){.template_number = t, .result = SV_NONE};
  if (gen_chance(g, 30)) d->starts[i].at = 1 + gen_below(g, template_of(g, t)->locations.n - 1);
  if (is_stop(g, t, d->starts[i].at)) d->starts[i].at = 0;
  add_arguments(g, d, &d->starts[i], d->arguments[i]);
  if (gen_chance(g, 40)) d->starts[i].result = draw_result(g, d);
}

static void add_starts(gen *g, draft *d) {
  if (!gen_draws(g, GEN_CREATION, 30)) return;
  add_start(g, d);
  if (gen_chance(g, 12)) add_start(g, d);
}

// ---- the whole

static void name_action(gen *g, draft *d) {
  char name[32];
  uint32_t number = g->model->actions.n;
  if (gen_draws(g, GEN_NAMES, 20)) number = 1;  // several of the same name
  snprintf(name, sizeof name, "act%u", number);
  if (!gen_draws(g, GEN_NAMES, 20)) d->action.name = sv_names_cstr(g->model->names, name);
  if (gen_chance(g, 20)) d->action.text = "x := \"1\"";
}

static void finish(gen *g, draft *d) {
  name_action(g, d);
  d->action.edges = d->edges;
  d->action.choices = d->choices;
  d->action.updates = d->updates;
  d->action.queue_ops = d->ops;
  d->action.starts = d->starts;
  if (gen_draws(g, GEN_PRIORITY, gen_has(g, GEN_RANKS) ? 35 : 20))
    d->action.priority = 1 + gen_below(g, 2);
  if (gen_draws(g, GEN_UNBOUNDED, 6) || gen_draws(g, GEN_CUTS, 20)) d->action.cut = "this far";
  sv_model_action(g->model, &d->action);
}

// Only the text form and the net look at it.
static void add_print(gen *g, draft *d) {
  static const char *const formats[] = {"done\n", "%d %% \"", "%x\t%c"};
  gen_scope scope = scope_of(d, true);
  uint32_t n = gen_below(g, SV_COUNT(formats));
  if (!gen_chance(g, 8)) return;
  d->action.print = formats[n];
  d->action.print_count = n;
  d->action.prints = d->prints;
  for (uint32_t i = 0; i < n; i++) {
    sv_sort sort = g->sorts.at[gen_below(g, g->sorts.n)];
    d->prints[i] = gen_term(g, &scope, sort, 1);
  }
}

static void add_parts(gen *g, draft *d) {
  add_guard(g, d);
  add_choices(g, d);
  add_updates(g, d);
  add_queue_ops(g, d);
  add_starts(g, d);
  add_constraint(g, d);
  add_print(g, d);
}

static void add_failure(gen *g, draft *d) {
  gen_scope scope = scope_of(d, false);
  if (!g->assertion || d->action.cut || !gen_chance(g, gen_has(g, GEN_LATE) ? 25 : 12)) return;
  d->action.fails = g->assertion;
  sv_term more = gen_condition(g, &scope);
  d->action.guard = sv_is_none(d->action.guard) ? more : sv_and(g->terms, d->action.guard, more);
}

// Whether a certain action ever happens is what reductions may get wrong.
static void add_needle(gen *g, draft *d) {
  char name[32];
  if (!gen_has(g, GEN_NEEDLES) || d->action.cut || d->action.fails) return;
  snprintf(name, sizeof name, "needle%u", g->model->actions.n);
  sv_name id = sv_names_cstr(g->model->names, name);
  d->action.fails = sv_model_property(g->model, id, SV_PROP_ASSERTION, SV_NONE, NULL, SV_NOWHERE);
}

static void add_action(gen *g, uint32_t t, uint32_t from, uint32_t to) {
  draft d = {0};
  add_edge(g, &d, t, from, to);
  while (d.action.edge_count < MOST_EDGES && gen_draws(g, GEN_JOINT, 35)) add_partner(g, &d);
  add_parts(g, &d);
  add_failure(g, &d);
  add_needle(g, &d);
  finish(g, &d);
}

void gen_loose_action(gen *g) {
  draft d = {0};
  add_parts(g, &d);
  finish(g, &d);
}

// ---- rivals

// A global variable with a known start whose values can be told apart, or 0.
static uint32_t draw_gate(gen *g, uint32_t template_number) {
  for (uint32_t tries = 0; tries < 6; tries++) {
    uint32_t v = 1 + gen_below(g, g->model->variables.n - 1);
    const sv_variable *x = &g->model->variables.at[v];
    sv_sort_kind kind = sv_sort_get(g->terms, x->sort)->kind;
    bool plain = kind != SV_SORT_ARRAY && kind != SV_SORT_REF && kind != SV_SORT_LOC;
    if (x->owner || !plain || sv_is_none(x->init)) continue;
    if (tries < 3 && gen_is_foreign(g, v, template_number)) continue;
    return v;
  }
  return 0;
}

// From a location to the next one, or to itself.
static void begin_shape(draft *d, uint32_t t, uint32_t from, uint32_t to) {
  *d = (draft){.action.edge_count = 1, .templates = {t}, .from = {{from}}};
  d->edges[0] = (sv_edge){.template_number = t,
                          .instance = SV_ANY_INSTANCE,
                          .from = d->from[0],
                          .from_count = 1,
                          .to = to};
}

static void add_shutter(gen *g, uint32_t t, uint32_t gate) {
  uint32_t n = template_of(g, t)->locations.n - 1, from = 1 + gen_below(g, n);
  if (is_stop(g, t, from)) return;
  draft d;
  begin_shape(&d, t, from, gen_chance(g, 70) ? from % n + 1 : 0);
  sv_sort sort = g->model->variables.at[gate].sort;
  sv_term value = gen_constant(g, sort);
  for (uint32_t i = 0; i < 4 && sv_same(value, g->model->variables.at[gate].init); i++)
    value = gen_constant(g, sort);
  d.updates[d.action.update_count++] = (sv_update){sv_model_var(g->model, gate, 0), value};
  if (gen_chance(g, 30)) add_guard(g, &d);
  finish(g, &d);
}

void gen_rivals(gen *g, uint32_t t) {
  uint32_t n = template_of(g, t)->locations.n - 1, from = 1 + gen_below(g, n);
  uint32_t gate = draw_gate(g, t), templates = g->model->templates.n - 1;
  if (!gate || is_stop(g, t, from)) return;
  const sv_variable *x = &g->model->variables.at[gate];
  sv_term open = sv_eq(g->terms, sv_model_var(g->model, gate, 0), x->init);
  draft first, second;
  begin_shape(&first, t, from, gen_chance(g, 50) ? 0 : 1 + gen_below(g, n));
  begin_shape(&second, t, from, gen_chance(g, 50) ? 0 : from % n + 1);
  first.action.guard = open;
  if (gen_chance(g, 30)) add_updates(g, &first);
  if (gen_chance(g, 30)) add_updates(g, &second);
  bool global = gen_chance(g, 35);
  second.edges[0].priority = global ? 0 : 1;
  unsigned features = g->features;
  g->features = (features | GEN_NEEDLES) & ~(unsigned)(GEN_PRIORITY | GEN_UNBOUNDED);
  second.action.priority = global;
  finish(g, &first);
  add_needle(g, &second);
  finish(g, &second);
  g->features = features;
  for (uint32_t k = 1 + gen_below(g, 2); k; k--)
    add_shutter(g, templates > 1 ? t % templates + 1 : t, gate);
}

// ---- loops that are gone round a number of times

// The value after this one, on a round trip through some values of the sort.
static sv_term next_value(gen *g, sv_term x, sv_sort sort, sv_term init) {
  sv_term next = init;
  for (uint32_t i = 1 + gen_below(g, 3); i; i--) {
    sv_term from = gen_constant(g, sort), to = gen_constant(g, sort);
    next = sv_ite(g->terms, sv_eq(g->terms, x, from), to, next);
  }
  return sv_ite(g->terms, sv_eq(g->terms, x, init), gen_constant(g, sort), next);
}

// Back from the location as long as the variable has not got a certain value, then on.
static void add_counted_loop(gen *g, uint32_t t, uint32_t from, uint32_t least, uint32_t gate) {
  uint32_t n = template_of(g, t)->locations.n - 1;
  const sv_variable v = g->model->variables.at[gate];
  sv_term x = sv_model_var(g->model, gate, 0), end = gen_constant(g, v.sort);
  for (uint32_t i = 0; i < 4 && sv_same(end, v.init); i++) end = gen_constant(g, v.sort);
  draft again, on;
  begin_shape(&again, t, from, least + gen_below(g, from - least + 1));
  begin_shape(&on, t, from, from % n + 1);
  again.action.guard = sv_not(sv_eq(g->terms, x, end));
  again.updates[again.action.update_count++] = (sv_update){x, next_value(g, x, v.sort, v.init)};
  on.action.guard = gen_chance(g, 70) ? sv_eq(g->terms, x, end) : SV_NONE;
  if (gen_chance(g, 30)) add_queue_ops(g, &on);
  add_updates(g, &on);
  finish(g, &again);
  finish(g, &on);
}

// The loop is inside of a section, from the second location on.
static void make_section(gen *g, uint32_t t, uint32_t loop) {
  sv_template *x = &g->model->templates.at[t];
  for (uint32_t l = 1; l < x->locations.n; l++) {
    unsigned *flags = &x->locations.at[l].flags;
    *flags &= ~(unsigned)(SV_LOC_YIELDING | SV_LOC_BLOCKING | SV_LOC_COMMITTED | SV_LOC_STOP);
    if (l > 1 && l <= loop) *flags |= SV_LOC_YIELDING;
  }
}

// A ring that is never left, with such a loop somewhere: what lies beyond where it was unwound matters. It fails
// nothing itself, so that nothing but what others do asks for more of it.
static void add_endless(gen *g, uint32_t t) {
  uint32_t n = template_of(g, t)->locations.n - 1, loop = 1 + gen_below(g, n);
  uint32_t gate = draw_gate(g, t), assertion = g->assertion;
  unsigned features = g->features;
  bool section = gate && n > 2 && gen_draws(g, GEN_CONTROL, 85);
  if (section) make_section(g, t, loop = 2 + gen_below(g, n - 2));
  g->features &= ~(unsigned)GEN_NEEDLES;
  g->assertion = 0;
  for (uint32_t l = 1; l <= n; l++) {
    if (is_stop(g, t, l)) continue;
    if (l == loop && gate) add_counted_loop(g, t, l, section ? 2 : 1, gate);
    else add_action(g, t, l, l < n || gen_chance(g, 40) ? l % n + 1 : 1 + gen_below(g, n));
  }
  g->features = features;
  g->assertion = assertion;
}

// A ring, or a straight way that ends in the last location.
void gen_actions(gen *g, uint32_t t) {
  uint32_t n = template_of(g, t)->locations.n - 1;
  if (gen_has(g, GEN_BEYOND) && (t == 1 || gen_chance(g, 20))) {
    add_endless(g, t);
    return;
  }
  bool straight =
      gen_draws(g, GEN_LOOSE, gen_has(g, GEN_LATE | GEN_WATCHED | GEN_BEYOND) ? 85 : 50);
  for (uint32_t l = 1; l <= n; l++) {
    if (is_stop(g, t, l) || (straight && l == n) || !gen_chance(g, 92)) continue;
    add_action(g, t, l, l < n || gen_chance(g, 50) ? l % n + 1 : 0);
  }
  for (uint32_t more = gen_below(g, 1 + n); more; more--) {
    uint32_t from = 1 + gen_below(g, n);
    uint32_t to = 1 + gen_below(g, n);
    if (!straight || from < to) add_action(g, t, from, to);
  }
}
