// smt_clauses.c -- see smt_clauses.h.

#include "solver/smt_clauses.h"

struct sv_smt_clauses {
  sv_smt *smt;
  sv_smt_terms constants;  // by variable - 1
  sv_smt_terms numbers;
  bool borrowed;
};

sv_smt_clauses *sv_smt_clauses_new(void) {
  sv_smt_clauses *c = SV_NEW(sv_smt_clauses);
  c->smt = sv_smt_new_sat();
  return c;
}

sv_smt_clauses *sv_smt_clauses_new_order(void) {
  sv_smt_clauses *c = SV_NEW(sv_smt_clauses);
  c->smt = sv_smt_new_difference();
  return c;
}

sv_smt_clauses *sv_smt_clauses_new_in(sv_smt *z) {
  sv_smt_clauses *c = SV_NEW(sv_smt_clauses);
  c->smt = z;
  c->borrowed = true;
  sv_smt_push(z);
  return c;
}

void sv_smt_clauses_push(sv_smt_clauses *c) { sv_smt_push(c->smt); }
void sv_smt_clauses_pop(sv_smt_clauses *c) { sv_smt_pop(c->smt); }

void sv_smt_clauses_free(sv_smt_clauses *c) {
  if (!c) return;
  if (c->borrowed) sv_smt_pop(c->smt);
  else sv_smt_free(c->smt);
  sv_vec_free(c->constants);
  sv_vec_free(c->numbers);
  sv_free(c);
}

static void need(sv_smt_clauses *c, sv_smt_terms *list, uint32_t n, const char *letter,
                 sv_smt_sort sort) {
  while (list->n < n) {
    sv_text name = {0};
    sv_text_printf(&name, "%s%u", letter, list->n + 1);
    sv_push(*list, sv_smt_const(c->smt, sv_text_get(&name), sort));
    sv_text_free(&name);
  }
}

static sv_smt_term term_of(sv_smt_clauses *c, int32_t literal) {
  uint32_t var = (uint32_t)(literal < 0 ? -literal : literal);
  need(c, &c->constants, var, "v", sv_smt_bool(c->smt));
  sv_smt_term constant = c->constants.at[var - 1];
  return literal < 0 ? sv_smt_not(c->smt, constant) : constant;
}

static sv_smt_terms terms_of(sv_smt_clauses *c, const int32_t *literals, uint32_t n) {
  sv_smt_terms terms = {0};
  for (uint32_t i = 0; i < n; i++) {
    sv_smt_term term = term_of(c, literals[i]);
    sv_push(terms, term);
  }
  return terms;
}

void sv_smt_clauses_tie(sv_smt_clauses *c, int32_t literal, sv_smt_term term) {
  sv_smt_assert(c->smt, sv_smt_eq(c->smt, term_of(c, literal), term));
}

void sv_smt_clauses_imply(sv_smt_clauses *c, int32_t literal, sv_smt_term term) {
  sv_smt_assert(c->smt, sv_smt_implies(c->smt, term_of(c, literal), term));
}

void sv_smt_clauses_add(sv_smt_clauses *c, const int32_t *literals, uint32_t n) {
  sv_smt_terms any = terms_of(c, literals, n);
  sv_smt_assert(c->smt, sv_smt_or_all(c->smt, any.at, any.n));
  sv_vec_free(any);
}

static void sink_add(void *c, const int32_t *literals, uint32_t n) {
  sv_smt_clauses_add(c, literals, n);
}

sv_cnf_sink sv_smt_clauses_sink(sv_smt_clauses *c) {
  return (sv_cnf_sink){.add = sink_add, .solver = c};
}

sv_sat_answer sv_smt_clauses_solve(sv_smt_clauses *c, const int32_t *assumptions, uint32_t n,
                                   const sv_sat_limits *limits) {
  sv_smt_terms all = terms_of(c, assumptions, n);
  sv_sat_answer answer = sv_smt_check(c->smt, all.at, all.n, limits);
  sv_vec_free(all);
  return answer;
}

bool sv_smt_clauses_script(sv_smt_clauses *c, const int32_t *assumptions, uint32_t n, sv_text *out,
                           sv_text *why) {
  sv_smt_terms all = terms_of(c, assumptions, n);
  bool good = sv_smt_script(c->smt, all.at, all.n, out, why);
  sv_vec_free(all);
  return good;
}

int32_t sv_smt_clauses_var(sv_smt_clauses *c) {
  need(c, &c->constants, c->constants.n + 1, "v", sv_smt_bool(c->smt));
  return (int32_t)c->constants.n;
}

void sv_smt_clauses_before(sv_smt_clauses *c, int32_t literal, uint32_t from, uint32_t to) {
  need(c, &c->numbers, (from > to ? from : to) + 1, "n", sv_smt_int(c->smt));
  sv_smt_term less = sv_smt_app2(c->smt, SV_SMT_LT, c->numbers.at[from], c->numbers.at[to]);
  if (literal) less = sv_smt_implies(c->smt, term_of(c, literal), less);
  sv_smt_assert(c->smt, less);
}

// Literals that were named are terms already.
bool sv_smt_clauses_value(const sv_smt_clauses *c, int32_t literal) {
  uint32_t var = (uint32_t)(literal < 0 ? -literal : literal);
  return sv_smt_holds(c->smt, c->constants.at[var - 1]) == (literal > 0);
}

bool sv_smt_clauses_failed(const sv_smt_clauses *c, int32_t literal) {
  uint32_t var = (uint32_t)(literal < 0 ? -literal : literal);
  sv_smt_term constant = c->constants.at[var - 1];
  return sv_smt_failed(c->smt, literal < 0 ? sv_smt_not(c->smt, constant) : constant);
}

uint32_t sv_smt_clauses_vars(const sv_smt_clauses *c) { return c->constants.n; }

const char *sv_smt_clauses_reason(const sv_smt_clauses *c) { return sv_smt_reason(c->smt); }
