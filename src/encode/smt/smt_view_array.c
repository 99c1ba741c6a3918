// smt_view_array.c -- variables and arrays: one SMT term for each cell.

#include "encode/smt/smt_view_inside.h"

static void push_all(sv_smt_terms *out, const sv_smt_term *from, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) sv_push(*out, from[i]);
}

void sv_view_variable(const sv_view_job *job, sv_smt_terms *out) {
  const sv_smt_state *s = job->node.op == SV_OP_NEXT ? job->v->next : job->v->now;
  const sv_net_var *var = &job->rep->net->vars.at[job->node.id];
  REQUIRE(s, "there is no such state here");
  push_all(out, s->cells + var->first_cell, var->cells);
}

// Argument a, n cells of it; a scalar may be negated.
static void push_argument(const sv_view_job *job, uint32_t a, uint32_t n, sv_smt_terms *out) {
  if (n == 1) sv_push(*out, sv_view_scalar_argument(job, a));
  else push_all(out, sv_view_argument(job, a), n);
}

static uint32_t cells_of(const sv_view_job *job, sv_sort s) {
  return sv_sort_cells(job->rep->terms, s);
}

sv_smt_term sv_view_equal(const sv_view_job *job) {
  uint32_t n = cells_of(job, sv_view_argument_sort(job, 0));
  sv_smt_terms a = {0}, b = {0};
  sv_smt *z = job->rep->z;
  sv_smt_term tested;
  if (sv_view_length_test(job, &tested)) return tested;
  push_argument(job, 0, n, &a);
  push_argument(job, 1, n, &b);
  for (uint32_t i = 0; i < n; i++) a.at[i] = sv_smt_eq(z, a.at[i], b.at[i]);
  sv_smt_term all = sv_smt_and_all(z, a.at, n);
  sv_vec_free(a);
  sv_vec_free(b);
  return all;
}

void sv_view_ite(const sv_view_job *job, sv_smt_terms *out) {
  uint32_t n = cells_of(job, job->node.sort);
  sv_smt_term condition = sv_view_scalar_argument(job, 0);
  sv_smt_terms other = {0};
  push_argument(job, 1, n, out);
  push_argument(job, 2, n, &other);
  for (uint32_t i = 0; i < n; i++)
    out->at[i] = sv_smt_ite(job->rep->z, condition, out->at[i], other.at[i]);
  sv_vec_free(other);
}

static sv_smt_term index_is(const sv_view_job *job, uint32_t k) {
  return sv_rep_is(job->rep, sv_view_argument_sort(job, 1), sv_view_scalar_argument(job, 1), k);
}

// From the last element on, so that the first one is asked for first.
void sv_view_select(const sv_view_job *job, sv_smt_terms *out) {
  const sv_smt_term *cells = sv_view_argument(job, 0);
  uint32_t part = cells_of(job, job->node.sort);
  uint32_t size = sv_sort_get(job->rep->terms, sv_view_argument_sort(job, 0))->size;
  sv_sort scalar = sv_sort_scalar(job->rep->terms, job->node.sort);
  sv_value nothing = sv_sort_default(job->rep->terms, scalar);
  for (uint32_t c = 0; c < part; c++) sv_push(*out, sv_rep_value(job->rep, scalar, nothing));
  for (uint32_t k = size; k-- > 0;) {
    sv_smt_term here = index_is(job, k);
    for (uint32_t c = 0; c < part; c++)
      out->at[c] = sv_smt_ite(job->rep->z, here, cells[k * part + c], out->at[c]);
  }
}

void sv_view_store(const sv_view_job *job, sv_smt_terms *out) {
  uint32_t n = cells_of(job, job->node.sort);
  uint32_t size = sv_sort_get(job->rep->terms, job->node.sort)->size, part = n / size;
  sv_smt_terms value = {0};
  push_argument(job, 0, n, out);
  push_argument(job, 2, part, &value);
  for (uint32_t k = 0; k < size; k++) {
    sv_smt_term here = index_is(job, k);
    for (uint32_t c = 0; c < part; c++) {
      sv_smt_term *cell = &out->at[k * part + c];
      *cell = sv_smt_ite(job->rep->z, here, value.at[c], *cell);
    }
  }
  sv_vec_free(value);
}

void sv_view_array(const sv_view_job *job, sv_smt_terms *out) {
  uint32_t size = sv_sort_get(job->rep->terms, job->node.sort)->size;
  uint32_t part = cells_of(job, job->node.sort) / size;
  for (uint32_t k = 0; k < size; k++)
    push_argument(job, job->node.op == SV_OP_ARRAY ? k : 0, part, out);
}
