// exec_step.c -- what makes an action possible, and what it does.
//
// The numbered conditions of docs/model.md, "Actions", in their order. The
// effect is computed in a scratch state: the step is possible if nothing goes
// wrong on the way, and firing it is copying that state.

#include "exec/exec_inside.h"

// ---- compiling an action

typedef SV_VEC(sv_term) root_list;

static uint32_t add_root(root_list *roots, sv_term t) {
  sv_push(*roots, t);
  return roots->n - 1;
}

// The indices of a target become roots, outermost first; its root is the variable.
static sv_write compile_write(const sv_exec *x, const sv_update *u, root_list *roots) {
  sv_write w = {.index = roots->n};
  sv_node node = sv_node_of(x->terms, sv_index(u->target));
  for (; node.op == SV_OP_SELECT; node = sv_node_of(x->terms, sv_index(node.args[0])))
    add_root(roots, node.args[1]);
  assert(node.op == SV_OP_VAR);
  w.indices = roots->n - w.index;
  w.var = node.id;
  for (uint32_t i = w.index, j = roots->n; i + 1 < j; i++, j--) {
    sv_term t = roots->at[i];
    roots->at[i] = roots->at[j - 1], roots->at[j - 1] = t;
  }
  w.value = add_root(roots, u->value);
  return w;
}

static uint32_t compile_queue_op(const sv_queue_op *op, root_list *roots) {
  uint32_t first = add_root(roots, op->queue);
  if (!sv_is_none(op->slot)) add_root(roots, op->slot);
  for (uint32_t i = 0; i < op->field_count; i++) add_root(roots, op->fields[i]);
  return first;
}

static sv_code *compile_condition(sv_exec *x, sv_term t) {
  return sv_same(t, SV_TRUE) ? NULL : sv_exec_code(x, t);
}

sv_compiled *sv_exec_action(sv_exec *x, uint32_t action) {
  if (x->actions[action]) return x->actions[action];
  const sv_net_action *a = &x->net->actions.at[action];
  sv_compiled *c = SV_ARENA_NEW(x->arena, sv_compiled);
  root_list roots = {0};
  c->guard = compile_condition(x, a->guard);
  c->constraint = compile_condition(x, a->constraint);
  c->writes = SV_ARENA_ARRAY(x->arena, sv_write, a->update_count + 1);
  c->queue_roots = SV_ARENA_ARRAY(x->arena, uint32_t, a->queue_op_count + 1);
  for (uint32_t i = 0; i < a->update_count; i++)
    c->writes[i] = compile_write(x, &a->updates[i], &roots);
  for (uint32_t i = 0; i < a->queue_op_count; i++)
    c->queue_roots[i] = compile_queue_op(&a->queue_ops[i], &roots);
  c->effect = sv_exec_compile(x, roots.at, roots.n);
  sv_vec_free(roots);
  return x->actions[action] = c;
}

// ---- conditions

static bool stands_in(const uint32_t *from, uint32_t n, uint32_t location) {
  for (uint32_t i = 0; i < n; i++)
    if (from[i] == location) return true;
  return false;
}

bool sv_exec_edges_fit(const sv_exec *x, const sv_state *s, const sv_net_action *a) {
  for (uint32_t i = 0; i < a->edge_count; i++) {
    const sv_net_edge *e = &a->edges[i];
    if (!stands_in(e->from, e->from_count, sv_state_location(x->net, s, e->process))) return false;
  }
  return true;
}

bool sv_exec_guard_holds(sv_exec *x, const sv_state *s, uint32_t action) {
  return sv_exec_holds(x, sv_exec_action(x, action)->guard, (sv_view){.now = s});
}

bool sv_exec_invariants_hold(sv_exec *x, const sv_state *s) {
  for (uint32_t p = 0; p < x->net->processes.n; p++) {
    sv_term invariant = x->net->location_invariants[p][sv_state_location(x->net, s, p)];
    if (sv_is_none(invariant)) continue;
    if (!sv_exec_holds(x, sv_exec_code(x, invariant), (sv_view){.now = s})) return false;
  }
  return true;
}

// ---- effects

bool sv_exec_find_cell(const sv_exec *x, const sv_code *code, const sv_write *w, uint32_t *cell,
                       sv_sort *sort) {
  const sv_net_var *v = &x->net->vars.at[w->var];
  *cell = v->first_cell, *sort = v->sort;
  for (uint32_t i = 0; i < w->indices; i++) {
    const sv_sort_info *info = sv_sort_get(x->terms, *sort);
    int64_t k;
    bool number = sv_number_to_i64(x->numbers, sv_exec_scalar(x, code, w->index + i), &k);
    if (!number || k < 0 || k >= info->size) return false;
    *sort = info->element;
    *cell += (uint32_t)k * sv_sort_cells(x->terms, *sort);
  }
  return true;
}

static bool write_cells(const sv_exec *x, const sv_code *code, const sv_write *w, sv_state *after) {
  uint32_t cell;
  sv_sort sort;
  if (!sv_exec_find_cell(x, code, w, &cell, &sort)) return true;
  uint32_t n = sv_sort_cells(x->terms, sort);
  assert(cell + n <= x->net->vars.at[w->var].first_cell + x->net->vars.at[w->var].cells);
  sv_sort scalar = sv_sort_scalar(x->terms, sort);
  for (uint32_t i = 0; i < n; i++) {
    sv_value v = n == 1 ? sv_exec_scalar(x, code, w->value) : sv_exec_slice(x, code, w->value)[i];
    if (!sv_choices_has(x->net, scalar, v)) return false;
    after->cells[cell + i] = v;
  }
  return true;
}

static void move(const sv_exec *x, const sv_net_action *a, sv_state *after) {
  for (uint32_t i = 0; i < a->edge_count; i++) {
    const sv_net_edge *e = &a->edges[i];
    if (e->to == SV_STAY) continue;
    assert(e->to < sv_net_locations(x->net, e->process));
    after->cells[x->net->vars.at[x->net->processes.at[e->process].pc].first_cell] = sv_small(e->to);
  }
}

sv_step_fault sv_exec_try(sv_exec *x, const sv_state *s, uint32_t action, const sv_value *choices) {
  const sv_net_action *a = &x->net->actions.at[action];
  const sv_compiled *c = sv_exec_action(x, action);
  sv_state *after = x->after;
  sv_view view = {.now = s, .next = after, .choices = choices};
  assert(s != after);
  sv_state_copy(x->net, after, s);
  sv_exec_run(x, c->effect, view);
  for (uint32_t i = 0; i < a->queue_op_count; i++)
    if (!sv_exec_queue_op(x, c->effect, &a->queue_ops[i], c->queue_roots[i], after))
      return SV_STEP_QUEUE;
  for (uint32_t i = 0; i < a->update_count; i++)
    if (!write_cells(x, c->effect, &c->writes[i], after)) return SV_STEP_RANGE;
  move(x, a, after);
  if (!sv_exec_holds(x, c->constraint, view)) return SV_STEP_CONSTRAINT;
  return sv_exec_invariants_hold(x, after) ? SV_STEP_OK : SV_STEP_INVARIANT;
}
