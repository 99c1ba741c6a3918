// frames.c -- clauses by level, and the solvers that know them.

#include "engine/ic3/inside.h"

static void add_to(sv_ic3 *x, sv_ic3_query_solver *solver, const sv_cube *c, uint32_t level) {
  if (!x->options.solver_per_frame) sv_push(x->clause, -solver->acts.at[level]);
  for (uint32_t i = 0; i < c->n; i++) {
    int32_t bit = x->formula.state.at[sv_cube_bit(c->at[i])];
    sv_push(x->clause, c->at[i] < 0 ? bit : -bit);
  }
  sv_ic3_solver_add(&solver->solver, x->clause.at, x->clause.n);
  sv_clear(x->clause);
}

static void log_frames(sv_ic3 *x, const sv_cube *c, uint32_t level) {
  uint32_t last = x->options.solver_per_frame ? level : 0;
  for (uint32_t i = last ? 1 : 0; i <= last; i++) add_to(x, &x->solvers.at[i], c, level);
}

static bool is_stronger(const sv_ic3_lemma *a, const sv_cube *cube, uint64_t mask) {
  return !(a->mask & ~mask) && sv_cube_within(&a->cube, cube);
}

bool sv_ic3_excluded(const sv_ic3 *x, const sv_cube *c, uint32_t level) {
  uint64_t mask = sv_cube_mask(c);
  for (uint32_t i = level; i <= x->top; i++)
    for (uint32_t k = 0; k < x->frames.at[i].n; k++)
      if (is_stronger(&x->frames.at[i].at[k], c, mask)) return true;
  return false;
}

// Clauses that say less than the new one, on its level and below.
static void drop_weaker(sv_ic3 *x, const sv_cube *c, uint64_t mask, uint32_t level) {
  for (uint32_t i = 1; i <= level; i++) {
    sv_ic3_lemmas *l = &x->frames.at[i];
    uint32_t kept = 0;
    for (uint32_t k = 0; k < l->n; k++) {
      bool weaker = !(mask & ~l->at[k].mask) && sv_cube_within(c, &l->at[k].cube);
      x->numbers.subsumed += weaker;
      if (weaker) sv_vec_free(l->at[k].cube);
      else l->at[kept++] = l->at[k];
    }
    l->n = kept;
  }
}

static void raise_activity(sv_ic3 *x, const sv_cube *c) {
  for (uint32_t i = 0; i < c->n; i++) x->activity.at[sv_cube_bit(c->at[i])] += x->bump;
  x->bump *= 1.02;
  if (x->bump < 1e100) return;
  for (uint32_t i = 0; i < x->activity.n; i++) x->activity.at[i] *= 1e-100;
  x->bump *= 1e-100;
}

void sv_ic3_add(sv_ic3 *x, const sv_cube *c, uint32_t level) {
  sv_ic3_lemma lemma = {.mask = sv_cube_mask(c)};
  if (sv_ic3_excluded(x, c, level)) return;
  drop_weaker(x, c, lemma.mask, level);
  sv_cube_copy(&lemma.cube, c);
  sv_push(x->frames.at[level], lemma);
  log_frames(x, c, level);
  raise_activity(x, c);
  if (level < x->changed) x->changed = level;
  x->numbers.clauses++;
}

// ---- rooms

static void add_acts(sv_ic3 *x, sv_ic3_query_solver *solver) {
  if (x->options.solver_per_frame) return;
  while (solver->acts.n <= x->top) sv_push(solver->acts, sv_ic3_solver_var(&solver->solver));
}

static bool counts_in(const sv_ic3 *x, const sv_ic3_query_solver *solver, uint32_t level) {
  return !x->options.solver_per_frame || (solver->level && level >= solver->level);
}

void sv_ic3_reload(sv_ic3 *x, sv_ic3_query_solver *solver) {
  bool made = solver->solver.big || solver->solver.small;
  if (made) x->numbers.rebuilds++;
  sv_ic3_solver_free(&solver->solver);
  solver->solver = sv_ic3_solver_new(x->options.big_solver);
  solver->passing = 0;
  sv_clear(solver->acts);
  sv_ic3_formula_load(&x->formula, &solver->solver);
  if (solver == &x->lifting) return;
  add_acts(x, solver);
  for (uint32_t level = 1; level < x->frames.n; level++)
    for (uint32_t k = 0; counts_in(x, solver, level) && k < x->frames.at[level].n; k++)
      add_to(x, solver, &x->frames.at[level].at[k].cube, level);
}

void sv_ic3_open_level(sv_ic3 *x) {
  sv_fill(x->frames, x->top + 1);
  if (!x->options.solver_per_frame && x->solvers.n) {
    add_acts(x, &x->solvers.at[0]);
    return;
  }
  sv_push(x->solvers, (sv_ic3_query_solver){.level = x->top});
  sv_ic3_reload(x, &sv_last(x->solvers));
}
