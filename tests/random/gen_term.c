// gen_term.c -- random terms of a given sort.
//
// A leaf is drawn from all variables, choices and queues in scope whose sort
// fits; an operator from those that give the sort. Where the drawn parts do
// not fit after all, a constant stands in.

#include "random/gen.h"

typedef SV_VEC(sv_term) term_list;

// ---- constants

static sv_value random_value(gen *g, sv_sort sort) {
  const sv_sort_info *info = sv_sort_get(g->terms, sort);
  switch (info->kind) {
  case SV_SORT_BOOL: return sv_small(gen_below(g, 2));
  case SV_SORT_BV:
    if (info->is_signed && gen_chance(g, 30)) return sv_small(-(INT64_C(1) << (info->size - 1)));
    if (gen_chance(g, 20)) return sv_small((INT64_C(1) << (info->size - info->is_signed)) - 1);
    return sv_small(
        gen_below(g, 1u << (info->size - info->is_signed > 3 ? 3 : info->size - info->is_signed)));
  case SV_SORT_ENUM: return sv_small(gen_below(g, info->size));
  case SV_SORT_INT:
    if (!info->ranged) return sv_small((int64_t)gen_below(g, 6) - 2);
    return sv_small(info->lo + gen_below(g, (uint32_t)(info->hi - info->lo + 1)));
  case SV_SORT_LOC:
    if (info->size >= g->model->templates.n) return sv_small(0);
    return sv_small(gen_below(g, g->model->templates.at[info->size].locations.n));
  case SV_SORT_REAL:
  case SV_SORT_REF:
  case SV_SORT_ARRAY: break;
  }
  return sv_small(0);
}

static sv_term array_constant(gen *g, sv_sort sort) {
  const sv_sort_info *info = sv_sort_get(g->terms, sort);
  sv_term elements[4];
  if (gen_chance(g, 40) || info->size > SV_COUNT(elements)) {
    sv_term element = gen_constant(g, info->element);
    return sv_array_fill(g->terms, sort, element);
  }
  for (uint32_t i = 0; i < info->size; i++) elements[i] = gen_constant(g, info->element);
  return sv_array(g->terms, elements, info->size);
}

sv_term gen_constant(gen *g, sv_sort sort) {
  if (sv_sort_get(g->terms, sort)->kind == SV_SORT_ARRAY) return array_constant(g, sort);
  sv_value v = random_value(g, sort);
  return sv_const(g->terms, sort, v);
}

// ---- leaves

sv_term gen_index(gen *g, const gen_scope *scope, uint32_t size) {
  sv_term index = sv_int_const(g->terms, gen_below(g, size));
  if (gen_chance(g, 50)) return index;
  index = gen_term(g, scope, sv_sort_int(g->terms), 1);
  if (gen_chance(g, 30)) return index;  // may be anywhere
  return sv_app2(g->terms, SV_OP_MOD, index, sv_int_const(g->terms, size));
}

// The variable in every role that the scope allows.
static void add_roles(gen *g, const gen_scope *scope, uint32_t v, term_list *out) {
  const sv_variable *variable = &g->model->variables.at[v];
  for (uint32_t r = 0; r < scope->roles; r++) {
    if (scope->templates[r] != variable->owner) continue;
    sv_push(*out, sv_model_var(g->model, v, r));
    if (scope->next && !variable->is_pc) sv_push(*out, sv_next(g->terms, variable->sort, v, r));
  }
  if (scope->other != variable->owner) return;
  sv_push(*out, sv_model_var(g->model, v, SV_ROLE_OTHER));
  if (scope->next) sv_push(*out, sv_next(g->terms, variable->sort, v, SV_ROLE_OTHER));
}

// The instance in which some variable of the template has some value.
static sv_term find_term(gen *g, const gen_scope *scope, uint32_t owner) {
  uint32_t v = 1 + gen_below(g, g->model->variables.n - 1);
  const sv_variable *variable = &g->model->variables.at[v];
  if (variable->owner != owner) v = g->model->templates.at[owner].pc;
  sv_sort sort = g->model->variables.at[v].sort;
  if (sv_sort_get(g->terms, sort)->kind == SV_SORT_ARRAY) return SV_NONE;
  sv_term value = gen_chance(g, 50) ? gen_constant(g, sort) : gen_term(g, scope, sort, 0);
  return sv_find(g->terms, v, value);
}

static void add_remote(gen *g, const gen_scope *scope, uint32_t v, term_list *out) {
  if (scope->roles && !gen_has(g, GEN_REMOTE)) return;  // properties have no other way
  if (gen_chance(g, 50)) return;
  sv_term index = sv_int_const(g->terms, gen_below(g, 3));
  if (gen_chance(g, 40)) index = gen_term(g, scope, sv_sort_int(g->terms), 0);
  sv_term found = SV_NONE;
  if (gen_chance(g, 25)) found = find_term(g, scope, g->model->variables.at[v].owner);
  if (!sv_is_none(found)) index = found;
  sv_push(*out, sv_remote(g->terms, g->model->variables.at[v].sort, v, index));
}

static void add_uses(gen *g, const gen_scope *scope, uint32_t v, term_list *out) {
  if (g->model->variables.at[v].owner) {
    add_roles(g, scope, v, out);
    add_remote(g, scope, v, out);
    return;
  }
  if (scope->roles && gen_is_foreign(g, v, scope->templates[0])) return;
  sv_push(*out, sv_model_var(g->model, v, 0));
  if (scope->next) sv_push(*out, sv_next(g->terms, g->model->variables.at[v].sort, v, 0));
}

static void add_elements(gen *g, const gen_scope *scope, uint32_t v, sv_sort want, term_list *out) {
  term_list arrays = {0};
  add_uses(g, scope, v, &arrays);
  for (uint32_t i = 0; i < arrays.n; i++) {
    sv_term t = arrays.at[i];
    const sv_sort_info *info = sv_sort_get(g->terms, sv_sort_of(g->terms, t));
    while (info->kind == SV_SORT_ARRAY && !sv_sort_fits(g->terms, sv_sort_of(g->terms, t), want)) {
      sv_term index = gen_index(g, scope, info->size);
      t = sv_app2(g->terms, SV_OP_SELECT, t, index);
      info = sv_sort_get(g->terms, sv_sort_of(g->terms, t));
    }
    sv_push(*out, t);
  }
  sv_vec_free(arrays);
}

static void add_variables(gen *g, const gen_scope *scope, sv_sort want, term_list *out) {
  for (uint32_t v = 1; v < g->model->variables.n; v++) {
    sv_sort sort = g->model->variables.at[v].sort;
    if (sv_sort_fits(g->terms, sort, want)) add_uses(g, scope, v, out);
    else if (sv_sort_fits(g->terms, sv_sort_scalar(g->terms, sort), want))
      add_elements(g, scope, v, want, out);
  }
}

static void add_choices(gen *g, const gen_scope *scope, sv_sort want, term_list *out) {
  for (uint32_t k = 0; k < scope->choice_count; k++) {
    const sv_choice_input *c = &scope->choices[k];
    if (!sv_sort_fits(g->terms, c->sort, want) || (c->per_other && !scope->other)) continue;
    sv_push(*out, sv_choice(g->terms, c->sort, k));
  }
}

uint32_t gen_fields(const gen *g, sv_term queue) {
  sv_node node = sv_node_of(g->terms, sv_index(queue));
  return node.op == SV_OP_QUEUE ? g->model->queues.at[node.id].field_count : g->message.n;
}

static sv_term slot_term(gen *g) {
  return sv_int_const(g->terms, gen_chance(g, 70) ? 0 : gen_below(g, 3));
}

static void add_queue_leaves(gen *g, const gen_scope *scope, sv_sort want, term_list *out) {
  const sv_sort_info *info = sv_sort_get(g->terms, want);
  sv_term queue = gen_queue(g, scope);
  if (sv_is_none(queue)) return;
  for (uint32_t i = 0; i < gen_fields(g, queue); i++) {
    if (!sv_sort_fits(g->terms, g->message.at[i], want)) continue;
    sv_term slot = slot_term(g);
    sv_push(*out, sv_peek(g->terms, g->message.at[i], queue, slot, i));
  }
  if (info->kind == SV_SORT_REF) sv_push(*out, queue);
  if (info->kind == SV_SORT_BOOL) sv_push(*out, sv_app1(g->terms, SV_OP_QFULL, queue));
  if (info->kind != SV_SORT_INT) return;
  sv_push(*out, sv_app1(g->terms, gen_chance(g, 25) ? SV_OP_QDEFER : SV_OP_QLEN, queue));
}

static void add_counts(gen *g, const gen_scope *scope, sv_sort want, term_list *out) {
  if (sv_sort_get(g->terms, want)->kind != SV_SORT_INT) return;
  for (uint32_t r = 0; r < scope->roles; r++) sv_push(*out, sv_self(g->terms, r));
  if (scope->other) sv_push(*out, sv_self(g->terms, SV_ROLE_OTHER));
  if (gen_draws(g, GEN_REMOTE, 30)) {
    sv_term found = find_term(g, scope, 1 + gen_below(g, g->model->templates.n - 1));
    if (!sv_is_none(found)) sv_push(*out, found);
  }
  if (!gen_draws(g, GEN_CREATION, 40)) return;
  sv_push(*out, sv_alive(g->terms, 1 + gen_below(g, g->model->templates.n - 1)));
}

static bool fits_term(const gen *g, sv_term t, sv_sort want) {
  return !sv_is_none(t) && sv_sort_fits(g->terms, sv_sort_of(g->terms, t), want);
}

// Indices of leaves have leaves again; not for ever.
static sv_term leaf(gen *g, const gen_scope *scope, sv_sort want) {
  if (g->nesting > 2 || gen_chance(g, 20)) return gen_constant(g, want);
  term_list leaves = {0};
  g->nesting++;
  add_variables(g, scope, want, &leaves);
  add_choices(g, scope, want, &leaves);
  if (gen_chance(g, 50)) add_queue_leaves(g, scope, want, &leaves);
  if (gen_chance(g, 30)) add_counts(g, scope, want, &leaves);
  g->nesting--;
  sv_term t = leaves.n ? leaves.at[gen_below(g, leaves.n)] : SV_NONE;
  sv_vec_free(leaves);
  return fits_term(g, t, want) ? t : gen_constant(g, want);
}

// ---- queues

static sv_term family_term(gen *g, const gen_scope *scope, uint32_t q) {
  const sv_queue_family *f = &g->model->queues.at[q];
  uint32_t role = 0;
  if (f->owner) {
    uint32_t roles[4], n = 0;
    for (uint32_t r = 0; r < scope->roles && n < 3; r++)
      if (scope->templates[r] == f->owner) roles[n++] = r;
    if (scope->other == f->owner) roles[n++] = SV_ROLE_OTHER;
    if (!n) return SV_NONE;
    role = roles[gen_below(g, n)];
  }
  sv_term index = SV_NONE;
  if (f->indexed) index = gen_index(g, scope, f->count);
  return sv_queue(g->terms, q, role, index);
}

static sv_term reference_variable(gen *g, const gen_scope *scope) {
  term_list uses = {0};
  for (uint32_t v = 1; v < g->model->variables.n; v++)
    if (sv_sort_get(g->terms, g->model->variables.at[v].sort)->kind == SV_SORT_REF)
      add_uses(g, scope, v, &uses);
  sv_term t = uses.n ? uses.at[gen_below(g, uses.n)] : SV_NONE;
  sv_vec_free(uses);
  return t;
}

sv_term gen_queue(gen *g, const gen_scope *scope) {
  if (g->model->queues.n < 2) return SV_NONE;
  sv_term t = SV_NONE;
  if (gen_draws(g, GEN_REFS, 40)) t = reference_variable(g, scope);
  if (sv_is_none(t)) t = family_term(g, scope, 1 + gen_below(g, g->model->queues.n - 1));
  return sv_is_none(t) ? family_term(g, scope, 1) : t;
}

// ---- operators

static sv_term binary(gen *g, const gen_scope *scope, sv_op op, sv_sort sort, uint32_t depth) {
  sv_term a = gen_term(g, scope, sort, depth);
  sv_term b = gen_term(g, scope, sort, depth);
  return sv_app2(g->terms, op, a, b);
}

static sv_term choice_of_two(gen *g, const gen_scope *scope, sv_sort sort, uint32_t depth) {
  sv_term condition = gen_comparison(g, scope);
  sv_term a = gen_term(g, scope, sort, depth);
  sv_term b = gen_term(g, scope, sort, depth);
  return sv_ite(g->terms, condition, a, b);
}

static sv_term cast_term(gen *g, const gen_scope *scope, sv_sort sort, uint32_t depth) {
  sv_sort from = g->sorts.at[gen_below(g, g->sorts.n)];
  sv_term t = gen_term(g, scope, from, depth);
  return sv_cast(g->terms, sort, t);
}

static sv_term bool_term(gen *g, const gen_scope *scope, uint32_t depth) {
  sv_sort sort = sv_sort_bool(g->terms);
  switch (gen_below(g, 5)) {
  case 0: return binary(g, scope, SV_OP_AND, sort, depth);
  case 1: return sv_not(binary(g, scope, SV_OP_AND, sort, depth));
  case 2: return sv_not(gen_term(g, scope, sort, depth));
  default: return gen_comparison(g, scope);
  }
}

static sv_term bits_term(gen *g, const gen_scope *scope, sv_sort sort, uint32_t depth) {
  static const sv_op binary_ops[] = {SV_OP_ADD,   SV_OP_ADD, SV_OP_SUB,   SV_OP_MUL,
                                     SV_OP_DIV,   SV_OP_MOD, SV_OP_BVAND, SV_OP_BVOR,
                                     SV_OP_BVXOR, SV_OP_SHL, SV_OP_SHR};
  static const sv_op unary_ops[] = {SV_OP_NEG, SV_OP_BVNOT};
  enum { BINARY = SV_COUNT(binary_ops) };
  uint32_t i = gen_below(g, BINARY + SV_COUNT(unary_ops));
  if (i < BINARY) return binary(g, scope, binary_ops[i], sort, depth);
  return sv_app1(g->terms, unary_ops[i - BINARY], gen_term(g, scope, sort, depth));
}

static sv_term int_term(gen *g, const gen_scope *scope, uint32_t depth) {
  static const sv_op ops[] = {SV_OP_ADD, SV_OP_ADD, SV_OP_SUB, SV_OP_MUL,
                              SV_OP_DIV, SV_OP_MOD, SV_OP_NEG};
  // Sums more often than others, where engines reason about them.
  sv_op op = ops[gen_below(g, gen_draws(g, GEN_NUMBERS, 75) ? 3 : SV_COUNT(ops))];
  sv_sort sort = sv_sort_int(g->terms);
  if (op != SV_OP_NEG) return binary(g, scope, op, sort, depth);
  return sv_app1(g->terms, op, gen_term(g, scope, sort, depth));
}

static sv_term array_term(gen *g, const gen_scope *scope, sv_sort sort, uint32_t depth) {
  sv_sort element = sv_sort_get(g->terms, sort)->element;
  uint32_t size = sv_sort_get(g->terms, sort)->size;
  if (gen_chance(g, 30)) {
    sv_term value = gen_term(g, scope, element, depth);
    return sv_array_fill(g->terms, sort, value);
  }
  sv_term array = gen_term(g, scope, sort, depth);
  sv_term index = gen_index(g, scope, size);
  sv_term value = gen_term(g, scope, element, depth);
  return sv_app3(g->terms, SV_OP_STORE, array, index, value);
}

static sv_term operation(gen *g, const gen_scope *scope, sv_sort sort, uint32_t depth) {
  switch (sv_sort_get(g->terms, sort)->kind) {
  case SV_SORT_BOOL: return bool_term(g, scope, depth);
  case SV_SORT_BV: return bits_term(g, scope, sort, depth);
  case SV_SORT_INT: return int_term(g, scope, depth);
  case SV_SORT_ARRAY: return array_term(g, scope, sort, depth);
  case SV_SORT_ENUM: return cast_term(g, scope, sort, depth);
  case SV_SORT_REAL:
  case SV_SORT_LOC:
  case SV_SORT_REF: break;
  }
  return leaf(g, scope, sort);
}

sv_term gen_term(gen *g, const gen_scope *scope, sv_sort sort, uint32_t depth) {
  if (!depth || gen_chance(g, 35)) return leaf(g, scope, sort);
  sv_term t;
  if (gen_chance(g, 12)) t = choice_of_two(g, scope, sort, depth - 1);
  else if (gen_chance(g, 12)) t = cast_term(g, scope, sort, depth - 1);
  else t = operation(g, scope, sort, depth - 1);
  return fits_term(g, t, sort) ? t : gen_constant(g, sort);
}

// ---- conditions and values

static sv_term location_test(gen *g, const gen_scope *scope) {
  uint32_t role = gen_below(g, scope->roles);
  uint32_t t = scope->templates[role];
  return sv_model_at(g->model, t, 1 + gen_below(g, g->model->templates.at[t].locations.n - 1),
                     role);
}

sv_term gen_comparison(gen *g, const gen_scope *scope) {
  static const sv_op ops[] = {SV_OP_EQ, SV_OP_EQ, SV_OP_LT, SV_OP_LE};
  if (scope->roles > 1 && gen_chance(g, 15)) return location_test(g, scope);
  sv_sort sort = g->sorts.at[gen_below(g, g->sorts.n)];
  if (gen_chance(g, 10)) sort = sv_sort_int(g->terms);
  if (gen_draws(g, GEN_REFS, 15)) sort = sv_sort_ref(g->terms);
  sv_term a = leaf(g, scope, sort);
  sv_term b = gen_chance(g, 60) ? gen_constant(g, sort) : gen_term(g, scope, sort, 1);
  sv_term t = sv_app2(g->terms, ops[gen_below(g, SV_COUNT(ops))], a, b);
  if (sv_is_none(t)) t = sv_eq(g->terms, a, b);
  if (sv_is_none(t)) return SV_TRUE;
  return gen_chance(g, 40) ? sv_not(t) : t;
}

sv_term gen_condition(gen *g, const gen_scope *scope) {
  sv_term t = gen_comparison(g, scope);
  if (gen_chance(g, 60)) return t;
  sv_term more = gen_term(g, scope, sv_sort_bool(g->terms), 2);
  return gen_chance(g, 50) ? sv_and(g->terms, t, more) : sv_or(g->terms, t, more);
}

// lo + (t - lo) mod size
static sv_term into_range(gen *g, sv_term t, const sv_sort_info *info) {
  sv_term lo = sv_int_const(g->terms, info->lo),
          size = sv_int_const(g->terms, info->hi - info->lo + 1);
  sv_term offset = sv_app2(g->terms, SV_OP_SUB, t, lo);
  offset = sv_app2(g->terms, SV_OP_MOD, offset, size);
  return sv_app2(g->terms, SV_OP_ADD, offset, lo);
}

// What is far from zero becomes something near to it, mostly by a comparison: more of it stays linear.
static sv_term keep_small(gen *g, sv_term t) {
  static const sv_sort_info small = {.lo = -2, .hi = 3};
  if (gen_chance(g, 25)) return into_range(g, t, &small);
  sv_term high = sv_app2(g->terms, SV_OP_LE, t, sv_int_const(g->terms, 1 + gen_below(g, 4)));
  sv_term low = sv_app2(g->terms, SV_OP_LE, sv_int_const(g->terms, -(int64_t)gen_below(g, 3)), t);
  sv_term otherwise = gen_constant(g, sv_sort_int(g->terms));
  return sv_ite(g->terms, sv_and(g->terms, low, high), t, otherwise);
}

sv_term gen_value(gen *g, const gen_scope *scope, sv_sort sort, uint32_t depth) {
  if (gen_chance(g, gen_has(g, GEN_NUMBERS) ? 20 : 35)) return gen_constant(g, sort);
  sv_term t = gen_term(g, scope, sort, depth);
  const sv_sort_info *info = sv_sort_get(g->terms, sort);
  if (gen_has(g, GEN_NUMBERS) && info->kind == SV_SORT_INT && !info->ranged)
    return gen_chance(g, 92) ? keep_small(g, t) : t;
  return info->ranged && gen_chance(g, 75) ? into_range(g, t, info) : t;
}
