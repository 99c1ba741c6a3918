// access.c -- read and write sets of actions.
//
// For each action: first what it certainly and possibly writes, then its
// reads. Location invariants come last, since they depend on what is written:
// an action that may violate the invariant of an occupied location is impossible
// there, so it reads the program counter and that invariant.

#include "analysis/access/access.h"

#include "analysis/access/reads.h"

typedef struct {
  sv_accesses *all;
  sv_reader reader;
  const sv_net *net;
  const sv_terms *terms;
  const sv_net_action *action;
  sv_access *access;
  sv_parts **invariants;  // by process and location: what the invariant reads
  sv_u32s *invariant_at;  // by process: the locations that have one
  bool effect_matters;    // whether it is possible depends on the new values
} gather;

// ---- edges

const sv_net_edge *sv_edge_of(const sv_net_action *a, uint32_t process) {
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (a->edges[i].process == process) return &a->edges[i];
  return NULL;
}

bool sv_moves_itself(const sv_net_action *a, uint32_t process) {
  return sv_edges_move(a->edges, a->edge_count, process);
}

bool sv_edge_leaves(const sv_net_edge *e, uint32_t location) {
  for (uint32_t i = 0; i < e->from_count; i++)
    if (e->from[i] == location) return true;
  return false;
}

bool sv_share_process(const sv_net_action *a, const sv_net_action *b) {
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (sv_edge_of(b, a->edges[i].process)) return true;
  return false;
}

static void add_location(const gather *g, uint32_t process, uint32_t location, sv_parts *out) {
  uint32_t part = sv_location_part(&g->all->map, process, location);
  assert(part < g->all->map.first[g->net->processes.at[process].pc + 1]);
  sv_parts_add(out, part, part + 1);
}

static bool moves(const sv_net_edge *e) {
  return e->to != SV_STAY && !(e->from_count == 1 && e->from[0] == e->to);
}

static void edge_access(gather *g, const sv_net_edge *e) {
  for (uint32_t i = 0; i < e->from_count; i++) {
    add_location(g, e->process, e->from[i], &g->access->enabling);
    if (moves(e)) add_location(g, e->process, e->from[i], &g->access->writes);
  }
  if (moves(e)) add_location(g, e->process, e->to, &g->access->writes);
  if (e->to == SV_STAY) return;
  uint32_t pc = g->net->processes.at[e->process].pc;
  sv_parts_add(&g->access->surely, g->all->map.first[pc], g->all->map.first[pc + 1]);
}

// ---- updates

// Is every value of the integer sort `a` one of `b`?
static bool within(const sv_sort_info *a, const sv_sort_info *b) {
  return !b->ranged || (a->ranged && a->lo >= b->lo && a->hi <= b->hi);
}

// Do all values of the term lie in the ranged sort? Variables keep their
// sorts; what arithmetic gives, or a message holds, is not known. Depth: at
// most `depth` operators are looked through.
static bool stays_within(const sv_terms *T, sv_sort range, sv_term t, int depth) {
  sv_node node = sv_node_of(T, sv_index(t));
  sv_value v;
  if (sv_is_const(T, t, &v)) return sv_sort_has(T, range, v);
  if (node.op == SV_OP_ITE || node.op == SV_OP_FILL || node.op == SV_OP_ARRAY) {
    for (uint32_t i = node.op == SV_OP_ITE; i < node.n; i++)
      if (!depth || !stays_within(T, range, node.args[i], depth - 1)) return false;
    return true;
  }
  if (node.op != SV_OP_CHOICE && sv_target_var(T, t) == SV_NO_VARIABLE) return false;
  return within(sv_sort_get(T, sv_sort_scalar(T, node.sort)), sv_sort_get(T, range));
}

// Could the value lie outside the sort it is written to?
static bool may_not_fit(const sv_terms *T, sv_sort to, sv_term value) {
  sv_sort scalar = sv_sort_scalar(T, to);
  switch (sv_sort_get(T, scalar)->kind) {
  case SV_SORT_BOOL:
  case SV_SORT_BV:
  case SV_SORT_ENUM:
  case SV_SORT_REAL: return false;
  case SV_SORT_INT: return sv_sort_get(T, scalar)->ranged && !stays_within(T, scalar, value, 6);
  case SV_SORT_LOC:
  case SV_SORT_REF: return !sv_is_const(T, value, NULL);
  case SV_SORT_ARRAY: break;
  }
  SV_UNREACHABLE();
}

// The variable's own sort decides: that of an element term has no range.
bool sv_update_may_fail(const sv_terms *T, const sv_update *u) {
  sv_node root = sv_node_of(T, sv_index(u->target));
  while (root.op == SV_OP_SELECT) root = sv_node_of(T, sv_index(root.args[0]));
  return may_not_fit(T, root.sort, u->value);
}

static void update_access(gather *g, const sv_update *u) {
  uint32_t var = sv_target_var(g->terms, u->target);
  sv_part_range range;
  if (var == SV_NO_VARIABLE) return;
  bool open = sv_reader_target(&g->reader, u->target, &range);
  assert(g->all->map.first[var] <= range.lo && range.hi <= g->all->map.first[var + 1]);
  sv_parts_add(&g->access->writes, range.lo, range.hi);
  if (!open) sv_parts_add(&g->access->surely, range.lo, range.hi);
  if (var == g->net->holder) return;  // reads no more than the edges do
  bool check = sv_update_may_fail(g->terms, u);
  sv_parts *reads = check ? &g->access->enabling : &g->access->reads;
  if (check) g->access->plain = false;
  sv_reader_indices(&g->reader, u->target, reads);
  sv_reader_term(&g->reader, u->value, NULL, reads, NULL);
}

// ---- queues

static void mark_users(gather *g, uint32_t queue, sv_bits *users) {
  for (uint32_t i = 0; i < g->action->edge_count; i++)
    sv_bits_add(users, g->action->edges[i].process);
  if (!g->action->edge_count) g->all->queues[queue].any_process = true;
}

static void queue_access(gather *g, const sv_queue_op *op) {
  sv_access *a = g->access;
  sv_bits refs;
  sv_bits_init(&refs, g->net->queues.n);
  sv_reader_refs(&g->reader, op->queue, &refs);
  for (uint32_t q = sv_bits_next(&refs, 0); q != UINT32_MAX; q = sv_bits_next(&refs, q + 1)) {
    uint32_t part = g->all->map.first[sv_queue_object(&g->all->map, q)];
    sv_queue_users *u = &g->all->queues[q];
    sv_parts_add(&a->enabling, part, part + 1);
    sv_parts_add(&a->writes, part, part + 1);
    mark_users(g, q, op->verb == SV_ENQUEUE ? &u->senders : &u->receivers);
  }
  sv_bits_free(&refs);
  sv_reader_term(&g->reader, op->queue, NULL, &a->enabling, NULL);
  sv_reader_term(&g->reader, op->slot, NULL, &a->enabling, NULL);
  for (uint32_t f = 0; f < op->field_count; f++)
    sv_reader_term(&g->reader, op->fields[f], NULL, &a->enabling, NULL);
  a->plain = false;
}

// Queues that are read but not by an operation are observed in terms. An
// operation hides an observation by the same action, which is one of its ends.
static void mark_observers(gather *g) {
  for (uint32_t q = 0; q < g->net->queues.n; q++) {
    uint32_t part = g->all->map.first[sv_queue_object(&g->all->map, q)];
    if (sv_parts_has(&g->access->reads, part) && !sv_parts_has(&g->access->writes, part))
      mark_users(g, q, &g->all->queues[q].observers);
  }
}

// ---- location invariants

static void read_invariants(gather *g) {
  g->invariants = SV_NEW_ARRAY(sv_parts *, g->net->processes.n + 1);
  g->invariant_at = SV_NEW_ARRAY(sv_u32s, g->net->processes.n + 1);
  for (uint32_t p = 0; p < g->net->processes.n; p++) {
    uint32_t n = sv_net_locations(g->net, p);
    g->invariants[p] = SV_NEW_ARRAY(sv_parts, n);
    for (uint32_t l = 0; l < n; l++) {
      sv_reader_term(&g->reader, g->net->location_invariants[p][l], NULL, &g->invariants[p][l],
                     NULL);
      sv_parts_seal(&g->invariants[p][l]);
      if (!sv_is_none(g->net->location_invariants[p][l])) sv_push(g->invariant_at[p], l);
    }
  }
}

static void free_invariants(gather *g) {
  for (uint32_t p = 0; p < g->net->processes.n; p++) {
    for (uint32_t l = 0; l < sv_net_locations(g->net, p); l++) sv_vec_free(g->invariants[p][l]);
    sv_free(g->invariants[p]);
    sv_vec_free(g->invariant_at[p]);
  }
  sv_free(g->invariants);
  sv_free(g->invariant_at);
}

// The invariant of p's location l may be false after the step, p standing there.
static void must_keep(gather *g, uint32_t p, uint32_t l) {
  g->effect_matters = true;
  add_location(g, p, l, &g->access->enabling);
  sv_parts_append(&g->access->enabling, &g->invariants[p][l]);
}

// The writes must be sealed.
static void invariants_of_process(gather *g, uint32_t p) {
  const sv_net_edge *e = sv_edge_of(g->action, p);
  for (uint32_t i = 0; i < g->invariant_at[p].n; i++) {
    uint32_t l = g->invariant_at[p].at[i];
    if (e && e->to == l) {
      g->effect_matters = true;
      sv_parts_append(&g->access->enabling, &g->invariants[p][l]);
      continue;
    }
    bool stays = !e || (e->to == SV_STAY && sv_edge_leaves(e, l));
    if (stays && sv_parts_overlap(&g->access->writes, &g->invariants[p][l])) must_keep(g, p, l);
  }
}

// ---- one action

static void constraint_access(gather *g) {
  if (sv_same(g->action->constraint, SV_TRUE)) return;
  bool next = false;
  g->access->plain = false;
  sv_reader_term(&g->reader, g->action->constraint, &g->access->surely, &g->access->enabling,
                 &next);
  if (next) g->effect_matters = true;
}

static void seal_all(sv_access *a) {
  sv_parts_seal(&a->enabling);
  sv_parts_append(&a->reads, &a->enabling);
  sv_parts_seal(&a->reads);
  assert(sv_parts_subset(&a->guard, &a->enabling));
  assert(sv_parts_subset(&a->enabling, &a->reads));
}

static void action_access(gather *g, uint32_t action) {
  const sv_net_action *a = g->action = &g->net->actions.at[action];
  sv_access *x = g->access = &g->all->actions[action];
  g->effect_matters = false;
  x->plain = true;
  sv_reader_term(&g->reader, a->guard, NULL, &x->guard, NULL);
  sv_parts_seal(&x->guard);
  sv_parts_append(&x->enabling, &x->guard);
  for (uint32_t i = 0; i < a->edge_count; i++) edge_access(g, &a->edges[i]);
  for (uint32_t i = 0; i < a->update_count; i++) update_access(g, &a->updates[i]);
  for (uint32_t i = 0; i < a->queue_op_count; i++) queue_access(g, &a->queue_ops[i]);
  sv_parts_seal(&x->writes);
  sv_parts_seal(&x->surely);
  constraint_access(g);
  for (uint32_t p = 0; p < g->net->processes.n; p++) invariants_of_process(g, p);
  if (g->effect_matters) {
    x->plain = false;
    sv_parts_append(&x->enabling, &x->reads);
  }
  seal_all(x);
  assert(!x->plain || (!a->queue_op_count && sv_same(a->constraint, SV_TRUE)));
  mark_observers(g);
}

// ---- control

bool sv_competes(const sv_net_action *a, const sv_net_action *b) {
  if (b->priority > a->priority) return false;
  for (uint32_t i = 0; i < a->edge_count; i++) {
    const sv_net_edge *mine = &a->edges[i], *theirs = sv_edge_of(b, mine->process);
    if (!mine->priority || !theirs || theirs->priority >= mine->priority) continue;
    if (sv_edge_is_passive(mine) || sv_edge_is_passive(theirs)) continue;
    for (uint32_t f = 0; f < theirs->from_count; f++)
      if (sv_edge_leaves(mine, theirs->from[f])) return true;
  }
  return false;
}

bool sv_has_competitors(const sv_net_action *a) {
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (a->edges[i].priority && !sv_edge_is_passive(&a->edges[i])) return true;
  return false;
}

static void priority_access(sv_accesses *all, uint32_t action) {
  const sv_net *net = all->net;
  if (!sv_has_competitors(&net->actions.at[action])) return;
  assert(!all->actions[action].priority.n);
  for (uint32_t b = 0; b < net->actions.n; b++)
    if (b != action && sv_competes(&net->actions.at[action], &net->actions.at[b]))
      sv_parts_append(&all->actions[action].priority, &all->actions[b].enabling);
  sv_parts_seal(&all->actions[action].priority);
}

// A passive edge does not keep control (rule 3).
static bool leaves_yielding(const sv_net *net, const sv_net_action *a) {
  for (uint32_t i = 0; i < a->edge_count; i++)
    for (uint32_t f = 0; f < a->edges[i].from_count && !sv_edge_is_passive(&a->edges[i]); f++)
      if (sv_net_location(net, a->edges[i].process, a->edges[i].from[f])->flags & SV_LOC_YIELDING)
        return true;
  return false;
}

static void section_access(gather *g) {
  sv_accesses *all = g->all;
  const sv_net *net = g->net;
  for (uint32_t p = 0; p < net->processes.n; p++)
    for (uint32_t l = 1; l < sv_net_locations(net, p); l++)
      if (sv_net_location(net, p, l)->flags & (SV_LOC_BLOCKING | SV_LOC_COMMITTED))
        add_location(g, p, l, &all->blocking);
  sv_parts_seal(&all->blocking);
  if (net->holder == SV_NO_VARIABLE) return;
  sv_parts_add(&all->yielding, all->map.first[net->holder], all->map.first[net->holder + 1]);
  for (uint32_t a = 0; a < net->actions.n; a++)
    if (leaves_yielding(net, &net->actions.at[a]))
      sv_parts_append(&all->yielding, &all->actions[a].enabling);
  sv_parts_seal(&all->yielding);
}

static void class_access(sv_accesses *all) {
  const sv_net *net = all->net;
  for (uint32_t a = 0; a < net->actions.n; a++)
    if (net->actions.at[a].priority >= all->classes) all->classes = net->actions.at[a].priority + 1;
  all->lower = SV_NEW_ARRAY(sv_parts, all->classes + 1);
  for (uint32_t a = 0; a < net->actions.n; a++)
    for (uint32_t c = net->actions.at[a].priority + 1; c < all->classes; c++)
      sv_parts_append(&all->lower[c], &all->actions[a].enabling);
  for (uint32_t c = 0; c < all->classes; c++) sv_parts_seal(&all->lower[c]);
  assert(!all->classes || !all->lower[0].n);
}

// ---- the whole

static void init_users(sv_accesses *all) {
  all->queues = SV_NEW_ARRAY(sv_queue_users, all->net->queues.n + 1);
  for (uint32_t q = 0; q < all->net->queues.n; q++) {
    sv_bits_init(&all->queues[q].senders, all->net->processes.n);
    sv_bits_init(&all->queues[q].receivers, all->net->processes.n);
    sv_bits_init(&all->queues[q].observers, all->net->processes.n);
  }
}

sv_accesses *sv_accesses_new(const sv_net *net) {
  sv_accesses *all = SV_NEW(sv_accesses);
  all->net = net;
  sv_part_map_init(&all->map, net);
  all->actions = SV_NEW_ARRAY(sv_access, net->actions.n + 1);
  init_users(all);
  gather g = {.all = all, .net = net, .terms = net->model->terms};
  sv_reader_init(&g.reader, &all->map);
  read_invariants(&g);
  for (uint32_t a = 0; a < net->actions.n; a++) action_access(&g, a);
  for (uint32_t a = 0; a < net->actions.n; a++) priority_access(all, a);
  section_access(&g);
  class_access(all);
  free_invariants(&g);
  sv_reader_free(&g.reader);
  return all;
}

static void free_access(sv_access *a) {
  sv_vec_free(a->guard);
  sv_vec_free(a->enabling);
  sv_vec_free(a->reads);
  sv_vec_free(a->priority);
  sv_vec_free(a->writes);
  sv_vec_free(a->surely);
}

void sv_accesses_free(sv_accesses *all) {
  if (!all) return;
  for (uint32_t a = 0; a < all->net->actions.n; a++) free_access(&all->actions[a]);
  for (uint32_t q = 0; q < all->net->queues.n; q++) {
    sv_bits_free(&all->queues[q].senders);
    sv_bits_free(&all->queues[q].receivers);
    sv_bits_free(&all->queues[q].observers);
  }
  for (uint32_t c = 0; c < all->classes; c++) sv_vec_free(all->lower[c]);
  sv_vec_free(all->blocking);
  sv_vec_free(all->yielding);
  sv_free(all->lower);
  sv_free(all->queues);
  sv_free(all->actions);
  sv_part_map_free(&all->map);
  sv_free(all);
}

void sv_access_term(const sv_accesses *all, sv_term t, sv_parts *out) {
  sv_reader reader;
  sv_reader_init(&reader, &all->map);
  sv_reader_term(&reader, t, NULL, out, NULL);
  sv_parts_seal(out);
  sv_reader_free(&reader);
}
