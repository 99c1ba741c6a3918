// formula.c -- the circuit as clauses.

#include "encode/graph/tseitin.h"
#include "engine/ic3/inside.h"

static void take_clause(void *context, const int32_t *literals, uint32_t n) {
  sv_ic3_formula *f = context;
  for (uint32_t i = 0; i < n; i++) sv_push(f->clauses, literals[i]);
  sv_push(f->clauses, 0);
}

static void convert(sv_cnf *cnf, const sv_lit *from, uint32_t n, sv_i32s *to) {
  for (uint32_t i = 0; i < n; i++) sv_push(*to, sv_cnf_literal(cnf, from[i]));
}

void sv_ic3_formula_make(sv_ic3_formula *f, const sv_circuit *c, const sv_lit *conditions,
                         uint32_t n) {
  *f = (sv_ic3_formula){0};
  sv_cnf *cnf = sv_cnf_new(c->aig, (sv_cnf_sink){.add = take_clause, .solver = f});
  convert(cnf, c->state.at, c->state.n, &f->state);
  convert(cnf, c->inputs.at, c->inputs.n, &f->inputs);
  convert(cnf, c->next.at, c->next.n, &f->next);
  convert(cnf, conditions, n, &f->conditions);
  f->initial = sv_cnf_literal(cnf, c->initial);
  f->legal = sv_cnf_literal(cnf, c->legal);
  f->step = sv_cnf_literal(cnf, c->step);
  f->vars = sv_cnf_count(cnf);
  take_clause(f, &f->legal, 1);
  sv_cnf_free(cnf);
  assert(f->state.n == f->next.n && f->conditions.n == n);
  assert(!sv_last(f->clauses));
}

void sv_ic3_formula_free(sv_ic3_formula *f) {
  sv_vec_free(f->clauses);
  sv_vec_free(f->state);
  sv_vec_free(f->inputs);
  sv_vec_free(f->next);
  sv_vec_free(f->conditions);
}

void sv_ic3_formula_load(const sv_ic3_formula *f, sv_sat *to) {
  for (int32_t v = 0; v < f->vars; v++) sv_sat_var(to);
  for (uint32_t i = 0, begin = 0; i < f->clauses.n; i++) {
    if (f->clauses.at[i]) continue;
    sv_sat_add(to, f->clauses.at + begin, i - begin);
    begin = i + 1;
  }
}
