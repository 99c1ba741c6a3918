// blast_array.c -- arrays are their cells, one word each.

#include "encode/bits/blast_inside.h"

sv_lit sv_blast_inside(sv_word_maker *m, sv_word index, uint32_t n) {
  sv_lit below = sv_word_less(m, index, sv_word_const(m, n));
  return sv_aig_and(m->aig, sv_lit_not(sv_word_negative(index)), below);
}

// Some bit of the index from k on is set, its sign included.
static sv_lit bits_above(sv_word_maker *m, sv_word index, uint32_t k) {
  sv_lit some = SV_LIT_FALSE;
  for (; k < index.n; k++) some = sv_aig_or(m->aig, some, index.at[k]);
  return sv_aig_or(m->aig, some, sv_word_negative(index));
}

// A tree of choices: one level for each bit of the index.
static sv_word pick_by_bits(sv_word_maker *m, sv_word index, sv_word *level, uint32_t n,
                            const sv_word *missing) {
  uint32_t k = 0;
  for (; n > 1; k++, n = (n + 1) / 2) {
    sv_lit bit = sv_word_bit(index, k);
    for (uint32_t i = 0; 2 * i < n; i++) {
      const sv_word *upper = 2 * i + 1 < n ? &level[2 * i + 1] : missing;
      level[i] = upper ? sv_word_ite(m, bit, *upper, level[2 * i]) : level[2 * i];
    }
  }
  return missing ? sv_word_ite(m, bits_above(m, index, k), *missing, level[0]) : level[0];
}

sv_word sv_blast_pick(sv_word_maker *m, sv_word index, const sv_word *items, uint32_t n,
                      uint32_t stride, const sv_word *missing) {
  int64_t known;
  assert(n);
  if (sv_word_is_const(index, &known)) {
    if (known >= 0 && known < n) return items[known * stride];
    return missing ? *missing : items[0];
  }
  sv_word *level = SV_NEW_ARRAY(sv_word, n);
  for (uint32_t i = 0; i < n; i++) level[i] = items[(size_t)i * stride];
  sv_word w = pick_by_bits(m, index, level, n, missing);
  sv_free(level);
  return w;
}

const sv_word *sv_blast_select(sv_blast_job *job) {
  const sv_terms *T = job->b->terms;
  uint32_t size = sv_sort_get(T, sv_sort_of(T, job->node.args[0]))->size;
  const sv_word *array = sv_job_slice(job, 0);
  sv_word index = sv_job_scalar(job, 1);
  sv_word missing = sv_word_value(job->maker, job->b->numbers, sv_sort_default(T, job->node.sort));
  sv_word *at = sv_job_words(job, job->cells);
  for (uint32_t c = 0; c < job->cells; c++)
    at[c] = sv_blast_pick(job->maker, index, array + c, size, job->cells, &missing);
  return at;
}

// The words of an argument that is an element: scalars may be negated.
static sv_word element(const sv_blast_job *job, uint32_t arg, uint32_t cell, uint32_t part) {
  return part == 1 ? sv_job_scalar(job, arg) : sv_job_slice(job, arg)[cell];
}

const sv_word *sv_blast_store(sv_blast_job *job) {
  sv_word_maker *m = job->maker;
  uint32_t size = sv_sort_get(job->b->terms, job->node.sort)->size, part = job->cells / size;
  const sv_word *old = sv_job_slice(job, 0);
  sv_word index = sv_job_scalar(job, 1), *at = sv_job_words(job, job->cells);
  for (uint32_t k = 0; k < size; k++) {
    sv_lit here = sv_word_equal(m, index, sv_word_const(m, k));
    for (uint32_t c = 0; c < part; c++)
      at[k * part + c] = sv_word_ite(m, here, element(job, 2, c, part), old[k * part + c]);
  }
  return at;
}

const sv_word *sv_blast_array(sv_blast_job *job) {
  uint32_t size = sv_sort_get(job->b->terms, job->node.sort)->size, part = job->cells / size;
  sv_word *at = sv_job_words(job, job->cells);
  for (uint32_t k = 0; k < size; k++)
    for (uint32_t c = 0; c < part; c++)
      at[k * part + c] = element(job, job->node.op == SV_OP_ARRAY ? k : 0, c, part);
  return at;
}
