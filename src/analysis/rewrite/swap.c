// swap.c -- see swap.h.

#include "analysis/rewrite/swap.h"

#include "expr/walk.h"

typedef struct {
  const sv_net *net;
  sv_terms *terms;
  uint32_t first, second;
  uint32_t *twin;  // by variable: what it is exchanged for
  sv_u32s *acts;   // by process: its actions; then those of no process
} swap;

// ---- what is exchanged

static uint32_t process_of(const swap *s, uint32_t process) {
  if (process == s->first) return s->second;
  return process == s->second ? s->first : process;
}

static void list_variables(const swap *s, uint32_t process, sv_u32s *out) {
  for (uint32_t v = 0; v < s->net->vars.n; v++)
    if (s->net->vars.at[v].process == process) sv_push(*out, v);
}

// Locations of different templates have different sorts; program counters are compared by their
// locations.
static bool are_alike(const sv_net_var *a, const sv_net_var *b) {
  if (a->is_pc || b->is_pc) return a->is_pc && b->is_pc;
  return sv_sort_same(a->sort, b->sort) && sv_same(a->init, b->init);
}

static bool find_twins(swap *s) {
  sv_u32s mine = {0}, theirs = {0};
  list_variables(s, s->first, &mine);
  list_variables(s, s->second, &theirs);
  bool all = mine.n == theirs.n;
  for (uint32_t v = 0; v < s->net->vars.n; v++) s->twin[v] = v;
  for (uint32_t i = 0; all && i < mine.n; i++) {
    all = are_alike(&s->net->vars.at[mine.at[i]], &s->net->vars.at[theirs.at[i]]);
    s->twin[mine.at[i]] = theirs.at[i];
    s->twin[theirs.at[i]] = mine.at[i];
  }
  sv_vec_free(mine);
  sv_vec_free(theirs);
  return all;
}

static bool locations_are_alike(const swap *s) {
  uint32_t n = sv_net_locations(s->net, s->first);
  bool same = n == sv_net_locations(s->net, s->second);
  for (uint32_t l = 1; same && l < n; l++) {
    const sv_location *a = sv_net_location(s->net, s->first, l);
    const sv_location *b = sv_net_location(s->net, s->second, l);
    same = a->flags == b->flags && a->bad == b->bad;
  }
  return same;
}

static sv_term replace(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  const swap *s = context;
  SV_UNUSED(index);
  if (node->op == SV_OP_VAR && s->twin[node->id] != node->id)
    return sv_var(T, node->sort, s->twin[node->id], node->role);
  if (node->op == SV_OP_NEXT && s->twin[node->id] != node->id)
    return sv_next(T, node->sort, s->twin[node->id], node->role);
  return SV_NONE;
}

static bool becomes(const swap *s, sv_term a, sv_term b) {
  if (sv_is_none(a) || sv_is_none(b)) return sv_is_none(a) && sv_is_none(b);
  return sv_same(sv_substitute(s->terms, a, replace, (void *)s), b);
}

// ---- actions

static bool edge_becomes(const swap *s, const sv_net_edge *a, const sv_net_edge *b) {
  bool same = process_of(s, a->process) == b->process && a->to == b->to &&
              a->priority == b->priority && a->flags == b->flags && a->from_count == b->from_count;
  for (uint32_t i = 0; same && i < a->from_count; i++) same = a->from[i] == b->from[i];
  return same;
}

static bool op_becomes(const swap *s, const sv_queue_op *a, const sv_queue_op *b) {
  bool same = a->verb == b->verb && a->field_count == b->field_count &&
              becomes(s, a->queue, b->queue) && becomes(s, a->slot, b->slot);
  for (uint32_t i = 0; same && i < a->field_count; i++)
    same = becomes(s, a->fields[i], b->fields[i]);
  return same;
}

static bool has_same_shape(const sv_net_action *a, const sv_net_action *b) {
  bool same = a->edge_count == b->edge_count && a->choice_count == b->choice_count &&
              a->update_count == b->update_count && a->queue_op_count == b->queue_op_count &&
              a->priority == b->priority && a->fails == b->fails && !a->cut == !b->cut &&
              a->full == b->full;
  for (uint32_t i = 0; same && i < a->choice_count; i++)
    same = sv_sort_same(a->choices[i], b->choices[i]);
  return same;
}

static bool action_becomes(const swap *s, const sv_net_action *a, const sv_net_action *b) {
  bool same = has_same_shape(a, b);
  for (uint32_t i = 0; same && i < a->edge_count; i++)
    same = edge_becomes(s, &a->edges[i], &b->edges[i]);
  same = same && becomes(s, a->guard, b->guard) && becomes(s, a->constraint, b->constraint);
  for (uint32_t i = 0; same && i < a->update_count; i++)
    same = becomes(s, a->updates[i].target, b->updates[i].target) &&
           becomes(s, a->updates[i].value, b->updates[i].value);
  for (uint32_t i = 0; same && i < a->queue_op_count; i++)
    same = op_becomes(s, &a->queue_ops[i], &b->queue_ops[i]);
  return same;
}

static uint32_t actor(const sv_net *net, const sv_net_action *a) {
  return a->edge_count ? a->edges[0].process : net->processes.n;
}

static bool has_image(const swap *s, const sv_net_action *a) {
  const sv_u32s *alike = &s->acts[process_of(s, actor(s->net, a))];
  for (uint32_t i = 0; i < alike->n; i++)
    if (action_becomes(s, a, &s->net->actions.at[alike->at[i]])) return true;
  return false;
}

// ---- all of it

static bool invariants_become_each_other(const swap *s) {
  for (uint32_t p = 0; p < s->net->processes.n; p++)
    for (uint32_t l = 0; l < sv_net_locations(s->net, p); l++)
      if (!becomes(s, s->net->location_invariants[p][l],
                   s->net->location_invariants[process_of(s, p)][l]))
        return false;
  return true;
}

static bool properties_stay(const swap *s) {
  for (uint32_t i = 1; i < s->net->properties.n; i++) {
    const sv_property *p = &s->net->properties.at[i];
    if (p->kind == SV_PROP_RECURRENCE) return false;
    if (p->kind == SV_PROP_INVARIANT && !becomes(s, p->term, p->term)) return false;
  }
  return true;
}

static bool has_own_queues(const swap *s) {
  for (uint32_t q = 0; q < s->net->queues.n; q++)
    if (s->net->queues.at[q].process == s->first || s->net->queues.at[q].process == s->second)
      return true;
  return false;
}

static bool net_stays(const swap *s) {
  if (!becomes(s, s->net->init, s->net->init)) return false;
  if (!properties_stay(s) || !invariants_become_each_other(s)) return false;
  for (uint32_t a = 0; a < s->net->actions.n; a++)
    if (!has_image(s, &s->net->actions.at[a])) return false;
  return true;
}

bool sv_can_swap(const sv_net *net, uint32_t first, uint32_t second) {
  if (net->processes.at[first].entry != net->processes.at[second].entry) return false;
  swap s = {.net = net, .terms = net->model->terms, .first = first, .second = second};
  if (net->holder != SV_NO_VARIABLE || has_own_queues(&s) || !locations_are_alike(&s)) return false;
  s.twin = SV_NEW_ARRAY(uint32_t, net->vars.n + 1);
  s.acts = SV_NEW_ARRAY(sv_u32s, net->processes.n + 1);
  for (uint32_t i = 0; i < net->actions.n; i++) sv_push(s.acts[actor(net, &net->actions.at[i])], i);
  bool can = find_twins(&s) && net_stays(&s);
  for (uint32_t p = 0; p <= net->processes.n; p++) sv_vec_free(s.acts[p]);
  sv_free(s.acts);
  sv_free(s.twin);
  return can;
}
