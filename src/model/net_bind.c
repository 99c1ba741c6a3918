// net_bind.c -- binds actions to process instances.
//
// Every action of the model is written once for each way to give different
// instances to its edges, and for each choice of the free instances that it
// starts. Roles with the fewest candidates are bound first, and the guard is
// rewritten as soon as another role is known: where it is already false,
// nothing is tried beyond. A start takes the free instance with
// the lowest number, so the action with instance k asks that all lower ones
// run; where the pool is bounded by the user, one more action marks the border.

#include "model/net_build.h"

enum { BINDINGS_PER_ACTION = 16 };  // tries allowed for each action allowed

static bool contains(const uint32_t *list, uint32_t n, uint32_t x) {
  for (uint32_t i = 0; i < n; i++)
    if (list[i] == x) return true;
  return false;
}

// ---- edges

static const sv_template *template_of(const sv_net_draft *d, uint32_t number) {
  return &d->b->model->templates.at[number];
}

static uint32_t arrival(const sv_template *t, uint32_t to) {
  return t->locations.at[to].flags & SV_LOC_STOP ? 0 : to;
}

static sv_net_edge bound_edge(const sv_net_draft *d, uint32_t role) {
  const sv_edge *e = &d->action->edges[role];
  const sv_template *t = template_of(d, e->template_number);
  sv_net_edge edge = {.process = d->roles.at[role],
                      .from = e->from,
                      .from_count = e->from_count,
                      .to = e->to ? arrival(t, e->to) : SV_STAY,
                      .priority = e->priority,
                      .flags = e->flags};
  if (edge.from_count) return edge;
  edge.from_count = t->locations.n - 1;
  uint32_t *all = SV_ARENA_ARRAY(d->b->net->arena, uint32_t, edge.from_count);
  for (uint32_t i = 0; i < edge.from_count; i++) all[i] = i + 1;
  edge.from = all;
  return edge;
}

static sv_net_edge start_edge(const sv_net_draft *d, uint32_t s) {
  static const uint32_t not_running[] = {0};
  const sv_start *start = &d->action->starts[s];
  const sv_template *t = template_of(d, start->template_number);
  return (sv_net_edge){.process = d->started.at[s],
                       .from = not_running,
                       .from_count = 1,
                       .to = arrival(t, start->at ? start->at : t->entry)};
}

static void collect_edges(sv_net_draft *d) {
  sv_clear(d->edges);
  for (uint32_t r = 0; r < d->action->edge_count; r++) sv_push(d->edges, bound_edge(d, r));
  for (uint32_t s = 0; s < d->binding.started_count; s++) sv_push(d->edges, start_edge(d, s));
}

// ---- writing an action down

static void push_action(sv_net_draft *d, sv_net_action a) {
  sv_net_builder *b = d->b;
  if (b->net->actions.n >= b->options.most_actions) {
    sv_net_too_large(b, "with all process instances there are more than %u actions",
                     b->options.most_actions);
    return;
  }
  a.action = d->number;
  a.edges = sv_net_keep(b, d->edges.at, d->edges.n, sizeof *d->edges.at);
  a.edge_count = d->edges.n;
  a.priority = d->action->priority;
  sv_push(b->net->actions, a);
}

// The first n instances of the pool run. Shared by all actions, so also said of
// the action's own processes, whose edges say it anyway.
static sv_term first_run(sv_net_builder *b, const sv_net_pool *pool, uint32_t n) {
  if (pool->stacked && n) return sv_not(sv_net_at(b->net, pool->first + n - 1, 0));
  while (pool->runs->n <= n) {
    uint32_t k = pool->runs->n;
    sv_term last = sv_not(sv_net_at(b->net, pool->first + k - 1, 0));
    sv_push(*pool->runs, sv_and(b->terms, pool->runs->at[k - 1], last));
  }
  return pool->runs->at[n];
}

// The previous start of the same template, or UINT32_MAX.
static uint32_t previous_start(const sv_net_draft *d, uint32_t s) {
  uint32_t t = d->action->starts[s].template_number;
  for (uint32_t i = s; i--;)
    if (d->action->starts[i].template_number == t) return i;
  return UINT32_MAX;
}

// The instances between a start and the one before it in the same pool run.
static sv_term gap_is_taken(const sv_net_draft *d, uint32_t s) {
  const sv_net_pool *pool = &d->b->pools[d->action->starts[s].template_number];
  uint32_t before = previous_start(d, s), started = d->started.at[s];
  sv_term all = SV_TRUE;
  if (before == UINT32_MAX) return first_run(d->b, pool, started - pool->first);
  for (uint32_t p = d->started.at[before] + 1; p < started; p++)
    all = sv_and(d->b->terms, all, sv_net_running(&d->binding, p));
  return all;
}

// All free instances below a started one are started too: the lowest ones are taken.
static sv_term lowest_are_taken(const sv_net_draft *d) {
  sv_term all = SV_TRUE;
  for (uint32_t s = 0; s < d->binding.started_count; s++)
    all = sv_and(d->b->terms, all, gap_is_taken(d, s));
  return all;
}

static void emit(sv_net_draft *d) {
  sv_net_builder *b = d->b;
  sv_net_action a = {.guard = sv_and(b->terms, d->guard, lowest_are_taken(d)),
                     .fails = d->action->fails,
                     .cut = d->action->cut};
  if (sv_same(a.guard, SV_FALSE)) return;
  if (!sv_is_none(d->action->waits)) a.waits = sv_net_rewrite(&d->binding, d->action->waits);
  a.constraint = sv_net_constraint(d);
  if (sv_same(a.constraint, SV_FALSE)) return;
  collect_edges(d);
  sv_net_effect(d);
  a.choices = sv_net_keep(b, d->choices.at, d->choices.n, sizeof *d->choices.at);
  a.choice_inputs = sv_net_keep(b, d->inputs.at, d->inputs.n, sizeof *d->inputs.at);
  a.choice_count = d->choices.n;
  a.updates = sv_net_keep(b, d->updates.at, d->updates.n, sizeof *d->updates.at);
  a.update_count = d->updates.n;
  a.queue_ops = sv_net_keep(b, d->queue_ops.at, d->queue_ops.n, sizeof *d->queue_ops.at);
  a.queue_op_count = d->queue_ops.n;
  a.prints = sv_net_prints(d);
  a.print_count = d->action->print_count;
  a.blames = sv_net_blames(d);
  a.blame_count = d->action->blame_count;
  push_action(d, a);
}

// ---- starts

static uint32_t starts_of(const sv_net_draft *d, uint32_t template_number) {
  uint32_t n = 0;
  for (uint32_t s = 0; s < d->action->start_count; s++)
    n += d->action->starts[s].template_number == template_number;
  return n;
}

// Fewer instances are free than the action starts.
static sv_term too_few_free(const sv_net_draft *d, uint32_t template_number) {
  sv_terms *T = d->b->terms;
  const sv_net_pool *pool = &d->b->pools[template_number];
  uint32_t wanted = starts_of(d, template_number);
  if (wanted > pool->size) return SV_TRUE;
  if (wanted > 1)
    return sv_app2(T, SV_OP_LT, sv_int_const(T, pool->size - wanted),
                   sv_net_alive(&d->binding, template_number));
  return first_run(d->b, pool, pool->size);
}

// The model's own bounds disable the action without a cut.
static sv_term room_in_declared_pools(const sv_net_draft *d) {
  sv_term all = SV_TRUE;
  for (uint32_t s = 0; s < d->action->start_count; s++) {
    uint32_t t = d->action->starts[s].template_number;
    if (!d->b->pools[t].users) all = sv_and(d->b->terms, all, sv_not(too_few_free(d, t)));
  }
  return all;
}

static const char *cut_text(const sv_net_draft *d, uint32_t template_number) {
  const sv_template *t = template_of(d, template_number);
  uint32_t size = d->b->pools[template_number].size;
  if (t->pool == SV_UNBOUNDED)
    return sv_arena_printf(d->b->net->arena, "more than %u threads", size);
  return sv_arena_printf(d->b->net->arena, "more than %u instances of %s", size,
                         sv_names_get(d->b->model->names, t->name));
}

// The border: the action could be taken if the pool had one more instance.
static void emit_cut(sv_net_draft *d, uint32_t template_number) {
  sv_terms *T = d->b->terms;
  sv_term full = sv_and(T, too_few_free(d, template_number), room_in_declared_pools(d));
  sv_net_action a = {.guard = sv_and(T, d->guard, full), .constraint = SV_TRUE};
  if (sv_same(a.guard, SV_FALSE)) return;
  collect_edges(d);
  for (uint32_t i = 0; i < d->edges.n; i++) d->edges.at[i].to = SV_STAY;
  a.cut = cut_text(d, template_number);
  a.full = template_of(d, template_number)->pool == SV_UNBOUNDED;
  push_action(d, a);
}

static void emit_cuts(sv_net_draft *d) {
  for (uint32_t s = 0; s < d->action->start_count; s++) {
    uint32_t t = d->action->starts[s].template_number;
    bool first = true;
    for (uint32_t i = 0; i < s; i++) first &= d->action->starts[i].template_number != t;
    if (first && d->b->pools[t].users) emit_cut(d, t);
  }
}

// The first instance that start s may take: behind those of earlier starts.
static uint32_t first_candidate(const sv_net_draft *d, uint32_t s) {
  uint32_t before = previous_start(d, s);
  if (before != UINT32_MAX) return d->started.at[before] + 1;
  return d->b->pools[d->action->starts[s].template_number].first;
}

// Does a process of the pool at or above this one take part? In a stacked pool all below
// a running one run.
static bool is_taken(const sv_net_draft *d, const sv_net_pool *pool, uint32_t p) {
  for (uint32_t r = 0; r < d->roles.n; r++) {
    uint32_t role = d->roles.at[r];
    if (role == p || (pool->stacked && role > p && role < pool->first + pool->size)) return true;
  }
  return false;
}

// Depth of recursion: the number of starts.
static void pick_started(sv_net_draft *d, uint32_t s) {
  if (s == d->action->start_count) {
    emit(d);
    return;
  }
  const sv_net_pool *pool = &d->b->pools[d->action->starts[s].template_number];
  for (uint32_t p = first_candidate(d, s); p < pool->first + pool->size && sv_net_goes_on(d->b);
       p++) {
    if (is_taken(d, pool, p)) continue;
    d->started.at[s] = p;
    d->binding.started_count = s + 1;
    pick_started(d, s + 1);
    d->binding.started_count = s;
  }
}

// ---- roles

static bool guard_can_hold(sv_net_draft *d) {
  d->guard = sv_net_rewrite(&d->binding, d->action->guard);
  return !sv_same(d->guard, SV_FALSE);
}

static bool give_up(sv_net_builder *b) {
  if (++b->bindings > (uint64_t)b->options.most_actions * BINDINGS_PER_ACTION)
    sv_net_too_large(b, "there are too many ways to give process instances to joint actions");
  return b->too_large;
}

// The instances for which the guard can hold while nothing else is known.
static void find_candidates(sv_net_draft *d, sv_candidates *c) {
  const sv_edge *e = &d->action->edges[c->role];
  const sv_net_pool *pool = &d->b->pools[e->template_number];
  sv_clear(c->processes);
  for (uint32_t k = 0; k < pool->size; k++) {
    if (e->instance != SV_ANY_INSTANCE && e->instance != k) continue;
    d->roles.at[c->role] = pool->first + k;
    if (guard_can_hold(d)) sv_push(c->processes, pool->first + k);
  }
  d->roles.at[c->role] = SV_NO_PROCESS;
}

// Keeps the order of roles that have equally many.
static void sort_candidates(sv_candidates *list, uint32_t n) {
  for (uint32_t i = 1; i < n; i++) {
    sv_candidates c = list[i];
    uint32_t j = i;
    for (; j && list[j - 1].processes.n > c.processes.n; j--) list[j] = list[j - 1];
    list[j] = c;
  }
}

static void prepare_candidates(sv_net_draft *d) {
  uint32_t n = d->action->edge_count;
  if (n > d->candidates.n) sv_fill(d->candidates, n);
  for (uint32_t r = 0; r < n; r++) {
    d->candidates.at[r].role = r;
    find_candidates(d, &d->candidates.at[r]);
  }
  sort_candidates(d->candidates.at, n);
}

// There are no more roles of a template than instances.
static bool enough_instances(const sv_net_draft *d) {
  for (uint32_t r = 0; r < d->action->edge_count; r++) {
    uint32_t t = d->action->edges[r].template_number, wanted = 0;
    for (uint32_t i = 0; i < d->action->edge_count; i++)
      wanted += d->action->edges[i].template_number == t;
    if (wanted > d->b->pools[t].size) return false;
  }
  return true;
}

// Depth of recursion: the number of edges.
static void bind_roles(sv_net_draft *d, uint32_t bound) {
  if (give_up(d->b) || !guard_can_hold(d)) return;
  if (bound == d->action->edge_count) {
    pick_started(d, 0);
    emit_cuts(d);
    return;
  }
  const sv_candidates *c = &d->candidates.at[bound];
  for (uint32_t i = 0; i < c->processes.n && sv_net_goes_on(d->b); i++) {
    if (contains(d->roles.at, d->roles.n, c->processes.at[i])) continue;
    d->roles.at[c->role] = c->processes.at[i];
    bind_roles(d, bound + 1);
    d->roles.at[c->role] = SV_NO_PROCESS;
  }
}

static void place_choices(sv_net_draft *d) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < d->action->choice_count; i++) {
    d->choice_at.at[i] = at;
    at += d->action->choices[i].per_other ? sv_net_others(&d->binding) : 1;
  }
}

static void bind_action(sv_net_draft *d, uint32_t number) {
  d->number = number;
  d->action = &d->b->model->actions.at[number];
  sv_clear(d->roles);
  for (uint32_t r = 0; r < d->action->edge_count; r++) sv_push(d->roles, SV_NO_PROCESS);
  sv_fill(d->started, d->action->start_count);
  sv_fill(d->choice_at, d->action->choice_count);
  d->binding = (sv_binding){.b = d->b,
                            .roles = d->roles.at,
                            .role_count = d->roles.n,
                            .started = d->started.at,
                            .other = SV_NO_PROCESS,
                            .action = d->action,
                            .choice_at = d->choice_at.at};
  place_choices(d);
  if (!enough_instances(d)) return;
  sv_net_split_constraint(d);
  prepare_candidates(d);
  bind_roles(d, 0);
}

void sv_net_actions(sv_net_builder *b) {
  sv_net_draft d = {.b = b};
  for (uint32_t i = 1; i < b->model->actions.n && sv_net_goes_on(b); i++) bind_action(&d, i);
  for (uint32_t i = 0; i < d.candidates.n; i++) sv_vec_free(d.candidates.at[i].processes);
  sv_vec_free(d.candidates);
  sv_vec_free(d.conjuncts);
  sv_vec_free(d.roles);
  sv_vec_free(d.started);
  sv_vec_free(d.edges);
  sv_vec_free(d.choice_at);
  sv_vec_free(d.choices);
  sv_vec_free(d.inputs);
  sv_vec_free(d.updates);
  sv_vec_free(d.queue_ops);
}
