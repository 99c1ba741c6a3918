// coding_sort.c -- sorts and references as the coding sees them.

#include "encode/bits/coding_inside.h"

// Bits of an integer, sign included.
static uint32_t width_of(int64_t v) {
  uint64_t rest = (uint64_t)(v < 0 ? ~v : v);
  uint32_t n = 1;
  for (; rest; rest >>= 1) n++;
  return n;
}

static sv_code_shape shape_of_range(int64_t lo, int64_t hi) {
  uint32_t a = width_of(lo), b = width_of(hi);
  sv_code_shape shape = {.n = a > b ? a : b, .lo = lo, .hi = hi};
  for (uint64_t differ = (uint64_t)lo ^ (uint64_t)hi; differ; differ >>= 1) shape.varying++;
  if (shape.varying > shape.n) shape.varying = shape.n;
  return shape;
}

bool sv_code_shape_of(const sv_net *net, sv_sort scalar, sv_code_shape *out) {
  const sv_sort_info *info = sv_sort_get(net->model->terms, scalar);
  switch (info->kind) {
  case SV_SORT_BOOL: return *out = shape_of_range(0, 1), true;
  case SV_SORT_BV:
    *out = (sv_code_shape){.n = info->size + !info->is_signed, .varying = info->size};
    out->is_bv = true, out->is_signed = info->is_signed;
    return true;
  case SV_SORT_ENUM: return *out = shape_of_range(0, (int64_t)info->size - 1), true;
  case SV_SORT_INT: return *out = shape_of_range(info->lo, info->hi), info->ranged;
  case SV_SORT_LOC:
    *out = shape_of_range(0, (int64_t)net->model->templates.at[info->size].locations.n - 1);
    return true;
  case SV_SORT_REF: return *out = shape_of_range(0, net->queues.n), true;
  case SV_SORT_REAL:
  case SV_SORT_ARRAY: return false;
  }
  SV_UNREACHABLE();
}

static bool bounds_of(const sv_code_shape *s, int64_t *lo, int64_t *hi) {
  *lo = s->lo, *hi = s->hi;
  if (!s->is_bv) return true;
  if (s->varying > 62) return false;
  *hi = (INT64_C(1) << (s->varying - s->is_signed)) - 1;
  *lo = s->is_signed ? -*hi - 1 : 0;
  return true;
}

bool sv_code_within(const sv_code_shape *inner, const sv_code_shape *outer) {
  int64_t a, b, lo, hi;
  if (bounds_of(inner, &a, &b) && bounds_of(outer, &lo, &hi)) return lo <= a && b <= hi;
  if (!inner->is_bv || !outer->is_bv) return false;
  return inner->is_signed == outer->is_signed && inner->n <= outer->n;
}

bool sv_code_value_bit(const sv_numbers *N, sv_value v, uint32_t k) {
  if (sv_is_small(v)) return sv_small_get(v) >> (k < 63 ? k : 63) & 1;
  mpq_t q;
  mpq_init(q);
  sv_number_get(N, v, q);
  bool bit = mpz_tstbit(mpq_numref(q), k);
  mpq_clear(q);
  return bit;
}

uint32_t sv_code_value_width(const sv_numbers *N, sv_value v) {
  if (sv_is_small(v)) return width_of(sv_small_get(v));
  mpq_t q;
  mpq_init(q);
  sv_number_get(N, v, q);
  if (mpq_sgn(q) < 0) mpz_com(mpq_numref(q), mpq_numref(q));
  uint32_t width = (uint32_t)mpz_sizeinbase(mpq_numref(q), 2) + 1;
  mpq_clear(q);
  return width;
}

void sv_code_candidates(const sv_net *net, sv_term ref, uint32_t *first, uint32_t *end) {
  const sv_node node = sv_node_of(net->model->terms, sv_index(ref));
  *first = 0, *end = net->queues.n;
  if (node.op == SV_OP_CONST) {
    int64_t n = sv_is_small(node.value) ? sv_small_get(node.value) : 0;
    *end = 0;
    if (n >= 1 && n <= net->queues.n) *first = (uint32_t)n - 1, *end = (uint32_t)n;
  } else if (node.op == SV_OP_QUEUE) {
    *first = node.id, *end = node.id + (node.n ? node.role : 1);
  }
}

// ---- is all of it finite?

static bool refuse(sv_text *why, const char *what, const sv_net *net, sv_name name) {
  sv_text_printf(why, "%s %s", sv_names_get(net->model->names, name), what);
  return false;
}

static bool vars_finite(const sv_net *net, const bool *by_terms, sv_text *why) {
  for (uint32_t i = 0; i < net->vars.n; i++)
    if (!(by_terms && by_terms[i]) && !sv_sort_finite(net->model->terms, net->vars.at[i].sort))
      return refuse(why, "has infinitely many values", net, net->vars.at[i].name);
  return true;
}

static bool queues_finite(const sv_net *net, sv_text *why) {
  for (uint32_t i = 0; i < net->queues.n; i++) {
    const sv_net_queue *q = &net->queues.at[i];
    if (q->capacity == SV_UNBOUNDED) return refuse(why, "is a queue without bound", net, q->name);
    for (uint32_t f = 0; f < q->field_count; f++)
      if (!sv_sort_finite(net->model->terms, q->fields[f]))
        return refuse(why, "has messages of infinitely many values", net, q->name);
  }
  return true;
}

static bool choices_finite(const sv_net *net, sv_text *why) {
  for (uint32_t i = 0; i < net->actions.n; i++) {
    const sv_net_action *a = &net->actions.at[i];
    for (uint32_t k = 0; k < a->choice_count; k++)
      if (!sv_sort_finite(net->model->terms, a->choices[k]))
        return refuse(why, "chooses among infinitely many values", net,
                      net->model->actions.at[a->action].name);
  }
  return true;
}

typedef SV_VEC(sv_term) root_list;

static void add_root(root_list *roots, sv_term t) {
  if (!sv_is_none(t)) sv_push(*roots, t);
}

static void add_action(root_list *roots, const sv_net_action *a) {
  add_root(roots, a->guard);
  add_root(roots, a->constraint);
  for (uint32_t i = 0; i < a->update_count; i++)
    add_root(roots, a->updates[i].target), add_root(roots, a->updates[i].value);
  for (uint32_t i = 0; i < a->queue_op_count; i++) {
    const sv_queue_op *op = &a->queue_ops[i];
    add_root(roots, op->queue);
    add_root(roots, op->slot);
    for (uint32_t f = 0; f < op->field_count; f++) add_root(roots, op->fields[f]);
  }
}

static void add_invariants(root_list *roots, const sv_net *net) {
  for (uint32_t p = 0; p < net->processes.n; p++) {
    uint32_t t = net->processes.at[p].template_number;
    for (uint32_t l = 0; l < net->model->templates.at[t].locations.n; l++)
      add_root(roots, net->location_invariants[p][l]);
  }
}

static bool terms_finite(const sv_net *net, sv_text *why) {
  const sv_terms *T = net->model->terms;
  root_list roots = {0};
  sv_u32s cone = {0};
  bool fine = true;
  add_root(&roots, net->init);
  add_invariants(&roots, net);
  for (uint32_t i = 0; i < net->actions.n; i++) add_action(&roots, &net->actions.at[i]);
  for (uint32_t i = 1; i < net->properties.n; i++) add_root(&roots, net->properties.at[i].term);
  sv_cone(T, roots.at, roots.n, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_sort scalar = sv_sort_scalar(T, sv_node_of(T, cone.at[i]).sort);
    fine &= sv_sort_get(T, scalar)->kind != SV_SORT_REAL;
  }
  if (!fine) sv_text_string(why, "the model computes with real numbers");
  sv_vec_free(roots);
  sv_vec_free(cone);
  return fine;
}

bool sv_code_finite_beside(const sv_net *net, const bool *by_terms, sv_text *why) {
  bool used = false;
  for (uint32_t i = 0; i < net->actions.n; i++) used |= net->actions.at[i].queue_op_count != 0;
  return vars_finite(net, by_terms, why) && (!used || queues_finite(net, why));
}

bool sv_code_finite(const sv_net *net, sv_text *why) {
  return vars_finite(net, NULL, why) && queues_finite(net, why) && choices_finite(net, why) &&
         terms_finite(net, why);
}
