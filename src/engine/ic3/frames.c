// frames.c -- clauses by level, and the solver that knows them.
//
// A clause has the negated activation literal of its level, so that assuming the
// literals of levels i, i+1 ... asks about frame i.

#include "engine/ic3/inside.h"

// Level 0: of all frames.
static void add_clause(sv_ic3 *x, const sv_cube *c, uint32_t level) {
  assert(level < x->framing.acts.n);
  sv_clear(x->clause);
  if (level) sv_push(x->clause, -x->framing.acts.at[level]);
  for (uint32_t i = 0; i < c->n; i++) {
    int32_t bit = x->formula.state.at[sv_cube_bit(c->at[i])];
    sv_push(x->clause, c->at[i] < 0 ? bit : -bit);
  }
  sv_sat_add(x->framing.sat, x->clause.at, x->clause.n);
  sv_clear(x->clause);
}

static bool is_stronger(const sv_ic3_lemma *a, const sv_cube *cube, uint64_t mask) {
  return !(a->mask & ~mask) && sv_cube_within(&a->cube, cube);
}

bool sv_ic3_excluded(const sv_ic3 *x, const sv_cube *c, uint32_t level) {
  uint64_t mask = sv_cube_mask(c);
  for (uint32_t k = 0; k < x->known.n; k++)
    if (is_stronger(&x->known.at[k], c, mask)) return true;
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

// Where the initial states are known bit by bit: a literal contradicts all of them.
SV_ASSERT_ONLY static bool contains_no_start(const sv_ic3 *x, const sv_cube *c) {
  for (uint32_t i = 0; i < c->n; i++) {
    int8_t start = x->starts.at[sv_cube_bit(c->at[i])];
    if (start && (start > 0) != (c->at[i] > 0)) return true;
  }
  return !x->starts_exactly;
}

void sv_ic3_add(sv_ic3 *x, const sv_cube *c, uint32_t level) {
  sv_ic3_lemma lemma = {.mask = sv_cube_mask(c)};
  assert(level >= 1 && level <= x->top);
  assert(c->n && sv_cube_is_sorted(c));
  assert(contains_no_start(x, c));
  if (sv_ic3_excluded(x, c, level)) return;
  drop_weaker(x, c, lemma.mask, level);
  sv_cube_copy(&lemma.cube, c);
  sv_push(x->frames.at[level], lemma);
  add_clause(x, c, level);
  raise_activity(x, c);
  assert(sv_ic3_excluded(x, c, level));
  if (level < x->changed) x->changed = level;
  x->numbers.clauses++;
}

void sv_ic3_add_known(sv_ic3 *x, const sv_cube *c) {
  sv_ic3_lemma lemma = {.mask = sv_cube_mask(c)};
  assert(x->top && c->n && sv_cube_is_sorted(c) && contains_no_start(x, c));
  for (uint32_t k = 0; k < x->known.n; k++)
    if (is_stronger(&x->known.at[k], c, lemma.mask)) return;
  drop_weaker(x, c, lemma.mask, x->top);
  sv_cube_copy(&lemma.cube, c);
  sv_push(x->known, lemma);
  add_clause(x, c, 0);
  x->numbers.known++;
}

// ---- solvers

static void add_acts(sv_ic3 *x) {
  while (x->framing.acts.n <= x->top) sv_push(x->framing.acts, sv_sat_var(x->framing.sat));
}

void sv_ic3_reload(sv_ic3 *x, sv_ic3_solver *solver) {
  if (solver->sat) x->numbers.rebuilds++;
  sv_sat_free(solver->sat);
  solver->sat = sv_sat_new();
  solver->passing = 0;
  sv_clear(solver->acts);
  sv_ic3_formula_load(&x->formula, solver->sat);
  if (solver != &x->framing) return;
  add_acts(x);
  for (uint32_t k = 0; k < x->known.n; k++) add_clause(x, &x->known.at[k].cube, 0);
  for (uint32_t level = 1; level < x->frames.n; level++)
    for (uint32_t k = 0; k < x->frames.at[level].n; k++)
      add_clause(x, &x->frames.at[level].at[k].cube, level);
}

// No clause is implied by another one of its level or a higher one.
SV_ASSERT_ONLY static bool is_irredundant(const sv_ic3 *x) {
  for (uint32_t level = 1; level < x->frames.n; level++)
    for (uint32_t k = 0; k < x->frames.at[level].n; k++) {
      const sv_ic3_lemma *l = &x->frames.at[level].at[k];
      for (uint32_t i = level; i < x->frames.n; i++)
        for (uint32_t j = 0; j < x->frames.at[i].n; j++)
          if ((i != level || j != k) && is_stronger(&x->frames.at[i].at[j], &l->cube, l->mask))
            return false;
    }
  return true;
}

void sv_ic3_open_level(sv_ic3 *x) {
  sv_fill(x->frames, x->top + 1);
  assert(is_irredundant(x) && !x->frames.at[0].n);
  if (x->framing.sat) add_acts(x);
  else sv_ic3_reload(x, &x->framing);
  assert(x->framing.acts.n == x->frames.n);
}
