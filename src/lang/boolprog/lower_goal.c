// lower_goal.c -- what the command line asks about states becomes properties.

#include "lang/boolprog/lower.h"
#include "lang/unique.h"

static bool is_temporal(const bp_expr *e) {
  if (e->op == BP_TEMPORAL) return true;
  for (uint32_t i = 0; i < e->n; i++)
    if (is_temporal(e->arg[i])) return true;
  return false;
}

static sv_term state_term(bp_lowering *l, const bp_expr *e) {
  bp_here nowhere = {.l = l};
  return bp_lower_expr(&nowhere, NULL, e, false);
}

static sv_formula formula_of(bp_lowering *l, sv_ltl *ltl, const bp_expr *e) {
  if (!is_temporal(e)) return sv_ltl_leaf(ltl, state_term(l, e));
  sv_formula all = formula_of(l, ltl, e->arg[0]);
  if (e->op == BP_NOT || e->op == BP_IMPLIES) all = sv_ltl_not(ltl, all);
  if (e->op == BP_TEMPORAL)
    return sv_temporal_apply(ltl, e->temporal, all, e->n > 1 ? formula_of(l, ltl, e->arg[1]) : all);
  for (uint32_t i = 1; i < e->n; i++) {
    sv_formula next = formula_of(l, ltl, e->arg[i]);
    all = e->op == BP_AND ? sv_ltl_and(ltl, all, next) : sv_ltl_or(ltl, all, next);
  }
  return all;
}

static void lower_formula(bp_lowering *l, const bp_goal *g) {
  sv_ltl *ltl = sv_ltl_new(l->model->terms);
  sv_formula f = formula_of(l, ltl, g->e);
  sv_temporal_property(l->model, sv_new_property_name(l->model, g->name), ltl, f, g->text, g->span);
  sv_ltl_free(ltl);
}

void bp_lower_goals(bp_lowering *l) {
  const bp_program *p = l->program;
  for (uint32_t i = 0; i < p->goals; i++) {
    const bp_goal *g = &p->goal[i];
    if (g->timed) {
      lower_formula(l, g);
      continue;
    }
    sv_term t = state_term(l, g->e);
    sv_model_property(l->model, sv_new_property_name(l->model, g->name), SV_PROP_INVARIANT,
                      g->never ? sv_not(t) : t, g->text, g->span);
  }
}
