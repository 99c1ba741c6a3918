// query.c -- see query.h.

#include "encode/abstract/query.h"

#include <stdio.h>

sv_query *sv_query_new(const sv_net *net, bool integers, sv_limits *limits) {
  sv_query *q = SV_NEW(sv_query);
  *q = (sv_query){.z = sv_smt_new(), .limits = limits};
  q->rep = sv_rep_make(q->z, net);
  q->rep.integers = integers;
  q->view = (sv_smt_view){.rep = &q->rep};
  return q;
}

void sv_query_free(sv_query *q) {
  if (!q) return;
  sv_smt_view_free(&q->view);
  sv_smt_free(q->z);
  sv_free(q);
}

// ---- leaves

static bool is_leaf(const sv_node *n) {
  switch (n->op) {
  case SV_OP_VAR:
  case SV_OP_NEXT:
  case SV_OP_CHOICE:
  case SV_OP_QLEN:
  case SV_OP_QDEFER:
  case SV_OP_PEEK: return true;
  default: return false;
  }
}

// One constant for each cell, where the view looks for what it has translated.
static void make_leaf(sv_query *q, uint32_t index, const sv_node *n) {
  sv_sort scalar = sv_sort_scalar(q->rep.terms, n->sort);
  uint32_t cells = sv_sort_cells(q->rep.terms, n->sort);
  sv_map_put(&q->view.memo, index, q->view.values.n);
  for (uint32_t c = 0; c < cells; c++) {
    char name[48];
    snprintf(name, sizeof name, "t%u.%u", index, c);
    sv_push(q->view.values, sv_smt_const(q->z, name, sv_rep_sort(&q->rep, scalar)));
  }
}

static void make_leaves(sv_query *q, const sv_u32s *cone) {
  for (uint32_t i = 0; i < cone->n; i++) {
    sv_node n = sv_node_of(q->rep.terms, cone->at[i]);
    if (is_leaf(&n) && sv_map_get(&q->view.memo, cone->at[i]) == SV_MAP_NONE)
      make_leaf(q, cone->at[i], &n);
  }
}

static sv_smt_term within(sv_query *q, const sv_u32s *cone) {
  sv_smt_terms all = {0};
  for (uint32_t i = 0; i < cone->n; i++) {
    sv_node n = sv_node_of(q->rep.terms, cone->at[i]);
    if (!is_leaf(&n)) continue;
    sv_sort scalar = sv_sort_scalar(q->rep.terms, n.sort);
    uint32_t first = sv_map_get(&q->view.memo, cone->at[i]);
    for (uint32_t c = 0; c < sv_sort_cells(q->rep.terms, n.sort); c++)
      sv_push(all, sv_rep_within(&q->rep, scalar, q->view.values.at[first + c]));
  }
  sv_smt_term t = sv_smt_and_all(q->z, all.at, all.n);
  sv_vec_free(all);
  return t;
}

sv_smt_term sv_query_term(sv_query *q, sv_term t) {
  sv_u32s cone = {0};
  sv_cone(q->rep.terms, &t, 1, &cone);
  make_leaves(q, &cone);
  sv_vec_free(cone);
  return sv_view_scalar(&q->view, t);
}

// ---- asking

static sv_smt_term with_sorts(sv_query *q, sv_term t) {
  sv_u32s cone = {0};
  sv_cone(q->rep.terms, &t, 1, &cone);
  make_leaves(q, &cone);
  sv_smt_term inside = within(q, &cone);
  sv_vec_free(cone);
  return sv_smt_and(q->z, inside, sv_view_scalar(&q->view, t));
}

void sv_query_assert(sv_query *q, sv_term t) { sv_smt_assert(q->z, with_sorts(q, t)); }
void sv_query_push(sv_query *q) { sv_smt_push(q->z); }
void sv_query_pop(sv_query *q) { sv_smt_pop(q->z); }

sv_smt_term sv_query_label(sv_query *q, sv_term t) {
  char name[32];
  snprintf(name, sizeof name, "label.%u", q->fresh++);
  sv_smt_term label = sv_smt_const(q->z, name, sv_smt_bool(q->z));
  sv_smt_assert(q->z, sv_smt_implies(q->z, label, with_sorts(q, t)));
  return label;
}

sv_sat_answer sv_query_check(sv_query *q, const sv_smt_term *assumptions, uint32_t n) {
  sv_sat_limits limits = {.run = q->limits};
  sv_sat_answer answer = sv_smt_check(q->z, assumptions, n, &limits);
  q->gave_up |= answer == SV_SAT_UNKNOWN;
  return answer;
}

bool sv_query_value(sv_query *q, sv_term t, sv_value *out) {
  sv_value found;
  if (!sv_smt_value(q->z, sv_query_term(q, t), q->rep.numbers, &found)) return false;
  *out = sv_rep_read(&q->rep, sv_sort_of(q->rep.terms, t), found);
  return true;
}

bool sv_query_refutes(sv_query *q, const sv_term *terms, uint32_t n) {
  sv_query_push(q);
  for (uint32_t i = 0; i < n; i++) sv_query_assert(q, terms[i]);
  bool none = sv_query_check(q, NULL, 0) == SV_SAT_NO;
  sv_query_pop(q);
  return none;
}
