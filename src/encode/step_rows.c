// step_rows.c -- dynamic dependence: array cells by the values of indices.
//
// Section 5.1.6 of the thesis: an action that reads or writes a[i] uses one cell
// of a, which one depends on the state. An array counts as such for an action if
// all it does there is to select and to set single cells, with indices that are
// no choices; the condition "i is k" then goes with the use of cell k. Where
// location invariants or competitors (`else`) read the array, all of it counts.

#include "encode/step_inside.h"

enum { MOST_CELLS = 64 };

typedef SV_VEC(sv_term) term_list;

typedef struct {
  sv_stepper *s;
  const sv_terms *terms;
  const sv_accesses *all;
  const sv_net_action *action;
  uint32_t number;
  term_list roots;   // what the action reads
  sv_bits whole;     // variables that are used otherwise
  sv_bits selected;  // variables of which single cells are used
} row_finder;

static bool is_row(const row_finder *f, uint32_t var) {
  const sv_net_var *v = &f->s->net->vars.at[var];
  const sv_sort_info *sort = sv_sort_get(f->terms, v->sort);
  return sort->kind == SV_SORT_ARRAY && sort->size == v->cells && v->cells <= MOST_CELLS;
}

static bool is_plain_index(const row_finder *f, sv_term index) {
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
static bool is_cell(const row_finder *f, const sv_node *node, uint32_t *var, sv_term *index) {
  if (node->op != SV_OP_SELECT) return false;
  sv_node array = sv_node_of(f->terms, sv_index(node->args[0]));
  if (array.op != SV_OP_VAR || !is_row(f, array.id)) return false;
  *var = array.id, *index = node->args[1];
  return is_plain_index(f, *index);
}

// ---- which arrays

static void add_root(row_finder *f, sv_term t) {
  if (!sv_is_none(t)) sv_push(f->roots, t);
}

// Targets are written, only their indices are read.
static void add_update(row_finder *f, const sv_update *u) {
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

static void list_roots(row_finder *f) {
  const sv_net_action *a = f->action;
  sv_clear(f->roots);
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
static void walk(row_finder *f) {
  sv_map seen = {0};
  term_list todo = {0};
  for (uint32_t i = 0; i < f->roots.n; i++) sv_push(todo, f->roots.at[i]);
  while (todo.n) {
    uint32_t at = sv_index(sv_pop(todo)), var;
    sv_term index;
    if (sv_map_get(&seen, at) != SV_MAP_NONE) continue;
    sv_map_put(&seen, at, 1);
    sv_node node = sv_node_of(f->terms, at);
    if (is_cell(f, &node, &var, &index)) {
      sv_bits_add(&f->selected, var);
      sv_push(todo, index);
      continue;
    }
    if (node.op == SV_OP_VAR || node.op == SV_OP_NEXT) sv_bits_add(&f->whole, node.id);
    for (uint32_t i = 0; i < node.n; i++) sv_push(todo, node.args[i]);
  }
  sv_map_free(&seen);
  sv_vec_free(todo);
}

static bool is_seen_by_others(const row_finder *f, uint32_t var) {
  const uint32_t *first = f->all->map.first;
  sv_parts own = {0}, common = {0};
  sv_parts_add(&own, first[var], first[var + 1]);
  sv_parts_meet(&own, &f->all->actions[f->number].priority, &common);
  for (uint32_t p = 0; p < f->s->net->processes.n; p++)
    for (uint32_t l = 0; l < sv_net_locations(f->s->net, p); l++) {
      sv_term invariant = f->s->net->location_invariants[p][l];
      sv_parts reads = {0};
      if (sv_is_none(invariant)) continue;
      sv_access_term(f->all, invariant, &reads);
      sv_parts_meet(&own, &reads, &common);
      sv_vec_free(reads);
    }
  bool seen = common.n;
  sv_vec_free(own);
  sv_vec_free(common);
  return seen;
}

// ---- conditions

// Adds to the conditions of the cells: the index is that one's number.
static void add_condition(row_finder *f, sv_blaster *b, sv_term index, sv_lit *when, uint32_t n) {
  sv_word_maker maker = {f->s->aig, sv_arena_new()};
  sv_word word = sv_blast_word(b, index);
  for (uint32_t k = 0; k < n; k++) {
    sv_lit here = sv_word_equal(&maker, word, sv_word_const(&maker, k));
    when[k] = sv_aig_or(f->s->aig, when[k], here);
  }
  sv_arena_free(maker.arena);
}

static void add_reads(row_finder *f, sv_blaster *b, uint32_t var, sv_lit *when, uint32_t n) {
  sv_u32s cone = {0};
  sv_cone(f->terms, f->roots.at, f->roots.n, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node node = sv_node_of(f->terms, cone.at[i]);
    uint32_t which;
    sv_term index;
    if (is_cell(f, &node, &which, &index) && which == var) add_condition(f, b, index, when, n);
  }
  sv_vec_free(cone);
}

static void add_writes(row_finder *f, sv_blaster *b, uint32_t var, sv_lit *when, uint32_t n) {
  for (uint32_t i = 0; i < f->action->update_count; i++) {
    sv_node node = sv_node_of(f->terms, sv_index(f->action->updates[i].target));
    uint32_t which;
    sv_term index;
    if (is_cell(f, &node, &which, &index) && which == var) add_condition(f, b, index, when, n);
  }
}

static void add_row(row_finder *f, uint32_t var, bool writes, const sv_lit *when, sv_lits *roots,
                    sv_cell_rows *out) {
  uint32_t lo = f->all->map.first[var], n = f->s->net->vars.at[var].cells;
  sv_push(*out, (sv_cell_row){lo, lo + n, writes, roots->n});
  for (uint32_t k = 0; k < n; k++) sv_push(*roots, when[k]);
}

static void add_rows(row_finder *f, sv_blaster *b, uint32_t var, sv_lits *roots,
                     sv_cell_rows *out) {
  uint32_t n = f->s->net->vars.at[var].cells;
  sv_lit *reads = SV_NEW_ARRAY(sv_lit, n + 1), *writes = SV_NEW_ARRAY(sv_lit, n + 1);
  add_reads(f, b, var, reads, n);
  add_writes(f, b, var, writes, n);
  add_row(f, var, false, reads, roots, out);
  add_row(f, var, true, writes, roots, out);
  sv_free(reads);
  sv_free(writes);
}

void sv_step_rows(sv_stepper *s, sv_blaster *b, const sv_accesses *all, uint32_t action,
                  sv_lits *roots, sv_cell_rows *out) {
  row_finder f = {.s = s,
                  .terms = s->net->model->terms,
                  .all = all,
                  .action = &s->net->actions.at[action],
                  .number = action};
  sv_bits_init(&f.whole, s->net->vars.n);
  sv_bits_init(&f.selected, s->net->vars.n);
  list_roots(&f);
  walk(&f);
  sv_bits_minus(&f.selected, &f.whole);
  for (uint32_t v = sv_bits_next(&f.selected, 0); v != UINT32_MAX;
       v = sv_bits_next(&f.selected, v + 1))
    if (!is_seen_by_others(&f, v)) add_rows(&f, b, v, roots, out);
  sv_bits_free(&f.whole);
  sv_bits_free(&f.selected);
  sv_vec_free(f.roots);
}
