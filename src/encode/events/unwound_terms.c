// unwound_terms.c -- see unwound_terms.h.

#include "encode/events/unwound_terms.h"

#include <stdio.h>

void sv_unwound_terms_init(sv_unwound_terms *t, sv_molds *molds) {
  *t = (sv_unwound_terms){.molds = molds, .terms = sv_molds_terms(molds)};
  if (t->terms) t->z = sv_mold_terms_net(t->terms)->z;
}

void sv_unwound_terms_free(sv_unwound_terms *t) {
  sv_vec_free(t->ties);
  sv_vec_free(t->always);
  sv_vec_free(t->booleans);
  sv_map_free(&t->known);
}

void sv_unwound_tie(sv_unwound_terms *t, sv_lit a, sv_smt_term term) {
  sv_push(t->ties, (sv_term_tie){a, term});
}

// ---- what an event has of its own

static const sv_net *net_of(const sv_unwound_terms *t) { return sv_molds_coding(t->molds)->net; }
static const sv_rep *rep_of(const sv_unwound_terms *t) { return &sv_mold_terms_net(t->terms)->rep; }

static const sv_net_var *var_of(const sv_unwound_terms *t, uint32_t cell) {
  const sv_net *net = net_of(t);
  for (uint32_t i = 0; i < net->vars.n; i++)
    if (cell - net->vars.at[i].first_cell < net->vars.at[i].cells) return &net->vars.at[i];
  SV_UNREACHABLE();
}

static sv_smt_sort cell_sort(const sv_unwound_terms *t, uint32_t cell) {
  const sv_rep *rep = rep_of(t);
  return sv_rep_sort(rep, sv_sort_scalar(rep->terms, var_of(t, cell)->sort));
}

sv_smt_term sv_unwound_cell(const sv_unwound_terms *t, uint32_t event, uint32_t cell) {
  char name[48];
  if (event == UINT32_MAX) snprintf(name, sizeof name, "start.cell%u", cell);
  else snprintf(name, sizeof name, "event%u.cell%u", event, cell);
  return sv_smt_const(t->z, name, cell_sort(t, cell));
}

sv_smt_term sv_unwound_choice(const sv_unwound_terms *t, uint32_t event, uint32_t action,
                              uint32_t k) {
  char name[48];
  snprintf(name, sizeof name, "event%u.choice%u", event, k);
  return sv_smt_const(t->z, name, sv_rep_sort(rep_of(t), net_of(t)->actions.at[action].choices[k]));
}

// ---- bits as terms

static sv_smt_term boolean(sv_unwound_terms *t, sv_lit a) {
  char name[24];
  uint32_t node = sv_lit_node(a);
  if (sv_lit_is_const(a)) return sv_smt_truth(t->z, sv_lit_same(a, SV_LIT_TRUE));
  uint32_t known = sv_map_get(&t->known, node);
  if (known == SV_MAP_NONE) {
    snprintf(name, sizeof name, "bit%u", node);
    known = t->booleans.n;
    sv_map_put(&t->known, node, known);
    sv_push(t->booleans, sv_smt_const(t->z, name, sv_smt_bool(t->z)));
    sv_unwound_tie(t, sv_lit_not_if(a, sv_lit_negated(a)), t->booleans.at[known]);
  }
  sv_smt_term b = t->booleans.at[known];
  return sv_lit_negated(a) ? sv_smt_not(t->z, b) : b;
}

static sv_smt_term power(const sv_unwound_terms *t, uint32_t k, bool negative, sv_smt_sort sort) {
  mpz_t n;
  mpz_init(n);
  mpz_setbit(n, k);
  if (negative) mpz_neg(n, n);
  sv_value v = sv_number_mpz(rep_of(t)->numbers, n);
  mpz_clear(n);
  return sv_smt_number(t->z, rep_of(t)->numbers, v, sort);
}

// Bits in two's complement, the last one is the sign: as a value of the sort.
static sv_smt_term value_of(sv_unwound_terms *t, sv_sort scalar, const sv_lit *bits, uint32_t n) {
  const sv_sort_info *info = sv_sort_get(rep_of(t)->terms, scalar);
  sv_smt_sort sort = sv_rep_sort(rep_of(t), scalar);
  if (info->kind == SV_SORT_BOOL) return boolean(t, bits[0]);
  bool number = info->kind == SV_SORT_INT;
  sv_smt_term zero = sv_smt_small(t->z, 0, sort), all = zero;
  uint32_t width = number ? n : sv_smt_width(t->z, zero);
  for (uint32_t k = 0; k < width; k++) {
    sv_lit bit = bits[k < n ? k : n - 1];
    if (sv_lit_same(bit, SV_LIT_FALSE)) continue;
    sv_smt_term set = power(t, k, number && k + 1 == n, sort);
    sv_smt_term part = sv_smt_ite(t->z, boolean(t, bit), set, zero);
    all = sv_smt_app2(t->z, number ? SV_SMT_ADD : SV_SMT_BVOR, all, part);
  }
  return all;
}

static sv_smt_term coded_cell(sv_unwound_terms *t, const sv_term_sight *s, uint32_t cell) {
  sv_code_item item = sv_molds_coding(t->molds)->cells[cell];
  sv_lits bits = {0};
  for (uint32_t k = 0; k < item.n; k++) {
    bool fixed = sv_code_is_const(item.at[k]);
    uint32_t bit = fixed ? 0 : sv_code_state_bit(item.at[k]);
    sv_lit a = sv_lit_const(item.at[k].x);
    if (!fixed && s->initial) a = s->initial[bit];
    else if (!fixed) a = s->now[sv_lit_node(sv_molds_input(t->molds, bit))];
    sv_push(bits, a);
  }
  sv_smt_term v =
      value_of(t, sv_sort_scalar(rep_of(t)->terms, var_of(t, cell)->sort), bits.at, bits.n);
  sv_vec_free(bits);
  return v;
}

// Its bits, as many as a value of the sort has, the sign included.
static sv_smt_term coded_choice(sv_unwound_terms *t, const sv_term_sight *s, uint32_t k,
                                const sv_lit *literals) {
  const sv_net *net = net_of(t);
  sv_sort sort = net->actions.at[s->action].choices[k];
  const sv_numbers *numbers = rep_of(t)->numbers;
  uint32_t n = sv_blast_choice_bits(net, s->action, k);
  uint8_t *set = SV_NEW_ARRAY(uint8_t, n + 1);
  sv_smt_sort ints = sv_smt_int(t->z);
  sv_value base = sv_blast_choice_value(net, s->action, k, set);
  const sv_sort_info *info = sv_sort_get(rep_of(t)->terms, sort);
  sv_smt_term all;
  if (info->kind == SV_SORT_INT) {
    all = sv_smt_number(t->z, numbers, base, ints);
    for (uint32_t i = 0; i < n; i++) {
      set[i] = 1;
      sv_value v = sv_blast_choice_value(net, s->action, k, set);
      sv_smt_term weight = sv_smt_app2(t->z, SV_SMT_SUB, sv_smt_number(t->z, numbers, v, ints),
                                       sv_smt_number(t->z, numbers, base, ints));
      set[i] = 0;
      all = sv_smt_app2(
          t->z, SV_SMT_ADD, all,
          sv_smt_ite(t->z, boolean(t, literals[i]), weight, sv_smt_small(t->z, 0, ints)));
    }
  } else {
    sv_lits bits = {0};
    for (uint32_t i = 0; i < n; i++) sv_push(bits, literals[i]);
    sv_push(bits, SV_LIT_FALSE);
    all = value_of(t, sort, bits.at, bits.n);
    sv_vec_free(bits);
  }
  sv_free(set);
  return all;
}

// ---- copies

typedef struct {
  sv_smt_terms from, to;
} replacement;

static void replace_cells(sv_unwound_terms *t, const sv_term_sight *s, sv_smt_term term,
                          replacement *r) {
  sv_u32s cells = {0};
  sv_mold_terms_cells(t->terms, term, &cells);
  for (uint32_t i = 0; i < cells.n; i++) {
    uint32_t c = cells.at[i];
    sv_push(r->from, sv_mold_terms_net(t->terms)->now.cells[c]);
    sv_push(r->to, sv_molds_is_termed(t->molds, c) ? sv_unwound_cell(t, s->event, c)
                                                   : coded_cell(t, s, c));
  }
  sv_vec_free(cells);
}

static void replace_choices(sv_unwound_terms *t, const sv_term_sight *s, replacement *r) {
  const sv_net *net = net_of(t);
  const sv_lit *literals = s->choices;
  for (uint32_t k = 0; s->action != UINT32_MAX && k < net->actions.at[s->action].choice_count;
       k++) {
    bool finite = sv_sort_finite(net->model->terms, net->actions.at[s->action].choices[k]);
    sv_push(r->from, sv_mold_terms_net(t->terms)->choices[s->action][k]);
    sv_push(r->to, finite ? coded_choice(t, s, k, literals)
                          : sv_unwound_choice(t, s->event, s->action, k));
    literals += sv_blast_choice_bits(net, s->action, k);
  }
}

sv_smt_term sv_unwound_copy(sv_unwound_terms *t, const sv_term_sight *s, sv_smt_term term) {
  replacement r = {{0}, {0}};
  replace_cells(t, s, term, &r);
  replace_choices(t, s, &r);
  sv_smt_term copy = sv_smt_substitute(t->z, term, r.from.at, r.to.at, r.from.n);
  sv_vec_free(r.from);
  sv_vec_free(r.to);
  return copy;
}

// ---- the beginning

void sv_unwound_begin_cell(sv_unwound_terms *t, uint32_t cell) {
  const sv_net_var *v = var_of(t, cell);
  sv_smt_term here = sv_unwound_cell(t, UINT32_MAX, cell);
  sv_sort scalar = sv_sort_scalar(rep_of(t)->terms, v->sort);
  if (sv_is_none(v->init)) {
    sv_push(t->always, sv_rep_within(rep_of(t), scalar, here));
    return;
  }
  sv_smt_term value = sv_mold_terms_initial(t->terms, v, cell - v->first_cell);
  sv_push(t->always, sv_smt_eq(t->z, here, value));
}
