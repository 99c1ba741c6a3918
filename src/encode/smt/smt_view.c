// smt_view.c -- translating terms, children first.
//
// Mirrors exec/exec_eval.c. Operators on scalars are here, arrays and queues in
// smt_view_array.c.

#include "encode/smt/smt_view.h"

#include "encode/smt/smt_view_inside.h"

void sv_smt_view_free(sv_smt_view *v) {
  sv_map_free(&v->memo);
  sv_vec_free(v->values);
}

// ---- arguments

const sv_smt_term *sv_view_argument(const sv_view_job *job, uint32_t a) {
  uint32_t place = sv_map_get(&job->v->memo, sv_index(job->node.args[a]));
  assert(place != SV_MAP_NONE);
  return job->v->values.at + place;
}

sv_smt_term sv_view_scalar_argument(const sv_view_job *job, uint32_t a) {
  sv_smt_term t = *sv_view_argument(job, a);
  return sv_negated(job->node.args[a]) ? sv_smt_not(job->rep->z, t) : t;
}

sv_sort sv_view_argument_sort(const sv_view_job *job, uint32_t a) {
  return sv_sort_of(job->rep->terms, job->node.args[a]);
}

// ---- operators on scalars

static sv_sort_kind kind_of(const sv_view_job *job, sv_sort s) {
  return sv_sort_get(job->rep->terms, s)->kind;
}

static sv_smt_term conjunction(const sv_view_job *job) {
  sv_smt_terms all = {0};
  for (uint32_t a = 0; a < job->node.n; a++) sv_push(all, sv_view_scalar_argument(job, a));
  sv_smt_term t = sv_smt_and_all(job->rep->z, all.at, all.n);
  sv_vec_free(all);
  return t;
}

static sv_smt_term order(const sv_view_job *job) {
  sv_sort sort = sv_view_argument_sort(job, 0);
  sv_smt_term tested;
  if (sv_view_length_test(job, &tested)) return tested;
  bool strict = job->node.op == SV_OP_LT;
  sv_smt_binary op = strict ? SV_SMT_LT : SV_SMT_LE;
  if (kind_of(job, sort) == SV_SORT_ENUM) op = strict ? SV_SMT_ULT : SV_SMT_ULE;
  if (kind_of(job, sort) == SV_SORT_BV && !job->rep->integers) {
    if (sv_sort_get(job->rep->terms, sort)->is_signed) op = strict ? SV_SMT_SLT : SV_SMT_SLE;
    else op = strict ? SV_SMT_ULT : SV_SMT_ULE;
  }
  return sv_smt_app2(job->rep->z, op, sv_view_scalar_argument(job, 0),
                     sv_view_scalar_argument(job, 1));
}

// Division by zero is a value of ours: 0, mod: the dividend.
static sv_smt_term division(const sv_view_job *job, sv_smt_term a, sv_smt_term b) {
  sv_smt *z = job->rep->z;
  sv_smt_term zero = sv_smt_small(z, 0, sv_smt_sort_of(z, a));
  bool mod = job->node.op == SV_OP_MOD;
  sv_smt_term quotient = sv_smt_app2(z, mod ? SV_SMT_MOD : SV_SMT_DIV, a, b);
  return sv_smt_ite(z, sv_smt_eq(z, b, zero), mod ? a : zero, quotient);
}

// b is a where the operator has one argument.
static sv_smt_term number(const sv_view_job *job, sv_smt_term a, sv_smt_term b) {
  sv_smt *z = job->rep->z;
  switch (job->node.op) {
  case SV_OP_ADD: return sv_smt_app2(z, SV_SMT_ADD, a, b);
  case SV_OP_SUB: return sv_smt_app2(z, SV_SMT_SUB, a, b);
  case SV_OP_MUL: return sv_smt_app2(z, SV_SMT_MUL, a, b);
  case SV_OP_NEG: return sv_smt_app1(z, SV_SMT_NEG, a);
  case SV_OP_DIV:
  case SV_OP_MOD:
  case SV_OP_QUOT: return division(job, a, b);
  case SV_ANY_BITS_OP:
  case SV_ANY_LEAF_OP:
  case SV_ANY_INSTANCE_OP:
  case SV_ANY_CORE_OP:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_CONVERSION_OP:
  case SV_ANY_ARRAY_OP:
  case SV_ANY_REFERENCE_OP:
  case SV_ANY_QUEUE_OP: break;
  }
  SV_UNREACHABLE();
}

sv_smt_term sv_view_bit_vector(const sv_view_job *job, sv_smt_term a, sv_smt_term b) {
  sv_smt *z = job->rep->z;
  bool is_signed = sv_sort_get(job->rep->terms, job->node.sort)->is_signed;
  switch (job->node.op) {
  case SV_OP_ADD: return sv_smt_app2(z, SV_SMT_BVADD, a, b);
  case SV_OP_SUB: return sv_smt_app2(z, SV_SMT_BVSUB, a, b);
  case SV_OP_MUL: return sv_smt_app2(z, SV_SMT_BVMUL, a, b);
  case SV_OP_NEG: return sv_smt_app1(z, SV_SMT_BVNEG, a);
  case SV_OP_DIV: return sv_smt_app2(z, is_signed ? SV_SMT_SDIV : SV_SMT_UDIV, a, b);
  case SV_OP_MOD: return sv_smt_app2(z, is_signed ? SV_SMT_SREM : SV_SMT_UREM, a, b);
  case SV_OP_BVAND: return sv_smt_app2(z, SV_SMT_BVAND, a, b);
  case SV_OP_BVOR: return sv_smt_app2(z, SV_SMT_BVOR, a, b);
  case SV_OP_BVXOR: return sv_smt_app2(z, SV_SMT_BVXOR, a, b);
  case SV_OP_BVNOT: return sv_smt_app1(z, SV_SMT_BVNOT, a);
  case SV_OP_SHL: return sv_smt_app2(z, SV_SMT_SHL, a, b);
  case SV_OP_SHR: return sv_smt_app2(z, is_signed ? SV_SMT_ASHR : SV_SMT_LSHR, a, b);
  case SV_OP_QUOT:
  case SV_ANY_LEAF_OP:
  case SV_ANY_INSTANCE_OP:
  case SV_ANY_CORE_OP:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_CONVERSION_OP:
  case SV_ANY_ARRAY_OP:
  case SV_ANY_REFERENCE_OP:
  case SV_ANY_QUEUE_OP: break;
  }
  SV_UNREACHABLE();
}

static sv_smt_term arithmetic(const sv_view_job *job) {
  sv_smt_term a = sv_view_scalar_argument(job, 0);
  sv_smt_term b = job->node.n > 1 ? sv_view_scalar_argument(job, 1) : a;
  if (kind_of(job, job->node.sort) != SV_SORT_BV) return number(job, a, b);
  return job->rep->integers ? sv_view_integer(job) : sv_view_bit_vector(job, a, b);
}

static sv_smt_term conversion(const sv_view_job *job) {
  if (job->rep->integers && kind_of(job, job->node.sort) == SV_SORT_BV) return sv_view_integer(job);
  return sv_rep_cast(job->rep, job->node.sort, sv_view_argument_sort(job, 0),
                     sv_view_scalar_argument(job, 0));
}

static sv_smt_term choice(const sv_view_job *job) {
  REQUIRE(job->v->choices, "there are no choices here");
  return job->v->choices[job->node.id];
}

// ---- all terms

static void translate_node(const sv_view_job *job, sv_smt_terms *out) {
  switch (job->node.op) {
  case SV_OP_CONST: sv_push(*out, sv_rep_value(job->rep, job->node.sort, job->node.value)); return;
  case SV_OP_VAR:
  case SV_OP_NEXT: sv_view_variable(job, out); return;
  case SV_OP_CHOICE: sv_push(*out, choice(job)); return;
  case SV_OP_AND: sv_push(*out, conjunction(job)); return;
  case SV_OP_EQ: sv_push(*out, sv_view_equal(job)); return;
  case SV_OP_ITE: sv_view_ite(job, out); return;
  case SV_ANY_COMPARISON_OP: sv_push(*out, order(job)); return;
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP: sv_push(*out, arithmetic(job)); return;
  case SV_ANY_CONVERSION_OP: sv_push(*out, conversion(job)); return;
  case SV_OP_SELECT: sv_view_select(job, out); return;
  case SV_OP_STORE: sv_view_store(job, out); return;
  case SV_OP_ARRAY:
  case SV_OP_FILL: sv_view_array(job, out); return;
  case SV_ANY_REFERENCE_OP: sv_push(*out, sv_view_reference(job)); return;
  case SV_ANY_QUEUE_OP: sv_push(*out, sv_view_queue(job)); return;
  case SV_ANY_INSTANCE_OP: break;
  }
  REQUIRE(false, "not a term of a net");
}

static void translate(sv_smt_view *v, uint32_t index) {
  sv_view_job job = {.v = v, .rep = v->rep, .node = sv_node_of(v->rep->terms, index)};
  sv_smt_terms out = {0};
  translate_node(&job, &out);
  assert(out.n == sv_sort_cells(v->rep->terms, job.node.sort));
  sv_map_put(&v->memo, index, v->values.n);
  for (uint32_t i = 0; i < out.n; i++) sv_push(v->values, out.at[i]);
  sv_vec_free(out);
}

const sv_smt_term *sv_view_cells(sv_smt_view *v, sv_term t) {
  uint32_t place = sv_map_get(&v->memo, sv_index(t));
  if (place != SV_MAP_NONE) return v->values.at + place;
  sv_u32s cone = {0};
  sv_cone(v->rep->terms, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++)
    if (sv_map_get(&v->memo, cone.at[i]) == SV_MAP_NONE) translate(v, cone.at[i]);
  sv_vec_free(cone);
  return v->values.at + sv_map_get(&v->memo, sv_index(t));
}

sv_smt_term sv_view_scalar(sv_smt_view *v, sv_term t) {
  sv_smt_term s = *sv_view_cells(v, t);
  return sv_negated(t) ? sv_smt_not(v->rep->z, s) : s;
}

sv_smt_term sv_view_among(sv_smt_view *v, uint32_t process, const uint32_t *locations, uint32_t n) {
  const sv_net_var *pc = &v->rep->net->vars.at[v->rep->net->processes.at[process].pc];
  assert(pc->is_pc && pc->process == process);
  sv_smt_term any = sv_smt_truth(v->rep->z, false);
  for (uint32_t i = 0; i < n; i++)
    any = sv_smt_or(v->rep->z, any,
                    sv_rep_is(v->rep, pc->sort, v->now->cells[pc->first_cell], locations[i]));
  return any;
}
