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
  if (kind_of(job, sort) == SV_SORT_BV) {
    if (sv_sort_get(job->rep->terms, sort)->is_signed) op = strict ? SV_SMT_SLT : SV_SMT_SLE;
    else op = strict ? SV_SMT_ULT : SV_SMT_ULE;
  }
  return sv_smt_app2(job->rep->z, op, sv_view_scalar_argument(job, 0),
                     sv_view_scalar_argument(job, 1));
}

static sv_smt_binary bits_operator(sv_op op, bool is_signed) {
  switch (op) {
  case SV_OP_ADD: return SV_SMT_BVADD;
  case SV_OP_SUB: return SV_SMT_BVSUB;
  case SV_OP_MUL: return SV_SMT_BVMUL;
  case SV_OP_DIV: return is_signed ? SV_SMT_SDIV : SV_SMT_UDIV;
  case SV_OP_MOD: return is_signed ? SV_SMT_SREM : SV_SMT_UREM;
  case SV_OP_BVAND: return SV_SMT_BVAND;
  case SV_OP_BVOR: return SV_SMT_BVOR;
  case SV_OP_BVXOR: return SV_SMT_BVXOR;
  case SV_OP_SHL: return SV_SMT_SHL;
  case SV_OP_SHR: return is_signed ? SV_SMT_ASHR : SV_SMT_LSHR;
  default: SV_UNREACHABLE();
  }
}

// Division by zero is a value of ours: 0, mod: the dividend.
static sv_smt_term division(const sv_view_job *job, sv_smt_term a, sv_smt_term b) {
  sv_smt *z = job->rep->z;
  sv_smt_term zero = sv_smt_small(z, 0, sv_smt_sort_of(z, a));
  bool mod = job->node.op == SV_OP_MOD;
  sv_smt_term quotient = sv_smt_app2(z, mod ? SV_SMT_MOD : SV_SMT_DIV, a, b);
  return sv_smt_ite(z, sv_smt_eq(z, b, zero), mod ? a : zero, quotient);
}

static sv_smt_term number_operator(const sv_view_job *job, sv_smt_term a, sv_smt_term b) {
  switch (job->node.op) {
  case SV_OP_ADD: return sv_smt_app2(job->rep->z, SV_SMT_ADD, a, b);
  case SV_OP_SUB: return sv_smt_app2(job->rep->z, SV_SMT_SUB, a, b);
  case SV_OP_MUL: return sv_smt_app2(job->rep->z, SV_SMT_MUL, a, b);
  default: return division(job, a, b);
  }
}

static sv_smt_term arithmetic(const sv_view_job *job) {
  const sv_sort_info *info = sv_sort_get(job->rep->terms, job->node.sort);
  sv_smt_term a = sv_view_scalar_argument(job, 0), b = sv_view_scalar_argument(job, 1);
  if (info->kind != SV_SORT_BV) return number_operator(job, a, b);
  return sv_smt_app2(job->rep->z, bits_operator(job->node.op, info->is_signed), a, b);
}

static sv_smt_term unary(const sv_view_job *job) {
  bool bits = kind_of(job, job->node.sort) == SV_SORT_BV;
  sv_smt_unary op = job->node.op == SV_OP_BVNOT ? SV_SMT_BVNOT : bits ? SV_SMT_BVNEG : SV_SMT_NEG;
  return sv_smt_app1(job->rep->z, op, sv_view_scalar_argument(job, 0));
}

static sv_smt_term choice(const sv_view_job *job) {
  REQUIRE(job->v->choices, "there are no choices here");
  return job->v->choices[job->node.id];
}

static sv_smt_term scalar(const sv_view_job *job) {
  switch (job->node.op) {
  case SV_OP_CONST: return sv_rep_value(job->rep, job->node.sort, job->node.value);
  case SV_OP_CHOICE: return choice(job);
  case SV_OP_AND: return conjunction(job);
  case SV_OP_LT:
  case SV_OP_LE: return order(job);
  case SV_OP_NEG:
  case SV_OP_BVNOT: return unary(job);
  case SV_OP_CAST:
    return sv_rep_cast(job->rep, job->node.sort, sv_view_argument_sort(job, 0),
                       sv_view_scalar_argument(job, 0));
  case SV_OP_QUEUE: return sv_view_reference(job);
  case SV_OP_QLEN:
  case SV_OP_QFULL:
  case SV_OP_QDEFER:
  case SV_OP_PEEK: return sv_view_queue(job);
  case SV_OP_ADD:
  case SV_OP_SUB:
  case SV_OP_MUL:
  case SV_OP_DIV:
  case SV_OP_MOD:
  case SV_OP_QUOT:
  case SV_OP_BVAND:
  case SV_OP_BVOR:
  case SV_OP_BVXOR:
  case SV_OP_SHL:
  case SV_OP_SHR: return arithmetic(job);
  case SV_OP_VAR:
  case SV_OP_NEXT:
  case SV_OP_EQ:
  case SV_OP_ITE:
  case SV_OP_SELECT:
  case SV_OP_STORE:
  case SV_OP_ARRAY:
  case SV_OP_FILL:
  case SV_OP_SELF:
  case SV_OP_ALIVE:
  case SV_OP_REMOTE:
  case SV_OP_FIND: break;
  }
  REQUIRE(false, "not a term of a net");
  SV_UNREACHABLE();
}

// ---- all terms

static void translate(sv_smt_view *v, uint32_t index) {
  sv_view_job job = {.v = v, .rep = v->rep, .node = sv_node_of(v->rep->terms, index)};
  sv_smt_terms out = {0};
  switch (job.node.op) {
  case SV_OP_VAR:
  case SV_OP_NEXT: sv_view_variable(&job, &out); break;
  case SV_OP_EQ: sv_push(out, sv_view_equal(&job)); break;
  case SV_OP_ITE: sv_view_ite(&job, &out); break;
  case SV_OP_SELECT: sv_view_select(&job, &out); break;
  case SV_OP_STORE: sv_view_store(&job, &out); break;
  case SV_OP_ARRAY:
  case SV_OP_FILL: sv_view_array(&job, &out); break;
  default: sv_push(out, scalar(&job)); break;
  }
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
  sv_smt_term any = sv_smt_truth(v->rep->z, false);
  for (uint32_t i = 0; i < n; i++)
    any = sv_smt_or(v->rep->z, any,
                    sv_rep_is(v->rep, pc->sort, v->now->cells[pc->first_cell], locations[i]));
  return any;
}
