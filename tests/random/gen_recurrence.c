// gen_recurrence.c -- random questions about infinite runs.
//
// Half of them are formulas, half automata drawn edge by edge: those of formulas are reduced and
// have few dead ends, which hides what engines do with others. Leaves are mostly about single
// processes, so that formulas are neither true nor false of all runs too often.

#include "random/gen.h"

#include "model/ltl.h"

#include <stdio.h>

enum { MOST_RECURRENCES = 3, FORMULA_DEPTH = 3, LARGEST = 12 };

static sv_term draw_leaf(gen *g) {
  gen_scope scope = {0};
  sv_term t;
  if (gen_chance(g, 50)) t = gen_at_place(g, 1 + gen_below(g, g->model->templates.n - 1));
  else t = gen_chance(g, 50) ? gen_comparison(g, &scope) : gen_condition(g, &scope);
  return gen_chance(g, 40) ? sv_not(t) : t;
}

// A leaf that says something, if it can be had.
static sv_term draw_atom(gen *g) {
  sv_term t = draw_leaf(g);
  for (uint32_t i = 0; i < 6 && (sv_same(t, SV_TRUE) || sv_same(t, SV_FALSE)); i++)
    t = draw_leaf(g);
  return t;
}

// ---- formulas

static sv_formula draw_formula(gen *g, sv_ltl *l, uint32_t depth) {
  if (!depth || gen_chance(g, 20)) return sv_ltl_leaf(l, draw_atom(g));
  sv_formula a = draw_formula(g, l, depth - 1);
  uint32_t kind = gen_below(g, 9);
  if (kind < 2) return sv_ltl_eventually(l, a);
  if (kind < 4) return sv_ltl_always(l, a);
  if (kind < 5) return sv_ltl_next(l, a);
  sv_formula b = draw_formula(g, l, depth - 1);
  switch (kind) {
  case 5: return sv_ltl_until(l, a, b);
  case 6: return sv_ltl_release(l, a, b);
  case 7: return sv_ltl_and(l, a, b);
  default: return sv_ltl_or(l, a, b);
  }
}

// What people ask: answers, repetition, an end of it.
static sv_formula draw_pattern(gen *g, sv_ltl *l) {
  sv_formula a = sv_ltl_leaf(l, draw_atom(g)), b = sv_ltl_leaf(l, draw_atom(g));
  sv_formula later = sv_ltl_eventually(l, a);
  switch (gen_below(g, 4)) {
  case 0: return later;
  case 1: return sv_ltl_always(l, later);
  case 2: return sv_ltl_eventually(l, sv_ltl_always(l, a));
  default: return sv_ltl_always(l, sv_ltl_or(l, sv_ltl_not(l, b), later));
  }
}

// The automaton of its negation; NULL if it is large.
static const sv_automaton *of_formula(gen *g, sv_arena *arena) {
  sv_ltl *l = sv_ltl_new(g->terms);
  sv_formula f = gen_chance(g, 50) ? draw_pattern(g, l) : draw_formula(g, l, FORMULA_DEPTH);
  const sv_automaton *a = sv_ltl_automaton(l, sv_ltl_not(l, f), arena);
  sv_ltl_free(l);
  return a && a->states <= LARGEST ? a : NULL;
}

// ---- automata

static uint64_t draw_marks(gen *g, uint32_t conditions) {
  uint64_t marks = 0;
  for (uint32_t i = 0; i < conditions; i++)
    if (gen_chance(g, 40)) marks |= UINT64_C(1) << i;
  return marks;
}

static const sv_automaton *of_edges(gen *g, sv_arena *arena) {
  uint32_t states = 1 + gen_below(g, 3), conditions = gen_below(g, 3);
  uint32_t n = states + gen_below(g, states + 3);
  sv_automaton_edge *edges = SV_ARENA_ARRAY(arena, sv_automaton_edge, n);
  sv_term atom = draw_atom(g);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t from = gen_below(g, states), to = gen_below(g, states);
    if (gen_chance(g, 30)) atom = draw_atom(g);
    sv_term guard = gen_chance(g, 25) ? SV_TRUE : gen_chance(g, 50) ? sv_not(atom) : atom;
    edges[i] = (sv_automaton_edge){from, to, guard, draw_marks(g, conditions)};
  }
  sv_automaton a = {states, conditions, edges, n};
  return sv_automaton_copy(arena, &a);
}

// ---- the whole

static void make_recurrence(gen *g) {
  sv_arena *arena = sv_arena_new();
  const sv_automaton *a = gen_chance(g, 50) ? of_formula(g, arena) : NULL;
  if (!a) a = of_edges(g, arena);
  char name[16];
  snprintf(name, sizeof name, "r%u", g->model->properties.n);
  uint32_t p =
      sv_model_recurrence(g->model, sv_names_cstr(g->model->names, name), a, NULL, SV_NOWHERE);
  sv_property *made = &g->model->properties.at[p];
  made->stable = gen_chance(g, gen_has(g, GEN_CONTROL) ? 60 : 20);
  made->repeats = gen_chance(g, 60);
  made->fair = gen_chance(g, 50);
  sv_arena_free(arena);
}

// ---- fairness

static sv_fairness draw_fairness(gen *g) {
  return gen_chance(g, 50) ? SV_STRONGLY_FAIR : SV_WEAKLY_FAIR;
}

static void make_fair(gen *g, uint32_t number) {
  char name[16];
  snprintf(name, sizeof name, "f%u", number);
  uint32_t s =
      sv_model_fair(g->model, sv_names_cstr(g->model->names, name), draw_fairness(g), SV_NOWHERE);
  for (uint32_t n = 1 + gen_below(g, 2); n && g->model->actions.n > 1; n--)
    g->model->actions.at[1 + gen_below(g, g->model->actions.n - 1)].fair = s;
}

// A third of the models say which runs are fair.
static void gen_fairness(gen *g) {
  if (gen_chance(g, 67)) return;
  for (uint32_t t = 1; t < g->model->templates.n; t++)
    if (gen_chance(g, 40)) g->model->templates.at[t].fairness = draw_fairness(g);
  for (uint32_t n = gen_below(g, 3); n; n--) make_fair(g, n);
}

void gen_recurrences(gen *g) {
  gen_fairness(g);
  for (uint32_t n = 1 + gen_below(g, MOST_RECURRENCES); n; n--) make_recurrence(g);
}
