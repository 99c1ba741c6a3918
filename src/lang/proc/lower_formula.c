// lower_formula.c -- properties with temporal operators.
//
// Temporal operators may stand below each other, `!`, `&&`, `||`, `->`, forall
// and exists; what is below anything else is one condition of a state. Where a
// condition cannot be evaluated, the formula must not be true for that: the
// condition counts as false, and below an odd number of negations as true.

#include "lang/proc/lower.h"

typedef struct {
  proc_lowering *l;
  sv_ltl *ltl;
} formulas;

static bool is_connective(proc_op op) {
  return op == PROC_E_NOT || op == PROC_E_AND || op == PROC_E_OR || op == PROC_E_IMPLIES;
}

bool proc_is_temporal(const proc_expr *e) {
  if (e->op == PROC_E_TEMPORAL) return true;
  bool quantifier = e->op == PROC_E_FORALL || e->op == PROC_E_EXISTS;
  if (quantifier) return proc_is_temporal(e->arg[2]);
  for (uint32_t i = 0; is_connective(e->op) && i < e->n; i++)
    if (proc_is_temporal(e->arg[i])) return true;
  return false;
}

sv_term proc_observed(proc_lowering *l, const proc_expr *e, bool otherwise) {
  proc_step step;
  proc_begin_step(l, &step, e->span);
  sv_term t = proc_term(l, e), good = proc_good(l, &step);
  proc_free_step(&step);
  return otherwise ? sv_or(l->terms, t, sv_not(good)) : sv_and(l->terms, t, good);
}

static sv_formula formula_of(formulas *f, const proc_expr *e, bool positive);

static sv_formula quantified(formulas *f, const proc_expr *e, bool positive) {
  proc_lowering *l = f->l;
  bool all = e->op == PROC_E_FORALL;
  sv_formula result = sv_ltl_leaf(f->ltl, sv_bool_const(all));
  int64_t low, high;
  proc_step step;
  proc_begin_step(l, &step, e->span);
  if (!proc_quantifier_range(l, e, &low, &high)) return result;
  sv_term outer = e->decl->term;
  for (int64_t i = low; i <= high && proc_spend(l, e->span); i++) {
    e->decl->term = sv_int_const(l->terms, i);
    sv_formula g = formula_of(f, e->arg[2], positive);
    result = all ? sv_ltl_and(f->ltl, result, g) : sv_ltl_or(f->ltl, result, g);
  }
  e->decl->term = outer;
  return result;
}

static sv_formula formula_of(formulas *f, const proc_expr *e, bool positive) {
  sv_ltl *ltl = f->ltl;
  if (!proc_is_temporal(e)) return sv_ltl_leaf(ltl, proc_observed(f->l, e, !positive));
  if (e->op == PROC_E_FORALL || e->op == PROC_E_EXISTS) return quantified(f, e, positive);
  bool flips = e->op == PROC_E_NOT || e->op == PROC_E_IMPLIES;
  sv_formula a = formula_of(f, e->arg[0], positive != flips), b = a;
  if (e->n > 1) b = formula_of(f, e->arg[1], positive);
  if (flips) a = sv_ltl_not(ltl, a);
  if (e->op == PROC_E_TEMPORAL) return sv_temporal_apply(ltl, e->temporal, a, b);
  if (e->op == PROC_E_NOT) return a;
  return e->op == PROC_E_AND ? sv_ltl_and(ltl, a, b) : sv_ltl_or(ltl, a, b);
}

uint32_t proc_lower_formula(proc_lowering *l, const proc_decl *d) {
  formulas f = {l, sv_ltl_new(l->terms)};
  sv_formula formula = formula_of(&f, d->value[0], true);
  uint32_t p = 0;
  if (sv_diags_go_on(l->diags))
    p = sv_temporal_property(l->model, d->name, f.ltl, formula, proc_text_of(l, d->value[0]->span),
                             d->span);
  sv_ltl_free(f.ltl);
  return p;
}
