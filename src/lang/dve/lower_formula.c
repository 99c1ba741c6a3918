// lower_formula.c -- the formula of the command line, and property processes.
//
// Temporal operators may stand below each other and below not, and, or, imply;
// everything else is one condition of a state. Where a condition has no value
// the formula must not be true for that: it counts as false, below an odd
// number of negations as true.
//
// A property process is a Büchi automaton: it reads the state that a step of
// the system leaves, and of a run that ends the last state for ever; a run is
// accepted if it is in a state of `accept` infinitely often.

#include "lang/dve/lower.h"

static bool is_connective(dve_op op) {
  return op == DVE_NOT || op == DVE_AND || op == DVE_OR || op == DVE_IMPLY;
}

static bool is_temporal(const dve_expr *e) {
  if (e->op == DVE_TEMPORAL) return true;
  for (uint32_t i = 0; is_connective(e->op) && i < e->n; i++)
    if (is_temporal(e->arg[i])) return true;
  return false;
}

sv_term dve_condition(dve_lowering *l, const dve_expr *e, bool otherwise) {
  dve_step s = dve_step_of(l);
  sv_term t = dve_truth(&s, e);
  t = otherwise ? sv_or(l->terms, t, sv_not(s.ok)) : sv_and(l->terms, t, s.ok);
  dve_step_free(&s);
  return t;
}

static sv_formula formula_of(dve_lowering *l, sv_ltl *ltl, const dve_expr *e, bool positive) {
  if (!is_temporal(e)) return sv_ltl_leaf(ltl, dve_condition(l, e, !positive));
  bool flips = e->op == DVE_NOT || e->op == DVE_IMPLY;
  sv_formula a = formula_of(l, ltl, e->arg[0], positive != flips), b = a;
  if (e->n > 1) b = formula_of(l, ltl, e->arg[1], positive);
  if (flips) a = sv_ltl_not(ltl, a);
  if (e->op == DVE_TEMPORAL) return sv_temporal_apply(ltl, e->temporal, a, b);
  if (e->op == DVE_NOT) return a;
  return e->op == DVE_AND ? sv_ltl_and(ltl, a, b) : sv_ltl_or(ltl, a, b);
}

void dve_lower_formula(dve_lowering *l, sv_name name, const dve_formula *given) {
  sv_ltl *ltl = sv_ltl_new(l->terms);
  sv_formula f = formula_of(l, ltl, given->e, true);
  if (sv_diags_go_on(l->diags))
    sv_temporal_property(l->model, name, ltl, f, given->text, given->e->span);
  sv_ltl_free(ltl);
}

// ---- property processes

// What is more than an automaton; NULL: nothing.
static const char *beyond_automata(const dve_proc *p) {
  for (uint32_t i = 0; i < p->vars; i++)
    if (!p->var[i]->is_const) return "a property process with variables is not supported";
  for (uint32_t i = 0; i < p->transs; i++) {
    if (p->trans[i].direction) return "a property process that communicates is not supported";
    if (p->trans[i].effects) return "a property process with effects is not supported";
  }
  return NULL;
}

// The automaton starts in its state 0: the initial state changes places with that.
static uint32_t place_of(const dve_proc *p, uint32_t state) {
  if (state == p->init_state) return 0;
  return state ? state : p->init_state;
}

// A guard without a value would be an error of the system: here it may let the run be accepted.
static sv_automaton_edge edge_of(dve_lowering *l, const dve_proc *p, const dve_trans *t) {
  sv_term guard = SV_TRUE;
  for (uint32_t i = 0; i < t->guards; i++)
    guard = sv_and(l->terms, guard, dve_condition(l, t->guard[i], true));
  return (sv_automaton_edge){place_of(p, t->from_state), place_of(p, t->to_state), guard,
                             p->state[t->from_state].accept};
}

static const sv_automaton *automaton_of(dve_lowering *l, const dve_proc *p) {
  sv_automaton_edge *edges = SV_ARENA_ARRAY(l->arena, sv_automaton_edge, p->transs + 1);
  for (uint32_t i = 0; i < p->transs; i++) edges[i] = edge_of(l, p, &p->trans[i]);
  sv_automaton a = {p->states, 1, edges, p->transs};
  return sv_automaton_reduce(l->arena, l->terms, &a);
}

void dve_lower_property_process(dve_lowering *l, sv_name name, const char *text) {
  const dve_proc *p = l->system->property_proc;
  const char *why = beyond_automata(p);
  uint32_t n =
      why ? sv_model_property(l->model, name, SV_PROP_INVARIANT, SV_TRUE, text, p->word.span)
          : sv_model_recurrence(l->model, name, automaton_of(l, p), text, p->word.span);
  if (why) l->model->properties.at[n].undecided = sv_model_strdup(l->model, why);
  else l->model->properties.at[n].repeats = true;
}
