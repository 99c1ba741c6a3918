// net_assert.c -- what is true of every net, whatever model it was made of.
//
// Everything behind the net relies on it: the variables lie in the cells without gaps, numbers
// are those of existing things, and terms speak of the net alone. Nothing of instances, roles or
// templates is left in them. Looked at once for each net, in builds with assertions.

#include "model/net_build.h"

#ifdef NDEBUG
void sv_net_assert(const sv_net *net) { SV_UNUSED(net); }
#else

typedef struct {
  const sv_net *net;
  const sv_terms *terms;
  const sv_net_action *action;  // whose choices may be named; NULL: none
  bool next;                    // values after the step may be named
  uint32_t *seen;               // by term: the number of the last look at it
  uint32_t look;
} looking;

static sv_sort_kind sort_kind(const looking *k, sv_sort sort) {
  return sv_sort_get(k->terms, sort)->kind;
}

static void assert_leaf(const looking *k, const sv_node *node) {
  const sv_net *net = k->net;
  switch (node->op) {
  case SV_OP_NEXT:
  case SV_OP_VAR:
    assert(k->next || node->op != SV_OP_NEXT);
    assert(node->id < net->vars.n && node->role == SV_ROLE_SELF);
    assert(sv_sort_same(node->sort, net->vars.at[node->id].sort));
    break;
  case SV_OP_CHOICE:
    assert(k->action && node->id < k->action->choice_count);
    assert(sv_sort_same(node->sort, k->action->choices[node->id]));
    break;
  case SV_OP_QUEUE: assert(node->id < net->queues.n || !node->id); break;
  case SV_OP_SELF:
  case SV_OP_ALIVE:
  case SV_OP_REMOTE:
  case SV_OP_FIND: assert(false); break;  // instances and roles are spelled out
  default: break;
  }
}

static void assert_term(looking *k, sv_term term) {
  sv_u32s work = {0};
  if (sv_is_none(term)) return;
  sv_push(work, sv_index(term));
  while (work.n) {
    uint32_t index = sv_pop(work);
    assert(index && index <= sv_terms_count(k->terms));
    if (k->seen[index] == k->look) continue;
    k->seen[index] = k->look;
    sv_node node = sv_node_of(k->terms, index);
    assert_leaf(k, &node);
    for (uint32_t i = 0; i < node.n; i++) sv_push(work, sv_index(node.args[i]));
  }
  sv_vec_free(work);
}

static void assert_truth(looking *k, sv_term term) {
  if (sv_is_none(term)) return;
  assert(sort_kind(k, sv_sort_of(k->terms, term)) == SV_SORT_BOOL);
  assert_term(k, term);
}

static void assert_layout(const sv_net *net) {
  uint32_t cells = 0;
  for (uint32_t i = 0; i < net->vars.n; i++) {
    const sv_net_var *v = &net->vars.at[i];
    assert(v->first_cell == cells && v->cells == sv_sort_cells(net->model->terms, v->sort));
    assert(v->process == SV_NO_PROCESS || v->process < net->processes.n);
    assert(v->variable < net->model->variables.n && (v->variable || i == net->holder));
    assert(!v->is_pc || net->processes.at[v->process].pc == i);
    cells += v->cells;
  }
  assert(cells == net->cells);
  assert(net->holder == SV_NO_VARIABLE || net->vars.at[net->holder].process == SV_NO_PROCESS);
}

static void assert_processes(const sv_net *net) {
  for (uint32_t p = 0; p < net->processes.n; p++) {
    const sv_net_process *x = &net->processes.at[p];
    assert(x->template_number && x->template_number < net->model->templates.n);
    assert(x->pc < net->vars.n && net->vars.at[x->pc].is_pc);
    assert(x->entry < sv_net_locations(net, p));
    // The instances of a template stand side by side.
    assert(!x->instance || (net->processes.at[p - 1].instance == x->instance - 1 &&
                            net->processes.at[p - 1].template_number == x->template_number));
  }
  for (uint32_t q = 1; q < net->queues.n; q++) {
    const sv_net_queue *x = &net->queues.at[q];
    assert(x->family && x->family < net->model->queues.n);
    assert(x->field_count == net->model->queues.at[x->family].field_count);
    assert(x->process == SV_NO_PROCESS || x->process < net->processes.n);
  }
}

static void assert_edges(const sv_net *net, const sv_net_action *a) {
  for (uint32_t i = 0; i < a->edge_count; i++) {
    const sv_net_edge *e = &a->edges[i];
    assert(e->process < net->processes.n && e->from_count);
    uint32_t n = sv_net_locations(net, e->process);
    assert(e->to == SV_STAY || e->to < n);
    for (uint32_t k = 0; k < e->from_count; k++) assert(e->from[k] < n);
    for (uint32_t k = 0; k < i; k++) assert(a->edges[k].process != e->process);
  }
}

static void assert_effect(looking *k, const sv_net_action *a) {
  for (uint32_t i = 0; i < a->update_count; i++) {
    sv_node target = sv_node_of(k->terms, sv_index(a->updates[i].target));
    assert(target.op == SV_OP_VAR || target.op == SV_OP_SELECT);
    assert(sort_kind(k, target.sort) == sort_kind(k, sv_sort_of(k->terms, a->updates[i].value)));
    assert_term(k, a->updates[i].target);
    assert_term(k, a->updates[i].value);
  }
  for (uint32_t i = 0; i < a->queue_op_count; i++) {
    assert_term(k, a->queue_ops[i].queue);
    for (uint32_t f = 0; f < a->queue_ops[i].field_count; f++)
      assert_term(k, a->queue_ops[i].fields[f]);
  }
  for (uint32_t i = 0; i < a->print_count; i++) assert_term(k, a->prints[i]);
}

static void assert_action(looking *k, const sv_net_action *a) {
  const sv_net *net = k->net;
  assert(a->action && a->action < net->model->actions.n);
  assert(a->fails < net->properties.n && (!a->full || a->cut));
  for (uint32_t i = 0; i < a->choice_count; i++) {
    uint32_t input = a->choice_inputs[i];
    assert(input == UINT32_MAX || input < net->model->actions.at[a->action].choice_count);
    assert(sort_kind(k, a->choices[i]) != SV_SORT_ARRAY);
  }
  k->action = a;
  k->next = false;
  assert_edges(net, a);
  assert_truth(k, a->guard);
  assert_effect(k, a);
  k->next = true;
  assert_truth(k, a->constraint);
}

// What names choices of an action, or values after it, is looked at for this action alone.
static void assert_actions(looking *k) {
  uint32_t common = k->look;
  for (uint32_t a = 0; a < k->net->actions.n; a++) {
    const sv_net_action *action = &k->net->actions.at[a];
    bool own = action->choice_count || !sv_same(action->constraint, SV_TRUE);
    k->look = own ? common + a + 1 : common;
    assert_action(k, action);
  }
}

static void assert_properties(looking *k) {
  const sv_net *net = k->net;
  assert(net->properties.n == net->model->properties.n);
  for (uint32_t p = 1; p < net->properties.n; p++)
    if (net->properties.at[p].kind == SV_PROP_INVARIANT)
      assert_truth(k, net->properties.at[p].term);
  assert_truth(k, net->init);
  for (uint32_t p = 0; p < net->processes.n; p++)
    for (uint32_t l = 1; l < sv_net_locations(net, p); l++)
      assert_truth(k, net->location_invariants[p][l]);
}

void sv_net_assert(const sv_net *net) {
  looking k = {.net = net, .terms = net->model->terms, .look = 1};
  k.seen = SV_NEW_ARRAY(uint32_t, sv_terms_count(k.terms) + 1);
  assert_layout(net);
  assert_processes(net);
  assert_properties(&k);
  assert_actions(&k);
  sv_free(k.seen);
}
#endif
