// blast_initial.c -- the initial states (exec/exec_initial.c), over the state's literals.

#include "encode/bits/blast_inside.h"

typedef struct {
  sv_blaster *b;
  sv_aig *aig;
  sv_blasted *out;
  sv_lits all;  // what must hold
} start;

// The item has this value; false if it has no code. *misfit is a bit that it lacks.
static bool demand_value(start *s, sv_code_item item, sv_value v, uint32_t *misfit) {
  const sv_numbers *N = s->b->numbers;
  uint32_t wide = sv_code_value_width(N, v);
  bool fits = wide <= item.n;
  if (!fits) *misfit = sv_code_profile_bit(wide - 2);
  for (uint32_t k = 0; k < item.n; k++) {
    bool sign = k + 1 == item.n, bit = sv_code_value_bit(N, v, sign && wide > item.n ? wide : k);
    if (!sv_code_is_const(item.at[k])) {
      sv_push(s->all, sv_lit_not_if(sv_blast_item_bit(s->b, item.at[k]), !bit));
    } else if (item.at[k].x != bit) {
      fits = false;
      *misfit = sign ? SV_SIGN_BIT : sv_code_profile_bit(k);
    }
  }
  return fits;
}

static sv_value constant_of(const start *s, sv_word w) {
  mpz_t n;
  mpz_init_set_si(n, sv_lit_same(sv_word_negative(w), SV_LIT_TRUE) ? -1 : 0);
  for (uint32_t k = 0; k < w.n; k++) {
    REQUIRE(sv_lit_is_const(w.at[k]), "an initial value is a constant");
    if (w.at[k].x) mpz_setbit(n, k);
    else mpz_clrbit(n, k);
  }
  sv_value v = sv_number_mpz(sv_terms_numbers(s->b->terms), n);
  mpz_clear(n);
  return v;
}

static void start_fixed(start *s, const sv_net_var *v) {
  const sv_word *words = sv_blast_slice(s->b, false, v->init);
  for (uint32_t c = 0; c < v->cells; c++) {
    sv_word w = v->cells == 1 ? sv_blast_scalar(s->b, false, v->init) : words[c];
    uint32_t cell = v->first_cell + c, bit = 0;
    if (!demand_value(s, s->b->coding->cells[cell], constant_of(s, w), &bit))
      sv_push(s->out->outside, (sv_uncoded){.when = SV_LIT_TRUE, .cell = cell, .bit = bit});
  }
}

static void start_free(start *s, const sv_net_var *v) {
  sv_code_shape shape;
  if (!sv_code_shape_of(s->b->net, sv_sort_scalar(s->b->terms, v->sort), &shape)) return;
  for (uint32_t c = v->first_cell; c < v->first_cell + v->cells; c++)
    sv_push(s->all, sv_blast_in_shape(&s->b->lasting, &shape, sv_blast_cell(s->b, c)));
}

static void start_empty(start *s, uint32_t queue) {
  const sv_code_queue *q = &s->b->coding->queues[queue];
  uint32_t n = q->slots * s->b->net->queues.at[queue].field_count, bit;
  demand_value(s, q->length, sv_small(0), &bit);
  demand_value(s, q->deferred, sv_small(0), &bit);
  demand_value(s, q->head, sv_small(0), &bit);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < q->fields[i].n; k++)
      if (!sv_code_is_const(q->fields[i].at[k]))
        sv_push(s->all, sv_lit_not(sv_blast_item_bit(s->b, q->fields[i].at[k])));
}

static void demand_invariants(start *s) {
  for (uint32_t k = 0; k < s->b->invariants.n; k++) {
    const sv_blast_invariant *i = &s->b->invariants.at[k];
    if (s->b->net->processes.at[i->process].entry == i->location)
      sv_push(s->all, sv_blast_bool(s->b, i->term));
  }
}

sv_lit sv_blast_initial(sv_blaster *b, sv_blasted *out) {
  *out = (sv_blasted){.action = UINT32_MAX};
  start s = {.b = b, .aig = b->aig, .out = out};
  for (uint32_t i = 0; i < b->net->vars.n; i++) {
    const sv_net_var *v = &b->net->vars.at[i];
    if (sv_blast_var_termed(b, v)) continue;
    if (sv_is_none(v->init)) start_free(&s, v);
    else start_fixed(&s, v);
  }
  for (uint32_t q = 0; q < b->net->queues.n; q++) start_empty(&s, q);
  sv_push(s.all, sv_blast_bool(b, b->net->init));
  demand_invariants(&s);
  out->possible = sv_aig_and_all(b->aig, s.all.at, s.all.n);
  sv_vec_free(s.all);
  return out->possible;
}
