// exclusive.c -- what at most one thread can have at a time.
//
// Four kinds: being inside an atomic section; being the first thread, at a
// location where no started thread can get; being alone in a set whose threads
// are counted (ghosts.c); and holding a lock. Languages do
// not say what a lock is, so it is found: a global bit g and a local bit h
// such that "whoever has h, g is set, and no other thread has h" is inductive.
// With (g, h) of the acting thread before and (g', h') after any step:
//
//   from (1, 0)  another thread may have h:   g' and not h'
//   otherwise    no other has it:             h' implies g'
//   started threads do not have h, broadcasts do not write it,
//   and at the start h implies g.
//
// Before the first start there are no others, so steps that can only be taken
// then need not keep the first rule, and none at all if no thread gets h there. These are the conditions of
// papers/NOTES (only the holder unlocks, a new thread holds nothing, the lock
// is written in no other way once threads run), as a check instead of a belief.

#include "engine/threads/threads.h"

static sv_lit either(sv_thread_system *s, const sv_bits *locations, bool in) {
  sv_lits all = {0};
  for (uint32_t l = 1; l < s->at.n; l++)
    if (sv_bits_has(locations, l) == in) sv_push(all, s->at.at[l]);
  sv_lit any = sv_aig_or_all(s->aig, all.at, all.n);
  sv_vec_free(all);
  return any;
}

static bool is_late(const sv_thread_system *s, const sv_thread_action *a) {
  for (uint32_t i = 0; i < a->net->edges[0].from_count; i++)
    if (sv_bits_has(&s->late, a->net->edges[0].from[i])) return true;
  return false;
}

typedef struct {
  sv_thread_system *s;
  sv_thread_can_be *can_be;
  void *context;
} search;

static bool is_satisfiable(const search *x, sv_lit l) { return x->can_be(x->context, l); }

static bool writes(const sv_thread_writes *w, uint32_t bit) {
  for (uint32_t i = 0; i < w->n; i++)
    if (w->at[i].bit == bit) return true;
  return false;
}

typedef struct {
  uint32_t g, h;
  bool early;  // the first thread may have h before it has started another
} lock;

// h is false at the start, and no step before the first start sets it.
static bool is_early(const search *x, uint32_t h) {
  sv_thread_system *s = x->s;
  bool early = is_satisfiable(x, sv_aig_and(s->aig, s->initial, s->own_inputs.at[h]));
  for (uint32_t i = 0; i < s->actions.n && !early; i++) {
    const sv_thread_action *a = &s->actions.at[i];
    if (is_late(s, a) || !writes(&a->locals, h)) continue;
    early = is_satisfiable(
        x, sv_aig_and(s->aig, a->possible, sv_thread_after(&a->locals, h, SV_LIT_FALSE)));
  }
  return early;
}

// Some outcome of the action breaks the rules for this lock.
static sv_lit breaks(sv_thread_system *s, const sv_thread_action *a, lock k) {
  sv_aig *G = s->aig;
  sv_lit g = s->global_inputs.at[k.g], h = s->own_inputs.at[k.h];
  sv_lit g2 = sv_thread_after(&a->globals, k.g, g);
  sv_lit h2 = a->ends ? SV_LIT_FALSE : sv_thread_after(&a->locals, k.h, h);
  sv_lit wrong = sv_aig_and(G, h2, sv_lit_not(g2));
  sv_lit elsewhere = sv_aig_and(G, g, sv_lit_not(h));
  assert(k.g < sv_thread_inside(s) && k.h < s->locals);
  sv_lit kept = sv_aig_and(G, g2, sv_lit_not(h2));
  if (!is_late(s, a) && !k.early) wrong = SV_LIT_FALSE;
  if (is_late(s, a)) wrong = sv_aig_or(G, wrong, sv_aig_and(G, elsewhere, sv_lit_not(kept)));
  for (uint32_t i = 0; i < a->started.n; i++) wrong = sv_aig_or(G, wrong, a->started.at[i].at[k.h]);
  wrong = sv_aig_and(G, wrong, sv_aig_implies(G, h, g));
  return sv_aig_and(G, wrong, a->possible);
}

static bool is_lock(const search *x, lock k) {
  sv_thread_system *s = x->s;
  sv_lit g = s->global_inputs.at[k.g], h = s->own_inputs.at[k.h];
  sv_lit wrong = sv_aig_and(s->aig, s->initial, sv_aig_and(s->aig, h, sv_lit_not(g)));
  bool good = !is_satisfiable(x, wrong);
  for (uint32_t i = 0; i < s->actions.n && good; i++) {
    const sv_thread_action *a = &s->actions.at[i];
    if (writes(&a->passive, k.h)) good = false;
    else if (writes(&a->globals, k.g) || writes(&a->locals, k.h) || a->started.n)
      good = !is_satisfiable(x, breaks(s, a, k));
  }
  return good;
}

static bool is_pc_bit(const sv_thread_system *s, uint32_t local) {
  uint32_t cell = s->coding->owner[s->state_bit_of_local[local]];
  return cell == s->net->vars.at[s->net->processes.at[0].pc].first_cell;
}

// Some step sets h and writes g.
static bool is_candidate(const sv_thread_system *s, uint32_t g, uint32_t h) {
  for (uint32_t i = 0; i < s->actions.n; i++) {
    const sv_thread_action *a = &s->actions.at[i];
    if (!writes(&a->globals, g) || !writes(&a->locals, h)) continue;
    if (!sv_lit_same(sv_thread_after(&a->locals, h, SV_LIT_FALSE), SV_LIT_FALSE)) return true;
  }
  return false;
}

// The global bit that guards h, if there is one.
static bool is_held(const search *x, uint32_t h) {
  for (uint32_t g = 0; g < sv_thread_inside(x->s); g++)
    if (is_candidate(x->s, g, h) && is_lock(x, (lock){g, h, is_early(x, h)})) return true;
  return false;
}

void sv_thread_find_exclusive(sv_thread_system *s, sv_thread_can_be *can_be, void *context) {
  search x = {s, can_be, context};
  sv_clear(s->exclusive);
  sv_lit inside = either(s, &s->blocking, true), first = either(s, &s->shared, false);
  assert(s->at.n == s->blocking.n && s->at.n == s->shared.n);
  if (!sv_lit_same(inside, SV_LIT_FALSE)) sv_push(s->exclusive, inside);
  if (!sv_lit_same(first, SV_LIT_FALSE)) sv_push(s->exclusive, first);
  for (uint32_t i = 0; i < s->alone.n; i++) sv_push(s->exclusive, s->alone.at[i]);
  for (uint32_t h = 0; h < s->locals; h++)
    if (!is_pc_bit(s, h) && is_held(&x, h)) sv_push(s->exclusive, s->own_inputs.at[h]);
}
