// blast_term.c -- what operators do to words (expr/apply.c says what they mean).

#include "encode/bits/blast_inside.h"

// ---- arguments and results

const sv_word *sv_job_slice(const sv_blast_job *job, uint32_t arg) {
  return sv_blast_slice(job->b, job->after, job->node.args[arg]);
}

sv_word sv_job_scalar(const sv_blast_job *job, uint32_t arg) {
  sv_term t = job->node.args[arg];
  sv_word w = *sv_blast_slice(job->b, job->after, t);
  return sv_negated(t) ? sv_word_of_bool(job->maker, sv_lit_not(sv_word_truth(w))) : w;
}

static sv_lit job_truth(const sv_blast_job *job, uint32_t arg) {
  sv_term t = job->node.args[arg];
  return sv_lit_not_if(sv_word_truth(*sv_blast_slice(job->b, job->after, t)), sv_negated(t));
}

sv_word *sv_job_words(const sv_blast_job *job, uint32_t n) {
  return SV_ARENA_ARRAY(job->maker->arena, sv_word, n);
}

const sv_word *sv_job_one(const sv_blast_job *job, sv_word w) {
  sv_word *at = sv_job_words(job, 1);
  return *at = w, at;
}

static const sv_word *one_bool(const sv_blast_job *job, sv_lit truth) {
  return sv_job_one(job, sv_word_of_bool(job->maker, truth));
}

static const sv_sort_info *info_of(const sv_blast_job *job) {
  return sv_sort_get(job->b->terms, job->node.sort);
}

// ---- leaves

static const sv_word *variable(const sv_blast_job *job, bool after) {
  const sv_net_var *v = &job->b->net->vars.at[job->node.id];
  bool changed = false;
  for (uint32_t c = 0; after && c < v->cells; c++) changed |= job->b->changed[v->first_cell + c];
  if (!changed) return sv_blast_cells(job->b, v->first_cell, v->cells);
  sv_word *at = sv_job_words(job, v->cells);
  for (uint32_t c = 0; c < v->cells; c++) at[c] = sv_blast_new_cell(job->b, v->first_cell + c);
  return at;
}

// ---- Booleans

static const sv_word *conjunction(const sv_blast_job *job) {
  sv_lits all = {0};
  for (uint32_t i = 0; i < job->node.n; i++) sv_push(all, job_truth(job, i));
  sv_lit truth = sv_aig_and_all(job->b->aig, all.at, all.n);
  sv_vec_free(all);
  return one_bool(job, truth);
}

static const sv_word *equal(const sv_blast_job *job) {
  uint32_t n = sv_sort_cells(job->b->terms, sv_sort_of(job->b->terms, job->node.args[0]));
  if (n == 1)
    return one_bool(job, sv_word_equal(job->maker, sv_job_scalar(job, 0), sv_job_scalar(job, 1)));
  const sv_word *a = sv_job_slice(job, 0), *b = sv_job_slice(job, 1);
  sv_lits all = {0};
  for (uint32_t c = 0; c < n; c++) sv_push(all, sv_word_equal(job->maker, a[c], b[c]));
  sv_lit truth = sv_aig_and_all(job->b->aig, all.at, all.n);
  sv_vec_free(all);
  return one_bool(job, truth);
}

static const sv_word *choose(const sv_blast_job *job) {
  sv_lit condition = job_truth(job, 0);
  if (job->cells == 1)
    return sv_job_one(
        job, sv_word_ite(job->maker, condition, sv_job_scalar(job, 1), sv_job_scalar(job, 2)));
  const sv_word *a = sv_job_slice(job, 1), *b = sv_job_slice(job, 2);
  sv_word *at = sv_job_words(job, job->cells);
  for (uint32_t c = 0; c < job->cells; c++) at[c] = sv_word_ite(job->maker, condition, a[c], b[c]);
  return at;
}

// ---- numbers

static sv_word member(const sv_blast_job *job, sv_word w) {
  sv_lit inside = sv_blast_inside(job->maker, w, info_of(job)->size);
  return sv_word_ite(job->maker, inside, w, sv_word_const(job->maker, 0));
}

static sv_word cast(const sv_blast_job *job, sv_word w) {
  const sv_sort_info *to = info_of(job);
  switch (to->kind) {
  case SV_SORT_BOOL: return sv_word_of_bool(job->maker, sv_lit_not(sv_word_is_zero(job->maker, w)));
  case SV_SORT_BV: return sv_word_wrap(job->maker, w, to->size, to->is_signed);
  case SV_SORT_ENUM: return member(job, w);
  case SV_SORT_INT: return w;
  case SV_SORT_REAL:
  case SV_SORT_LOC:
  case SV_SORT_REF:
  case SV_SORT_ARRAY: break;
  }
  REQUIRE(false, "real numbers have no bits");
  SV_UNREACHABLE();
}

static sv_word wrapped(const sv_blast_job *job, sv_word w) {
  const sv_sort_info *info = info_of(job);
  return info->kind == SV_SORT_BV ? sv_word_wrap(job->maker, w, info->size, info->is_signed) : w;
}

static sv_word quotient(const sv_blast_job *job, sv_word a, sv_word b) {
  const sv_sort_info *info = info_of(job);
  bool bv = info->kind == SV_SORT_BV;
  if (job->node.op == SV_OP_DIV)
    return bv ? sv_word_bv_div(job->maker, a, b, info->size, info->is_signed)
              : sv_word_div(job->maker, a, b);
  return bv ? sv_word_bv_mod(job->maker, a, b, info->size, info->is_signed)
            : sv_word_mod(job->maker, a, b);
}

// Operators of numbers with one or two arguments; b is a where there is one.
static sv_word number(const sv_blast_job *job, sv_word a, sv_word b) {
  const sv_sort_info *info = info_of(job);
  sv_word_maker *m = job->maker;
  switch (job->node.op) {
  case SV_OP_ADD: return wrapped(job, sv_word_add(m, a, b));
  case SV_OP_SUB: return wrapped(job, sv_word_sub(m, a, b));
  case SV_OP_NEG: return wrapped(job, sv_word_neg(m, a));
  case SV_OP_MUL: return wrapped(job, sv_word_mul(m, a, b));
  case SV_OP_DIV:
  case SV_OP_MOD: return quotient(job, a, b);
  case SV_OP_BVAND: return sv_word_and(m, a, b);
  case SV_OP_BVOR: return sv_word_or(m, a, b);
  case SV_OP_BVXOR: return sv_word_xor(m, a, b);
  case SV_OP_BVNOT: return wrapped(job, sv_word_not(m, a));
  case SV_OP_SHL: return sv_word_shl(m, a, b, info->size, info->is_signed);
  case SV_OP_SHR: return sv_word_shr(m, a, b, info->size, info->is_signed);
  case SV_OP_CAST: return cast(job, a);
  case SV_OP_LT: return sv_word_of_bool(m, sv_word_less(m, a, b));
  case SV_OP_LE: return sv_word_of_bool(m, sv_word_at_most(m, a, b));
  case SV_OP_QUOT:
  case SV_ANY_LEAF_OP:
  case SV_ANY_INSTANCE_OP:
  case SV_ANY_CORE_OP:
  case SV_ANY_ARRAY_OP:
  case SV_ANY_REFERENCE_OP:
  case SV_ANY_QUEUE_OP: break;
  }
  REQUIRE(job->node.op != SV_OP_QUOT, "real numbers have no bits");
  SV_UNREACHABLE();
}

static const sv_word *blast_number(const sv_blast_job *job) {
  uint32_t last = job->node.n - 1;
  return sv_job_one(job, number(job, sv_job_scalar(job, 0), sv_job_scalar(job, last)));
}

const sv_word *sv_blast_node(sv_blast_job *job) {
  switch (job->node.op) {
  case SV_OP_CONST:
    return sv_job_one(job, sv_word_value(job->maker, job->b->numbers, job->node.value));
  case SV_OP_VAR: return variable(job, job->after);
  case SV_OP_NEXT: return variable(job, true);
  case SV_OP_CHOICE: return sv_job_one(job, sv_blast_choice_word(job->b, job->node.id));
  case SV_OP_AND: return conjunction(job);
  case SV_OP_EQ: return equal(job);
  case SV_OP_ITE: return choose(job);
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP:
  case SV_ANY_CONVERSION_OP: return blast_number(job);
  case SV_OP_SELECT: return sv_blast_select(job);
  case SV_OP_STORE: return sv_blast_store(job);
  case SV_OP_ARRAY:
  case SV_OP_FILL: return sv_blast_array(job);
  case SV_ANY_REFERENCE_OP: return sv_blast_reference(job);
  case SV_OP_QLEN:
  case SV_OP_QFULL:
  case SV_OP_QDEFER: return sv_blast_queue_test(job);
  case SV_OP_PEEK: return sv_blast_peek(job);
  case SV_ANY_INSTANCE_OP: break;
  }
  REQUIRE(false, "not a term of a finite net");
  SV_UNREACHABLE();
}
