// cells.c -- see cells.h.

#include "analysis/access/cells.h"

#include "expr/walk.h"

typedef SV_VEC(sv_term) term_list;

typedef struct {
  const sv_accesses *all;
  const sv_net *net;
  const sv_terms *terms;
  uint32_t number;
  const sv_net_action *action;
  term_list roots;   // what the action reads
  sv_bits whole;     // variables that are used otherwise
  sv_bits selected;  // variables of which single cells are used
} cell_finder;

static bool is_row(const cell_finder *f, uint32_t var) {
  const sv_net_var *v = &f->net->vars.at[var];
  const sv_sort_info *sort = sv_sort_get(f->terms, v->sort);
  return sort->kind == SV_SORT_ARRAY && sort->size == v->cells && v->cells <= SV_MOST_CELLS;
}

static bool is_plain_index(const cell_finder *f, sv_term index) {
  sv_u32s cone = {0};
  bool plain = true;
  sv_cone(f->terms, &index, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_op op = sv_node_of(f->terms, cone.at[i]).op;
    plain &= op != SV_OP_CHOICE && op != SV_OP_NEXT;
  }
  sv_vec_free(cone);
  return plain;
}

// A cell of a row: the variable, and the index in *index.
static bool is_cell(const cell_finder *f, const sv_node *node, uint32_t *var, sv_term *index) {
  if (node->op != SV_OP_SELECT) return false;
  sv_node array = sv_node_of(f->terms, sv_index(node->args[0]));
  if (array.op != SV_OP_VAR || !is_row(f, array.id)) return false;
  *var = array.id, *index = node->args[1];
  return is_plain_index(f, *index);
}

// ---- which arrays

static void add_root(cell_finder *f, sv_term t) {
  if (!sv_is_none(t)) sv_push(f->roots, t);
}

// Targets are written, only their indices are read.
static void add_update(cell_finder *f, const sv_update *u) {
  sv_node node = sv_node_of(f->terms, sv_index(u->target));
  uint32_t var;
  sv_term index;
  add_root(f, u->value);
  if (node.op == SV_OP_VAR) {
    sv_bits_add(&f->whole, node.id);
  } else if (is_cell(f, &node, &var, &index)) {
    sv_bits_add(&f->selected, var);
    add_root(f, index);
  } else {
    add_root(f, u->target);
  }
}

static void list_roots(cell_finder *f) {
  const sv_net_action *a = f->action;
  add_root(f, a->guard);
  add_root(f, a->constraint);
  for (uint32_t i = 0; i < a->update_count; i++) add_update(f, &a->updates[i]);
  for (uint32_t i = 0; i < a->queue_op_count; i++) {
    add_root(f, a->queue_ops[i].queue);
    add_root(f, a->queue_ops[i].slot);
    for (uint32_t k = 0; k < a->queue_ops[i].field_count; k++)
      add_root(f, a->queue_ops[i].fields[k]);
  }
}

// Every node once; an array below a selected cell does not count as a whole.
static void walk(cell_finder *f) {
  sv_map visited = {0};
  term_list todo = {0};
  for (uint32_t i = 0; i < f->roots.n; i++) sv_push(todo, f->roots.at[i]);
  while (todo.n) {
    uint32_t at = sv_index(sv_pop(todo)), var;
    sv_term index;
    if (sv_map_get(&visited, at) != SV_MAP_NONE) continue;
    sv_map_put(&visited, at, 1);
    sv_node node = sv_node_of(f->terms, at);
    if (is_cell(f, &node, &var, &index)) {
      sv_bits_add(&f->selected, var);
      sv_push(todo, index);
      continue;
    }
    if (node.op == SV_OP_VAR || node.op == SV_OP_NEXT) sv_bits_add(&f->whole, node.id);
    for (uint32_t i = 0; i < node.n; i++) sv_push(todo, node.args[i]);
  }
  sv_map_free(&visited);
  sv_vec_free(todo);
}

static bool is_in_invariants(const cell_finder *f, const sv_parts *own) {
  bool found = false;
  for (uint32_t p = 0; p < f->net->processes.n; p++)
    for (uint32_t l = 0; l < sv_net_locations(f->net, p) && !found; l++) {
      sv_parts reads = {0};
      if (sv_is_none(f->net->location_invariants[p][l])) continue;
      sv_access_term(f->all, f->net->location_invariants[p][l], &reads);
      found = sv_parts_overlap(own, &reads);
      sv_vec_free(reads);
    }
  return found;
}

static bool is_seen_by_others(const cell_finder *f, uint32_t var) {
  const uint32_t *first = f->all->map.first;
  sv_parts own = {0};
  sv_parts_add(&own, first[var], first[var + 1]);
  bool visited =
      sv_parts_overlap(&own, &f->all->actions[f->number].priority) || is_in_invariants(f, &own);
  sv_vec_free(own);
  return visited;
}

// ---- their cells

static void add_reads(cell_finder *f, uint32_t var, sv_cell_uses *out) {
  sv_u32s cone = {0};
  sv_cone(f->terms, f->roots.at, f->roots.n, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node node = sv_node_of(f->terms, cone.at[i]);
    uint32_t which;
    sv_term index;
    if (is_cell(f, &node, &which, &index) && which == var)
      sv_push(*out, (sv_cell_use){var, index, false});
  }
  sv_vec_free(cone);
}

static void add_writes(cell_finder *f, uint32_t var, sv_cell_uses *out) {
  for (uint32_t i = 0; i < f->action->update_count; i++) {
    sv_node node = sv_node_of(f->terms, sv_index(f->action->updates[i].target));
    uint32_t which;
    sv_term index;
    if (is_cell(f, &node, &which, &index) && which == var)
      sv_push(*out, (sv_cell_use){var, index, true});
  }
}

void sv_cell_uses_find(const sv_accesses *all, uint32_t action, sv_cell_uses *out) {
  const sv_net *net = all->net;
  cell_finder f = {.all = all,
                   .net = net,
                   .terms = net->model->terms,
                   .number = action,
                   .action = &net->actions.at[action]};
  sv_bits_init(&f.whole, net->vars.n);
  sv_bits_init(&f.selected, net->vars.n);
  list_roots(&f);
  walk(&f);
  sv_bits_minus(&f.selected, &f.whole);
  for (uint32_t v = sv_bits_next(&f.selected, 0); v != UINT32_MAX;
       v = sv_bits_next(&f.selected, v + 1)) {
    if (is_seen_by_others(&f, v)) continue;
    add_reads(&f, v, out);
    add_writes(&f, v, out);
  }
  sv_bits_free(&f.whole);
  sv_bits_free(&f.selected);
  sv_vec_free(f.roots);
}

sv_term sv_cell_is(sv_terms *t, sv_term index, uint32_t k) {
  sv_sort sort = sv_sort_of(t, index);
  if (sv_sort_get(t, sort)->kind == SV_SORT_INT) return sv_eq(t, index, sv_int_const(t, k));
  sv_term number = sv_const(t, sort, sv_small(k));
  return sv_is_none(number) ? SV_FALSE : sv_eq(t, index, number);
}
