// image.c -- what a case makes of a polyhedron, and polyhedra as terms.

#include "encode/abstract/linear.h"
#include "engine/polyhedra/polyhedra.h"

static sv_polyhedron *unless_empty(sv_polyhedron *p) {
  if (!sv_polyhedron_is_empty(p)) return p;
  sv_polyhedron_free(p);
  return NULL;
}

sv_polyhedron *sv_poly_meet(const sv_polyhedron *from, const sv_poly_case *c) {
  sv_polyhedron *out = sv_polyhedron_copy(from);
  if (c->more) sv_polyhedron_extend(out, c->more);
  for (uint32_t i = 0; i < c->spaces.n; i++) sv_polyhedron_cut(out, c->spaces.at[i]);
  return unless_empty(out);
}

static void assign(sv_polyhedron *p, const sv_poly_assignment *a) {
  sv_affine sum = {a->sum.parts.at, a->sum.parts.n, a->sum.constant};
  if (a->any) sv_polyhedron_forget(p, a->dimension);
  else sv_polyhedron_assign(p, a->dimension, sum, a->sum.divisor);
}

sv_polyhedron *sv_poly_image(const sv_poly_system *s, const sv_polyhedron *from,
                             const sv_poly_case *c) {
  sv_polyhedron *out = sv_poly_meet(from, c);
  if (!out) return NULL;
  for (uint32_t i = 0; i < c->assignments.n; i++) assign(out, &c->assignments.at[i]);
  if (c->more) sv_polyhedron_project(out, s->dimensions.n);
  return out;
}

uint32_t sv_poly_target(sv_poly_system *s, uint32_t state, const sv_poly_case *c) {
  sv_term_list values = {0};
  const sv_term *old = sv_poly_values(s, state);
  for (uint32_t i = 0; i < s->places.n; i++) sv_push(values, old[i]);
  for (uint32_t i = 0; i < c->changes.n; i++)
    values.at[c->changes.at[i].place] = c->changes.at[i].value;
  uint32_t out = sv_poly_state(s, values.at);
  sv_vec_free(values);
  return out;
}

// ---- terms

typedef struct {
  const sv_poly_system *s;
  sv_term all;
} conjunction;

static sv_value number(const sv_terms *T, mpz_srcptr z) {
  return sv_number_mpz(sv_terms_numbers(T), z);
}

static bool all_integers(const sv_poly_system *s, const mpz_t *factors, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    sv_sort sort = s->net->vars.at[s->dimensions.at[i]].sort;
    if (mpz_sgn(factors[i]) && sv_sort_get(s->terms, sort)->kind != SV_SORT_INT) return false;
  }
  return true;
}

static sv_term variable(const sv_poly_system *s, uint32_t dimension, bool is_int) {
  sv_term t = sv_net_var_term(s->net, s->dimensions.at[dimension]);
  bool fits = is_int || sv_sort_get(s->terms, sv_sort_of(s->terms, t))->kind == SV_SORT_REAL;
  return fits ? t : sv_cast(s->terms, sv_sort_real(s->terms), t);
}

static void add_space(void *context, const mpz_t *factors, uint32_t n, mpz_srcptr constant,
                      sv_space_relation r) {
  static const sv_op ops[] = {
      [SV_SPACE_GE] = SV_OP_LE, [SV_SPACE_GT] = SV_OP_LT, [SV_SPACE_EQ] = SV_OP_EQ};
  conjunction *c = context;
  sv_terms *T = c->s->terms;
  sv_sum sum = {.constant = number(T, constant), .is_int = all_integers(c->s, factors, n)};
  for (uint32_t i = 0; i < n; i++)
    if (mpz_sgn(factors[i]))
      sv_push(sum.parts, (sv_summand){variable(c->s, i, sum.is_int), number(T, factors[i])});
  sv_term zero = sv_const(T, sum.is_int ? sv_sort_int(T) : sv_sort_real(T), sv_small(0));
  sv_term atom = sv_app2(T, ops[r], zero, sv_sum_term(T, &sum, true));
  c->all = sv_and(T, c->all, sv_canonical_atom(T, atom));
  sv_sum_free(&sum);
}

sv_term sv_poly_term(const sv_poly_system *s, const sv_polyhedron *p) {
  conjunction c = {s, SV_TRUE};
  sv_polyhedron_spaces(p, add_space, &c);
  return c.all;
}
