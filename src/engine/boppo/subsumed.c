// subsumed.c -- is a new state inside what is known? (section 4)
//
// States with the same places are in one bucket. A new one is compared with them
// by diagrams first (sets.h), which is with all of them at once; states without a
// diagram are compared one by one (subsume.h). --fixpoint refine and depqbf do without
// diagrams, bdd without the rest: what is too large for a diagram is kept.

#include "engine/boppo/boppo.h"

enum {
  FEW_NODES = 20000,
  MANY_NODES = 1000000,
  FIRST = 16,  // so many comparisons are done without diagrams: a package costs milliseconds
};

// ---- buckets

static bool stands_here(const sv_boppo *x, const sv_boppo_bucket *bucket) {
  return !memcmp(x->places, bucket->places, (x->net->processes.n + 1) * sizeof *x->places);
}

static uint32_t add_bucket(sv_boppo *x, uint64_t hash, uint32_t next) {
  uint32_t n = x->net->processes.n + 1, *places = SV_ARENA_ARRAY(x->arena, uint32_t, n);
  memcpy(places, x->places, n * sizeof *places);
  sv_push(x->buckets, (sv_boppo_bucket){.places = places, .next = next, .all = SV_BDD_FALSE});
  sv_map_put(&x->bucket_of, hash, x->buckets.n - 1);
  assert(stands_here(x, &sv_last(x->buckets)));
  return x->buckets.n - 1;
}

uint32_t sv_boppo_bucket_here(sv_boppo *x) {
  uint64_t hash = sv_hash_bytes(x->places, (x->net->processes.n + 1) * sizeof *x->places, 0);
  uint32_t last = sv_map_get(&x->bucket_of, hash);
  if (last == SV_MAP_NONE) last = SV_NO_BUCKET;
  for (uint32_t i = last; i != SV_NO_BUCKET; i = x->buckets.at[i].next)
    if (stands_here(x, &x->buckets.at[i])) return i;
  return add_bucket(x, hash, last);
}

void sv_boppo_forget_known(sv_boppo *x) {
  for (uint32_t i = 0; i < x->buckets.n; i++) {
    sv_vec_free(x->buckets.at[i].states);
    sv_vec_free(x->buckets.at[i].plain);
  }
  sv_vec_free(x->buckets);
  sv_map_free(&x->bucket_of);
  sv_vec_free(x->diagrams);
  sv_sets_free(x->sets);
  x->buckets.n = 0, x->sets = NULL;
}

// ---- by diagrams

static bool draws(sv_boppo *x) {
  sv_opt_fixpoint method = x->run->options->fixpoint;
  if (method == SV_OPT_FIXPOINT_REFINE || method == SV_OPT_FIXPOINT_DEPQBF) return false;
  if (method == SV_OPT_FIXPOINT_AUTO && x->compared++ < FIRST) return false;
  uint32_t nodes = method == SV_OPT_FIXPOINT_BDD ? MANY_NODES : FEW_NODES;
  if (!x->sets) x->sets = sv_sets_new(x->aig, x->coding->bits, nodes, x->run->limits);
  return sv_sets_work(x->sets);
}

static void draw_state(sv_boppo *x, sv_boppo_bucket *bucket, uint32_t state, uint32_t n) {
  const sv_parametric_state *s = &x->states.at[state];
  sv_bdd *diagram = &x->diagrams.at[state];
  if (s->joined) return;
  if (diagram->x < 0 && !sv_sets_make(x->sets, x->alive_at, s->alive, n, s->guard, diagram))
    *diagram = SV_NO_DIAGRAM;
  if (diagram->x < 0) sv_push(bucket->plain, state);
  else sv_sets_add(x->sets, &bucket->all, *diagram);
}

static void draw_bucket(sv_boppo *x, sv_boppo_bucket *bucket, uint32_t n) {
  for (; bucket->drawn < bucket->states.n && sv_sets_work(x->sets); bucket->drawn++)
    draw_state(x, bucket, bucket->states.at[bucket->drawn], n);
}

// Those that wait cover it together.
static bool will_be_visited(sv_boppo *x, const sv_boppo_bucket *bucket, sv_bdd set) {
  sv_bdd waiting = SV_BDD_FALSE;
  bool on = true;
  for (uint32_t i = 0; i < bucket->states.n && on; i++) {
    uint32_t k = bucket->states.at[i];
    if (x->states.at[k].visited || x->states.at[k].joined || x->diagrams.at[k].x < 0) continue;
    on = sv_sets_add(x->sets, &waiting, x->diagrams.at[k]);
  }
  bool inside = on && sv_sets_inside(x->sets, set, waiting);
  sv_sets_drop(x->sets, waiting);
  return inside;
}

// ---- one by one

static void list_known(sv_boppo *x, const sv_u32s *states) {
  sv_clear(x->known);
  sv_clear(x->known_waits);
  for (uint32_t i = states->n; i-- > 0;) {
    const sv_parametric_state *s = &x->states.at[states->at[i]];
    if (s->joined) continue;
    sv_push(x->known, (sv_parametric_set){s->alive, s->guard});
    sv_push(x->known_waits, !s->visited);
    assert(x->known.n == x->known_waits.n);
  }
}

static sv_boppo_fate fate(const sv_boppo *x, uint32_t first, uint32_t n) {
  bool all = true;
  assert(n && first + n <= x->known.n);
  for (uint32_t i = first; i < first + n; i++) all = all && x->known_waits.at[i];
  return all ? SV_BOPPO_WAITS : SV_BOPPO_OLD;
}

// Literally one of those listed?
static sv_boppo_fate find_same(const sv_boppo *x, const sv_parametric_set *fresh, uint32_t n) {
  for (uint32_t i = 0; i < x->known.n; i++) {
    const sv_parametric_set *old = &x->known.at[i];
    if (sv_lit_same(fresh->guard, old->guard) &&
        (!n || !memcmp(fresh->bits, old->bits, n * sizeof *old->bits)))
      return fate(x, i, 1);
  }
  return SV_BOPPO_NEW;
}

static sv_boppo_fate ask(sv_boppo *x, const sv_parametric_set *fresh, uint32_t n) {
  uint32_t at_once = x->run->options->joint ? x->known.n : 1;
  for (uint32_t i = 0; i < x->known.n; i += at_once)
    if (sv_subsumed(x->subsumer, fresh, x->known.at + i, at_once, n) == SV_SUBSUMED)
      return fate(x, i, at_once);
  return SV_BOPPO_NEW;
}

// ---- all of it

// Draws it, and says whether it is inside what is drawn; else those are listed that are left.
static sv_boppo_fate look(sv_boppo *x, sv_boppo_bucket *bucket, const sv_parametric_set *fresh,
                          uint32_t n, sv_bdd *diagram) {
  draw_bucket(x, bucket, n);
  assert(bucket->drawn <= bucket->states.n);
  if (!sv_sets_work(x->sets) ||
      !sv_sets_make(x->sets, x->alive_at, fresh->bits, n, fresh->guard, diagram)) {
    *diagram = SV_NO_DIAGRAM;
    return SV_BOPPO_NEW;
  }
  list_known(x, &bucket->plain);
  if (!sv_sets_inside(x->sets, *diagram, bucket->all)) return SV_BOPPO_NEW;
  sv_boppo_fate found = will_be_visited(x, bucket, *diagram) ? SV_BOPPO_WAITS : SV_BOPPO_OLD;
  sv_sets_drop(x->sets, *diagram);
  return found;
}

sv_boppo_fate sv_boppo_compare(sv_boppo *x, uint32_t bucket, sv_lit guard, uint32_t n,
                               sv_bdd *diagram) {
  sv_parametric_set fresh = {x->alive, guard};
  *diagram = SV_NO_DIAGRAM;
  list_known(x, &x->buckets.at[bucket].states);
  if (!x->known.n) return SV_BOPPO_NEW;
  sv_boppo_fate found = find_same(x, &fresh, n);
  if (found == SV_BOPPO_NEW && draws(x))
    found = look(x, &x->buckets.at[bucket], &fresh, n, diagram);
  if (found != SV_BOPPO_NEW || x->run->options->fixpoint == SV_OPT_FIXPOINT_BDD) return found;
  return ask(x, &fresh, n);
}
