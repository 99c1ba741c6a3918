// blast_sort.c -- membership in sorts, and choices.

#include "encode/bits/blast_inside.h"

// No bits beyond the width, and none below zero without a sign.
static sv_lit in_bv(sv_word_maker *m, const sv_code_shape *shape, sv_word w) {
  sv_lit fits = SV_LIT_TRUE, sign = sv_word_bit(w, shape->n - 1);
  for (uint32_t k = shape->n; k < w.n; k++)
    fits = sv_aig_and(m->aig, fits, sv_aig_iff(m->aig, w.at[k], sign));
  return shape->is_signed ? fits : sv_aig_and(m->aig, fits, sv_lit_not(sign));
}

sv_lit sv_blast_in_shape(sv_word_maker *m, const sv_code_shape *shape, sv_word w) {
  int64_t lo, hi;
  if (shape->is_bv) return in_bv(m, shape, w);
  sv_word_bounds(w, &lo, &hi);
  sv_lit above = SV_LIT_TRUE, below = SV_LIT_TRUE;
  if (lo < shape->lo) above = sv_word_at_most(m, sv_word_const(m, shape->lo), w);
  if (hi > shape->hi || w.n > 64) below = sv_word_at_most(m, w, sv_word_const(m, shape->hi));
  if (w.n > 64) above = sv_word_at_most(m, sv_word_const(m, shape->lo), w);
  return sv_aig_and(m->aig, above, below);
}

// Leaves have values of their sorts: what is stored was checked when it was written.
static bool is_within(const sv_blaster *b, sv_term t, const sv_code_shape *shape) {
  sv_node node = sv_node_of(b->terms, sv_index(t));
  sv_code_shape own;
  bool leaf = node.op == SV_OP_VAR || node.op == SV_OP_CHOICE || node.op == SV_OP_PEEK;
  if (!leaf || !sv_code_shape_of(b->net, sv_sort_scalar(b->terms, node.sort), &own)) return false;
  return sv_code_within(&own, shape);
}

sv_lit sv_blast_in_sort(sv_blaster *b, sv_word_maker *m, sv_sort scalar, sv_term t, sv_word w) {
  sv_code_shape shape;
  bool finite = sv_code_shape_of(b->net, scalar, &shape);
  assert(finite);
  SV_UNUSED(finite);
  return is_within(b, t, &shape) ? SV_LIT_TRUE : sv_blast_in_shape(m, &shape, w);
}

// ---- choices

static sv_code_shape choice_shape(const sv_net *net, const sv_net_action *a, uint32_t k) {
  sv_code_shape shape;
  bool finite = k < a->choice_count && sv_code_shape_of(net, a->choices[k], &shape);
  REQUIRE(finite, "a choice of a coded net is finite");
  return shape;
}

static bool fixed_bit(const sv_code_shape *shape, uint32_t k) {
  return !shape->is_bv && shape->lo >> (k < 63 ? k : 63) & 1;
}

uint32_t sv_blast_choice_bits(const sv_net *net, uint32_t action, uint32_t k) {
  if (!sv_sort_finite(net->model->terms, net->actions.at[action].choices[k])) return 0;
  return choice_shape(net, &net->actions.at[action], k).varying;
}

sv_value sv_blast_choice_value(const sv_net *net, uint32_t action, uint32_t k,
                               const uint8_t *bits) {
  sv_code_shape shape = choice_shape(net, &net->actions.at[action], k);
  uint32_t sign = shape.n - 1;
  bool negative = sign < shape.varying ? bits[sign] : fixed_bit(&shape, sign);
  mpz_t n;
  mpz_init_set_si(n, negative ? -1 : 0);
  for (uint32_t i = 0; i < sign; i++)
    if (i < shape.varying ? bits[i] : fixed_bit(&shape, i)) mpz_setbit(n, i);
    else mpz_clrbit(n, i);
  sv_value v = sv_number_mpz(sv_terms_numbers(net->model->terms), n);
  mpz_clear(n);
  return v;
}

sv_word sv_blast_choice_word(sv_blaster *b, uint32_t k) {
  REQUIRE(b->choice && b->action, "there are no choices here");
  sv_code_shape shape = choice_shape(b->net, b->action, k);
  sv_clear(b->scratch);
  for (uint32_t i = 0; i < shape.n; i++) {
    bool varies = i < shape.varying;
    sv_push(b->scratch, varies ? b->choice(b->context, k, i) : sv_lit_const(fixed_bit(&shape, i)));
  }
  return sv_word_make(&b->passing, b->scratch.at, shape.n);
}
