// net_effect.c -- what a bound action does, as plain updates.
//
// In this order: the action's updates, what its starts set, what its ends
// reset, and who holds control afterwards; later updates of a cell win. A
// write that happens under a condition only (to a remote instance, to all
// others) becomes an unconditional one that otherwise writes the value which
// the cell would have had: its old value, or that of an earlier update of the
// same action. The net has no other notion of a conditional write.

#include "model/net_build.h"

static void push_update(sv_net_draft *d, sv_term target, sv_term value) {
  assert(!sv_is_none(target) && !sv_is_none(value));
  sv_push(d->updates, (sv_update){target, value});
}

static sv_term var_of(const sv_net_draft *d, uint32_t variable, uint32_t process) {
  return sv_net_var_term(d->b->net, sv_net_variable(d->b, variable, process));
}

// ---- targets: a root and the indices behind it, outermost last

static sv_term split_target(const sv_terms *T, sv_term target, sv_term_list *indices) {
  sv_clear(*indices);
  sv_node node = sv_node_of(T, sv_index(target));
  while (node.op == SV_OP_SELECT) {
    sv_push(*indices, node.args[1]);
    target = node.args[0];
    node = sv_node_of(T, sv_index(target));
  }
  for (uint32_t i = 0, j = indices->n; i + 1 < j; i++, j--) {
    sv_term t = indices->at[i];
    indices->at[i] = indices->at[j - 1], indices->at[j - 1] = t;
  }
  return target;
}

static sv_term select_all(sv_terms *T, sv_term array, const sv_term *indices, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) array = sv_app2(T, SV_OP_SELECT, array, indices[i]);
  return array;
}

// The array with the cell at the indices replaced.
static sv_term store_all(sv_terms *T, sv_term array, const sv_term *indices, uint32_t n,
                         sv_term value) {
  for (uint32_t i = n; i--;)
    value = sv_app3(T, SV_OP_STORE, select_all(T, array, indices, i), indices[i], value);
  return value;
}

// The variable's value after the updates so far.
static sv_term pending(const sv_net_draft *d, sv_term var) {
  sv_terms *T = d->b->terms;
  sv_term_list indices = {0};
  sv_term value = var;
  for (uint32_t i = 0; i < d->updates.n; i++)
    if (sv_same(split_target(T, d->updates.at[i].target, &indices), var))
      value = store_all(T, value, indices.at, indices.n, d->updates.at[i].value);
  sv_vec_free(indices);
  return value;
}

static sv_term root_of(const sv_terms *T, sv_term target) {
  sv_node node = sv_node_of(T, sv_index(target));
  for (; node.op == SV_OP_SELECT; node = sv_node_of(T, sv_index(target))) target = node.args[0];
  return target;
}

// var[indices] := value, if the condition holds. An index that is known to be
// out of range makes (part of) the target a constant: nothing is written then.
static void write_if(sv_net_draft *d, sv_term condition, sv_term var, const sv_term_list *indices,
                     sv_term value) {
  sv_terms *T = d->b->terms;
  sv_term target = select_all(T, var, indices->at, indices->n);
  if (!sv_same(root_of(T, target), var) || sv_same(condition, SV_FALSE)) return;
  if (!sv_same(condition, SV_TRUE)) {
    sv_term rest = select_all(T, pending(d, var), indices->at, indices->n);
    value = sv_ite(T, condition, value, rest);
  }
  push_update(d, target, value);
}

// ---- the action's own updates

static void rewrite_list(const sv_binding *binding, const sv_term_list *from, sv_term_list *to) {
  sv_clear(*to);
  for (uint32_t i = 0; i < from->n; i++) sv_push(*to, sv_net_rewrite(binding, from->at[i]));
}

static void write_remote(sv_net_draft *d, const sv_node *root, const sv_term_list *indices,
                         sv_term value) {
  sv_terms *T = d->b->terms;
  uint32_t variable = root->id;
  const sv_net_pool *pool = &d->b->pools[d->b->model->variables.at[variable].owner];
  sv_term who = sv_net_rewrite(&d->binding, root->args[0]);
  for (uint32_t k = 0; k < pool->size; k++) {
    sv_term meant = sv_eq(T, who, sv_int_const(T, k));
    sv_term condition = sv_and(T, meant, sv_net_running(&d->binding, pool->first + k));
    write_if(d, condition, var_of(d, variable, pool->first + k), indices, value);
  }
}

static void broadcast(sv_net_draft *d, uint32_t variable, const sv_term_list *indices,
                      sv_term value) {
  const sv_net_pool *pool = &d->b->pools[d->b->model->variables.at[variable].owner];
  sv_binding with = d->binding;
  sv_term_list own = {0};
  for (uint32_t p = pool->first; p < pool->first + pool->size; p++) {
    if (with.role_count && p == with.roles[0]) continue;
    with.other = p;
    rewrite_list(&with, indices, &own);
    write_if(d, sv_net_running(&d->binding, p), var_of(d, variable, p), &own,
             sv_net_rewrite(&with, value));
  }
  sv_vec_free(own);
}

// A variable or a remote one, of known instances.
static void write_one(sv_net_draft *d, sv_term root, const sv_term_list *raw, sv_term value) {
  sv_term_list indices = {0};
  rewrite_list(&d->binding, raw, &indices);
  value = sv_net_rewrite(&d->binding, value);
  sv_node node = sv_node_of(d->b->terms, sv_index(root));
  if (node.op == SV_OP_REMOTE) write_remote(d, &node, &indices, value);
  else write_if(d, SV_TRUE, sv_net_rewrite(&d->binding, root), &indices, value);
  sv_vec_free(indices);
}

// With a constant index outside of its array, a target has become a constant
// already in the model: nothing is written.
static void write_target(sv_net_draft *d, sv_term target, sv_term value) {
  sv_term_list raw = {0};
  sv_term root = split_target(d->b->terms, target, &raw);
  sv_node node = sv_node_of(d->b->terms, sv_index(root));
  bool nowhere = node.op == SV_OP_CONST || node.op == SV_OP_FILL, is_var = node.op == SV_OP_VAR;
  REQUIRE(is_var || nowhere || node.op == SV_OP_REMOTE, "an update writes a variable");
  if (is_var && node.role == SV_ROLE_OTHER) broadcast(d, node.id, &raw, value);
  else if (!nowhere) write_one(d, root, &raw, value);
  sv_vec_free(raw);
}

// ---- queue operations

static void push_queue_op(sv_net_draft *d, const sv_queue_op *from) {
  sv_queue_op op = *from;
  op.queue = sv_net_rewrite(&d->binding, from->queue);
  op.slot = sv_net_rewrite(&d->binding, from->slot);
  sv_term *fields = SV_ARENA_ARRAY(d->b->net->arena, sv_term, from->field_count);
  for (uint32_t i = 0; i < from->field_count; i++)
    fields[i] = sv_net_rewrite(&d->binding, from->fields[i]);
  op.fields = fields;
  sv_push(d->queue_ops, op);
}

static void empty_queues(sv_net_draft *d, uint32_t process) {
  const sv_net *net = d->b->net;
  sv_sort ref = sv_sort_ref(d->b->terms);
  uint32_t q = d->b->process_queue[process];
  for (; q < net->queues.n && net->queues.at[q].process == process; q++)
    sv_push(d->queue_ops,
            (sv_queue_op){.verb = SV_EMPTY, .queue = sv_const(d->b->terms, ref, sv_small(q + 1))});
}

// ---- starts and ends

static sv_term any_value(sv_net_draft *d, sv_sort sort) {
  sv_terms *T = d->b->terms;
  const sv_sort_info *info = sv_sort_get(T, sort);
  if (info->kind != SV_SORT_ARRAY) {
    sv_push(d->choices, sort);
    sv_push(d->inputs, UINT32_MAX);
    return sv_choice(T, sort, d->choices.n - 1);
  }
  sv_term *elements = SV_NEW_ARRAY(sv_term, info->size);
  for (uint32_t i = 0; i < info->size; i++) elements[i] = any_value(d, info->element);
  sv_term array = sv_array(T, elements, info->size);
  sv_free(elements);
  return array;
}

static sv_term start_value(sv_net_draft *d, const sv_start *start, uint32_t variable,
                           uint32_t process) {
  for (uint32_t i = 0; i < start->argument_count; i++)
    if (start->arguments[i].variable == variable)
      return sv_net_rewrite(&d->binding, start->arguments[i].value);
  const sv_variable *v = &d->b->model->variables.at[variable];
  return sv_is_none(v->init) ? any_value(d, v->sort) : sv_net_initial(d->b, variable, process);
}

static void push_start(sv_net_draft *d, uint32_t s) {
  const sv_start *start = &d->action->starts[s];
  const sv_model *m = d->b->model;
  uint32_t process = d->started.at[s];
  for (uint32_t v = 1; v < m->variables.n; v++)
    if (m->variables.at[v].owner == start->template_number && !m->variables.at[v].is_pc)
      push_update(d, var_of(d, v, process), start_value(d, start, v, process));
  uint32_t instance = d->b->net->processes.at[process].instance;
  if (!sv_is_none(start->result))
    write_target(d, start->result, sv_int_const(d->b->terms, instance));
}

static void push_end(sv_net_draft *d, uint32_t process) {
  const sv_net *net = d->b->net;
  uint32_t v = d->b->process_var[process];
  for (; v < net->vars.n && net->vars.at[v].process == process; v++)
    if (!net->vars.at[v].is_pc)
      push_update(d, sv_net_var_term(net, v), sv_net_default(d->b->terms, net->vars.at[v].sort));
  empty_queues(d, process);
}

// ---- control

static bool yields(const sv_net *net, uint32_t process, uint32_t location) {
  return location && sv_net_location(net, process, location)->flags & SV_LOC_YIELDING;
}

// An edge that stays keeps control where its process stands in a yielding location.
static sv_term stands_yielding(const sv_net *net, const sv_net_edge *e) {
  sv_term some = SV_FALSE;
  uint32_t yielding = 0;
  for (uint32_t i = 0; i < e->from_count; i++) {
    if (!yields(net, e->process, e->from[i])) continue;
    some = sv_or(net->model->terms, some, sv_net_at(net, e->process, e->from[i]));
    yielding++;
  }
  return yielding == e->from_count ? SV_TRUE : some;
}

static void push_holder(sv_net_draft *d) {
  const sv_net *net = d->b->net;
  sv_terms *T = d->b->terms;
  sv_term holder = sv_int_const(T, 0);
  if (net->holder == SV_NO_VARIABLE) return;
  for (uint32_t i = 0; i < d->action->edge_count; i++) {
    const sv_net_edge *e = &d->edges.at[i];
    bool stays = e->to == SV_STAY;
    if (e->flags & SV_EDGE_RELEASES) continue;
    sv_term keeps = stays ? stands_yielding(net, e) : sv_bool_const(yields(net, e->process, e->to));
    holder = sv_ite(T, keeps, sv_int_const(T, (int64_t)e->process + 1), holder);
  }
  push_update(d, sv_net_var_term(net, net->holder), holder);
}

static void push_choices(sv_net_draft *d) {
  for (uint32_t i = 0; i < d->action->choice_count; i++) {
    const sv_choice_input *c = &d->action->choices[i];
    for (uint32_t n = c->per_other ? sv_net_others(&d->binding) : 1; n--;) {
      sv_push(d->choices, c->sort);
      sv_push(d->inputs, i);
    }
  }
}

const sv_term *sv_net_prints(const sv_net_draft *d) {
  uint32_t n = d->action->print_count;
  sv_term *prints = n ? SV_ARENA_ARRAY(d->b->net->arena, sv_term, n) : NULL;
  for (uint32_t i = 0; i < n; i++) prints[i] = sv_net_rewrite(&d->binding, d->action->prints[i]);
  return prints;
}

const sv_blame *sv_net_blames(const sv_net_draft *d) {
  uint32_t n = d->action->blame_count;
  sv_blame *blames = n ? SV_ARENA_ARRAY(d->b->net->arena, sv_blame, n) : NULL;
  for (uint32_t i = 0; i < n; i++) {
    blames[i] = d->action->blames[i];
    blames[i].when = sv_net_rewrite(&d->binding, blames[i].when);
    if (!sv_is_none(blames[i].value))
      blames[i].value = sv_net_rewrite(&d->binding, blames[i].value);
  }
  return blames;
}

void sv_net_effect(sv_net_draft *d) {
  const sv_action *a = d->action;
  sv_clear(d->choices);
  sv_clear(d->inputs);
  sv_clear(d->updates);
  sv_clear(d->queue_ops);
  push_choices(d);
  for (uint32_t i = 0; i < a->update_count; i++)
    write_target(d, a->updates[i].target, a->updates[i].value);
  for (uint32_t i = 0; i < a->queue_op_count; i++) push_queue_op(d, &a->queue_ops[i]);
  for (uint32_t s = 0; s < d->binding.started_count; s++) push_start(d, s);
  for (uint32_t i = 0; i < d->edges.n; i++)
    if (d->edges.at[i].to == 0) push_end(d, d->edges.at[i].process);
  push_holder(d);
}
