// polyhedra.c -- see polyhedra.h.
//
// Every call of the library says by a negative number that it failed (memory, or
// a misuse of ours); there is no going on from there, and engines that come here
// run in a process of their own.

#include "solver/polyhedra.h"

#ifdef SELVAGE_PPL

#include <ppl_c.h>

struct sv_polyhedron {
  ppl_Polyhedron_t p;
};
struct sv_half_space {
  ppl_Constraint_t c;
};

static void done(int code) { REQUIRE(code >= 0, "the library of polyhedra did what was asked"); }

static bool truth(int code) {
  done(code);
  return code > 0;
}

// The library sets the rounding of floating-point numbers, which nobody here uses, for itself.
bool sv_polyhedra_there(void) {
  if (ppl_initialize() >= 0) done(ppl_restore_pre_PPL_rounding());
  return true;
}

// ---- sums

static ppl_Coefficient_t coefficient(mpz_srcptr z) {
  ppl_Coefficient_t c;
  mpz_t copy;
  mpz_init_set(copy, z);
  done(ppl_new_Coefficient_from_mpz_t(&c, copy));
  mpz_clear(copy);
  return c;
}

static ppl_Linear_Expression_t expression(sv_affine a) {
  ppl_Linear_Expression_t e;
  done(ppl_new_Linear_Expression(&e));
  for (uint32_t i = 0; i < a.n; i++) {
    ppl_Coefficient_t c = coefficient(a.parts[i].factor);
    done(ppl_Linear_Expression_add_to_coefficient(e, a.parts[i].dimension, c));
    done(ppl_delete_Coefficient(c));
  }
  ppl_Coefficient_t c = coefficient(a.constant);
  done(ppl_Linear_Expression_add_to_inhomogeneous(e, c));
  done(ppl_delete_Coefficient(c));
  return e;
}

sv_half_space *sv_half_space_new(sv_affine a, sv_space_relation r) {
  static const enum ppl_enum_Constraint_Type kinds[] = {
      [SV_SPACE_GE] = PPL_CONSTRAINT_TYPE_GREATER_OR_EQUAL,
      [SV_SPACE_GT] = PPL_CONSTRAINT_TYPE_GREATER_THAN,
      [SV_SPACE_EQ] = PPL_CONSTRAINT_TYPE_EQUAL};
  sv_half_space *h = SV_NEW(sv_half_space);
  ppl_Linear_Expression_t e = expression(a);
  done(ppl_new_Constraint(&h->c, e, kinds[r]));
  done(ppl_delete_Linear_Expression(e));
  return h;
}

void sv_half_space_free(sv_half_space *h) {
  if (!h) return;
  done(ppl_delete_Constraint(h->c));
  sv_free(h);
}

// ---- polyhedra

sv_polyhedron *sv_polyhedron_new(uint32_t dimensions) {
  sv_polyhedron *out = SV_NEW(sv_polyhedron);
  done(ppl_new_NNC_Polyhedron_from_space_dimension(&out->p, dimensions, 0));
  return out;
}

sv_polyhedron *sv_polyhedron_copy(const sv_polyhedron *p) {
  sv_polyhedron *out = SV_NEW(sv_polyhedron);
  done(ppl_new_NNC_Polyhedron_from_NNC_Polyhedron(&out->p, p->p));
  return out;
}

void sv_polyhedron_free(sv_polyhedron *p) {
  if (!p) return;
  done(ppl_delete_Polyhedron(p->p));
  sv_free(p);
}

bool sv_polyhedron_is_empty(const sv_polyhedron *p) { return truth(ppl_Polyhedron_is_empty(p->p)); }

bool sv_polyhedron_contains(const sv_polyhedron *p, const sv_polyhedron *part) {
  return truth(ppl_Polyhedron_contains_Polyhedron(p->p, part->p));
}

void sv_polyhedron_cut(sv_polyhedron *p, const sv_half_space *h) {
  done(ppl_Polyhedron_add_constraint(p->p, h->c));
}

void sv_polyhedron_join(sv_polyhedron *p, const sv_polyhedron *other) {
  done(ppl_Polyhedron_poly_hull_assign(p->p, other->p));
}

void sv_polyhedron_widen(sv_polyhedron *p, const sv_polyhedron *old) {
  done(ppl_Polyhedron_BHRZ03_widening_assign(p->p, old->p));
}

void sv_polyhedron_extend(sv_polyhedron *p, uint32_t more) {
  done(ppl_Polyhedron_add_space_dimensions_and_embed(p->p, more));
}

void sv_polyhedron_project(sv_polyhedron *p, uint32_t to) {
  done(ppl_Polyhedron_remove_higher_space_dimensions(p->p, to));
}

void sv_polyhedron_forget(sv_polyhedron *p, uint32_t dimension) {
  done(ppl_Polyhedron_unconstrain_space_dimension(p->p, dimension));
}

void sv_polyhedron_assign(sv_polyhedron *p, uint32_t dimension, sv_affine a, mpz_srcptr divisor) {
  ppl_Linear_Expression_t e = expression(a);
  ppl_Coefficient_t d = coefficient(divisor);
  done(ppl_Polyhedron_affine_image(p->p, dimension, e, d));
  done(ppl_delete_Coefficient(d));
  done(ppl_delete_Linear_Expression(e));
}

// ---- half-spaces

static sv_space_relation relation_of(ppl_const_Constraint_t c) {
  int type = ppl_Constraint_type(c);
  done(type);
  if (type == PPL_CONSTRAINT_TYPE_EQUAL) return SV_SPACE_EQ;
  if (type == PPL_CONSTRAINT_TYPE_GREATER_THAN) return SV_SPACE_GT;
  REQUIRE(type == PPL_CONSTRAINT_TYPE_GREATER_OR_EQUAL, "the library points one way");
  return SV_SPACE_GE;
}

static void tell(ppl_const_Constraint_t c, sv_half_space_fn *f, void *context) {
  ppl_dimension_type n;
  ppl_Coefficient_t k;
  mpz_t *factors, constant;
  done(ppl_Constraint_space_dimension(c, &n));
  done(ppl_new_Coefficient(&k));
  factors = sv_alloc((n + 1) * sizeof *factors);
  for (uint32_t i = 0; i < n; i++) {
    mpz_init(factors[i]);
    done(ppl_Constraint_coefficient(c, i, k));
    done(ppl_Coefficient_to_mpz_t(k, factors[i]));
  }
  mpz_init(constant);
  done(ppl_Constraint_inhomogeneous_term(c, k));
  done(ppl_Coefficient_to_mpz_t(k, constant));
  f(context, (const mpz_t *)factors, (uint32_t)n, constant, relation_of(c));
  for (uint32_t i = 0; i < n; i++) mpz_clear(factors[i]);
  mpz_clear(constant);
  sv_free(factors);
  done(ppl_delete_Coefficient(k));
}

void sv_polyhedron_spaces(const sv_polyhedron *p, sv_half_space_fn *f, void *context) {
  ppl_const_Constraint_System_t system;
  ppl_Constraint_System_const_iterator_t at, end;
  ppl_const_Constraint_t c;
  done(ppl_Polyhedron_get_minimized_constraints(p->p, &system));
  done(ppl_new_Constraint_System_const_iterator(&at));
  done(ppl_new_Constraint_System_const_iterator(&end));
  done(ppl_Constraint_System_begin(system, at));
  done(ppl_Constraint_System_end(system, end));
  while (!truth(ppl_Constraint_System_const_iterator_equal_test(at, end))) {
    done(ppl_Constraint_System_const_iterator_dereference(at, &c));
    tell(c, f, context);
    done(ppl_Constraint_System_const_iterator_increment(at));
  }
  done(ppl_delete_Constraint_System_const_iterator(at));
  done(ppl_delete_Constraint_System_const_iterator(end));
}

#endif
