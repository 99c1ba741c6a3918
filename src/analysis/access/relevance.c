// relevance.c -- see relevance.h.
//
// Users of parts are the actions, then the goals, then, where runs may be cut,
// one more that reads all parts: the question whether a run is cut.

#include "analysis/access/relevance.h"

#include "analysis/access/cells.h"
#include "analysis/access/partition.h"
#include "analysis/access/reads.h"

enum { READS = SV_NEED_READS, WRITES = SV_NEED_WRITES, SURELY = SV_NEED_SURELY };

typedef struct {
  const sv_net *net;
  sv_terms *terms;
  sv_accesses *all;
  sv_relevance *out;
  sv_part_uses uses;
  sv_term held;              // a process holds control; SV_FALSE: none ever does
  SV_VEC(sv_term) all_when;  // by goal, and one for cuts: when it reads everything; or SV_FALSE
} gathering;

// ---- small things

// Behind the parts follow the program counters, each as a whole.
static uint32_t whole_pc(const gathering *g, uint32_t process) {
  return g->all->map.parts + process;
}

static uint32_t end_of_parts(const gathering *g) { return whole_pc(g, g->net->processes.n); }

static void add(gathering *g, uint32_t user, const sv_parts *parts, unsigned how, sv_term when) {
  for (uint32_t i = 0; i < parts->n; i++)
    sv_push(g->uses, (sv_part_use){parts->at[i].lo, parts->at[i].hi, user, how, when.x});
}

static void add_range(gathering *g, uint32_t user, uint32_t lo, uint32_t hi, unsigned how,
                      sv_term when) {
  sv_push(g->uses, (sv_part_use){lo, hi, user, how, when.x});
}

static void leave_out(sv_parts *parts, const sv_parts *some) {
  for (uint32_t i = 0; i < some->n; i++) sv_parts_minus(parts, some->at[i].lo, some->at[i].hi);
}

static void leave_out_var(const gathering *g, sv_parts *parts, uint32_t var) {
  sv_parts_minus(parts, g->all->map.first[var], g->all->map.first[var + 1]);
}

static bool moves(const sv_net_edge *e) {
  return e->to != SV_STAY && !(e->from_count == 1 && e->from[0] == e->to);
}

// ---- actions

static void leave_out_own_pcs(const gathering *g, uint32_t action, sv_parts *parts) {
  const sv_net_action *a = &g->net->actions.at[action];
  for (uint32_t i = 0; i < a->edge_count; i++)
    leave_out_var(g, parts, g->net->processes.at[a->edges[i].process].pc);
}

static void leave_out_rows(const gathering *g, const sv_cell_uses *rows, sv_parts *parts) {
  for (uint32_t i = 0; i < rows->n; i++) leave_out_var(g, parts, rows->at[i].var);
}

static void add_pcs(gathering *g, uint32_t action) {
  const sv_net_action *a = &g->net->actions.at[action];
  for (uint32_t i = 0; i < a->edge_count; i++) {
    uint32_t pc = whole_pc(g, a->edges[i].process);
    add_range(g, action, pc, pc + 1, READS | (moves(&a->edges[i]) ? WRITES : 0), SV_TRUE);
  }
}

// Cells by the values of indices.
static void add_rows(gathering *g, uint32_t action, const sv_cell_uses *rows) {
  for (uint32_t i = 0; i < rows->n; i++) {
    const sv_cell_use *r = &rows->at[i];
    uint32_t lo = g->all->map.first[r->var];
    for (uint32_t k = 0; k < g->net->vars.at[r->var].cells; k++) {
      sv_term when = sv_cell_is(g->terms, r->index, k);
      if (!sv_same(when, SV_FALSE))
        add_range(g, action, lo + k, lo + k + 1, r->writes ? WRITES | SURELY : READS, when);
    }
  }
}

static void add_holder(gathering *g, uint32_t action) {
  const sv_net_action *a = &g->net->actions.at[action];
  uint32_t holder = g->net->holder;
  if (holder == SV_NO_VARIABLE) return;
  uint32_t part = g->all->map.first[holder];
  add_range(g, action, part, part + 1, READS, SV_TRUE);
  for (uint32_t i = 0; i < a->update_count; i++) {
    if (sv_target_var(g->terms, a->updates[i].target) != holder) continue;
    sv_term same = sv_eq(g->terms, sv_net_var_term(g->net, holder), a->updates[i].value);
    bool constant = sv_is_const(g->terms, a->updates[i].value, NULL);
    add_range(g, action, part, part + 1, WRITES, constant ? sv_not(same) : SV_TRUE);
  }
}

// What is read in any case, and what only where a process holds control.
static void add_reads(gathering *g, uint32_t action, const sv_cell_uses *rows) {
  const sv_access *a = &g->all->actions[action];
  sv_parts plain = {0}, held = {0};
  sv_parts_append(&plain, &a->reads);
  sv_parts_seal(&plain);
  leave_out_rows(g, rows, &plain);
  sv_parts_append(&plain, &a->priority);
  sv_parts_append(&plain, &g->all->blocking);
  sv_parts_append(&plain, &g->all->lower[g->net->actions.at[action].priority]);
  sv_parts_seal(&plain);
  leave_out_own_pcs(g, action, &plain);
  sv_parts_append(&held, &g->all->yielding);
  leave_out(&held, &plain);
  leave_out_own_pcs(g, action, &held);
  add(g, action, &plain, READS, SV_TRUE);
  add(g, action, &held, READS, g->held);
  sv_vec_free(plain);
  sv_vec_free(held);
}

// (That a location is certainly left or reached is not recorded: the next step of a process
// depends on the one before in any case.)
static void add_writes(gathering *g, uint32_t action, const sv_cell_uses *rows, unsigned how) {
  const sv_access *a = &g->all->actions[action];
  sv_parts parts = {0};
  sv_parts_append(&parts, how & WRITES ? &a->writes : &a->surely);
  if (how & SURELY) leave_out_own_pcs(g, action, &parts);
  leave_out_rows(g, rows, &parts);
  if (g->net->holder != SV_NO_VARIABLE) leave_out_var(g, &parts, g->net->holder);
  add(g, action, &parts, how, SV_TRUE);
  sv_vec_free(parts);
}

static void add_action(gathering *g, uint32_t action) {
  sv_cell_uses rows = {0};
  if (g->net->actions.at[action].cut) return;
  sv_cell_uses_find(g->all, action, &rows);
  add_reads(g, action, &rows);
  add_writes(g, action, &rows, WRITES);
  add_writes(g, action, &rows, SURELY);
  add_rows(g, action, &rows);
  add_holder(g, action);
  add_pcs(g, action);
  sv_vec_free(rows);
}

// ---- properties

// Returns the user.
static uint32_t add_goal(gathering *g, uint32_t property, sv_term when) {
  sv_push(g->out->goals, (sv_relevance_goal){.property = property, .when = when});
  sv_push(g->all_when, SV_FALSE);
  return g->net->actions.n + g->out->goals.n - 1;
}

static void add_everything(gathering *g, uint32_t user, sv_term when) {
  assert(user >= g->net->actions.n && user - g->net->actions.n < g->all_when.n);
  g->all_when.at[user - g->net->actions.n] = when;
  add_range(g, user, 0, end_of_parts(g), READS, when);
}

static void add_bad_locations(gathering *g, uint32_t property) {
  for (uint32_t p = 0; p < g->net->processes.n; p++)
    for (uint32_t l = 1; l < sv_net_locations(g->net, p); l++) {
      if (sv_net_location(g->net, p, l)->bad != property) continue;
      uint32_t part = sv_location_part(&g->all->map, p, l);
      uint32_t user = add_goal(g, property, sv_net_at(g->net, p, l));
      add_range(g, user, part, part + 1, READS, SV_TRUE);
    }
}

// Where no process holds control a state is not passing.
static void add_conjunct(gathering *g, uint32_t property, sv_term conjunct) {
  sv_parts reads = {0};
  uint32_t holder = g->net->holder, user = add_goal(g, property, sv_not(conjunct));
  bool stable = g->net->properties.at[property].stable && holder != SV_NO_VARIABLE;
  sv_access_term(g->all, conjunct, &reads);
  if (stable) sv_parts_add(&reads, g->all->map.first[holder], g->all->map.first[holder + 1]);
  sv_parts_seal(&reads);
  add(g, user, &reads, READS, SV_TRUE);
  if (stable) add_everything(g, user, g->held);
  sv_vec_free(reads);
}

static void add_invariant(gathering *g, uint32_t property) {
  SV_VEC(sv_term) todo = {0};
  sv_push(todo, g->net->properties.at[property].term);
  while (todo.n) {
    sv_term t = sv_pop(todo);
    sv_node node = sv_node_of(g->terms, sv_index(t));
    bool splits = node.op == SV_OP_AND && !sv_negated(t);
    for (uint32_t i = 0; splits && i < node.n; i++) sv_push(todo, node.args[i]);
    if (!splits) add_conjunct(g, property, t);
  }
  sv_vec_free(todo);
}

static void add_property(gathering *g, uint32_t property) {
  switch (g->net->properties.at[property].kind) {
  case SV_PROP_INVARIANT: add_invariant(g, property); return;
  case SV_PROP_LOCATION: add_bad_locations(g, property); return;
  case SV_PROP_RECURRENCE:
  case SV_PROP_DEADLOCK: add_everything(g, add_goal(g, property, SV_TRUE), SV_TRUE); return;
  case SV_PROP_ASSERTION:
    for (uint32_t a = 0; a < g->net->actions.n; a++)
      if (g->net->actions.at[a].fails == property) sv_bits_add(&g->out->failing, a);
    return;
  }
  SV_UNREACHABLE();
}

static bool may_be_cut(const sv_net *net) {
  for (uint32_t a = 0; a < net->actions.n; a++)
    if (net->actions.at[a].cut) return true;
  return false;
}

// ---- resources

// Does the user read or write the block only together with the process's program counter?
static bool goes_with(const gathering *g, const sv_partition_user *u, uint32_t process) {
  if (u->user >= g->net->actions.n) return g->all_when.at[u->user - g->net->actions.n].x == u->when;
  const sv_net_edge *e = sv_edge_of(&g->net->actions.at[u->user], process);
  if (u->how & WRITES) return e && moves(e);
  return e || !(u->how & READS);
}

static bool all_go_with(const gathering *g, const sv_partition_users *u, uint32_t process) {
  for (uint32_t i = 0; i < u->n; i++)
    if (!goes_with(g, &u->at[i], process)) return false;
  return true;
}

static bool goes_with_some(const gathering *g, const sv_partition_users *u, uint32_t writer) {
  const sv_net_action *a = &g->net->actions.at[writer];
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (all_go_with(g, u, a->edges[i].process)) return true;
  return false;
}

static bool is_wanted(void *context, uint32_t lo, const sv_partition_users *u) {
  const gathering *g = context;
  uint32_t writer = UINT32_MAX;
  bool is_read = false;
  for (uint32_t i = 0; i < u->n; i++) {
    is_read |= u->at[i].how & READS;
    if (u->at[i].how & WRITES) writer = u->at[i].user;
  }
  if (!is_read || writer == UINT32_MAX) return false;
  return lo >= g->all->map.parts || !goes_with_some(g, u, writer);
}

static void take(void *context, const sv_partition_users *u) {
  gathering *g = context;
  uint32_t resource = g->out->n++, actions = g->net->actions.n;
  assert(u->n >= 1 && u->at[u->n - 1].user <= actions + g->out->goals.n);
  for (uint32_t i = 0; i < u->n; i++) {
    sv_relevance_use use = {resource, u->at[i].how, {u->at[i].when}};
    if (u->at[i].user < actions) sv_push(g->out->actions[u->at[i].user], use);
    else if (u->at[i].user - actions < g->out->goals.n)
      sv_push(g->out->goals.at[u->at[i].user - actions].uses, use);
  }
}

// ---- the whole

sv_term sv_control_is_held(const sv_net *net) {
  if (net->holder == SV_NO_VARIABLE) return SV_FALSE;
  sv_term holder = sv_net_var_term(net, net->holder);
  sv_terms *terms = net->model->terms;
  return sv_not(sv_eq(terms, holder, sv_const(terms, sv_sort_of(terms, holder), sv_small(0))));
}

static void gather_all(gathering *g, const uint32_t *properties, uint32_t n) {
  for (uint32_t a = 0; a < g->net->actions.n; a++) add_action(g, a);
  for (uint32_t i = 0; i < n; i++) add_property(g, properties[i]);
  sv_push(g->all_when, SV_FALSE);
  if (may_be_cut(g->net)) add_everything(g, g->net->actions.n + g->out->goals.n, SV_TRUE);
  assert(g->all_when.n == g->out->goals.n + 1);
}

sv_relevance *sv_relevance_new(const sv_net *net, const uint32_t *properties, uint32_t n) {
  sv_relevance *out = SV_NEW(sv_relevance);
  out->net = net;
  out->actions = SV_NEW_ARRAY(sv_relevance_uses, net->actions.n + 1);
  sv_bits_init(&out->failing, net->actions.n);
  gathering g = {.net = net, .terms = net->model->terms, .all = sv_accesses_new(net), .out = out};
  g.held = sv_control_is_held(net);
  gather_all(&g, properties, n);
  sv_partition(&g.uses, &(const sv_partition_sink){is_wanted, take, &g});
  sv_vec_free(g.uses);
  assert(out->n <= end_of_parts(&g));
  sv_vec_free(g.all_when);
  sv_accesses_free(g.all);
  return out;
}

void sv_relevance_free(sv_relevance *x) {
  if (!x) return;
  for (uint32_t a = 0; a < x->net->actions.n; a++) sv_vec_free(x->actions[a]);
  for (uint32_t i = 0; i < x->goals.n; i++) sv_vec_free(x->goals.at[i].uses);
  sv_free(x->actions);
  sv_vec_free(x->goals);
  sv_bits_free(&x->failing);
  sv_free(x);
}
