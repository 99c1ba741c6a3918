// draw.c -- see draw.h.

#include "random/draw.h"

#include "random/oracle.h"

enum { DRAWS = 24, MOST_TRANSITIONS = 100000, MOST_ACTIONS = 2000 };

typedef struct {
  uint64_t states;  // at least
  bool holds;       // no violation
} wish;

static wish wish_of(uint64_t seed) {
  sv_random r = {seed ^ UINT64_C(0x5E1BA6E)};
  wish w = {.states = UINT64_C(8) << sv_random_below(&r, 7)};
  w.holds = sv_random_below(&r, 100) < 45;
  return w;
}

static bool fulfils(const oracle *o, wish w) {
  bool violated = false;
  for (uint32_t p = 1; p < o->violated.n; p++) violated |= o->violated.at[p] != ORACLE_NEVER;
  return !o->too_large && o->states >= w.states && !(violated && w.holds);
}

static bool is_worth_it(sv_model *m, gen_bounds bounds, wish w) {
  sv_text why = {0};
  sv_net_options options = {
      .threads = bounds.threads, .pool = bounds.pool, .most_actions = MOST_ACTIONS};
  sv_net *net = sv_net_new(m, options, &why);
  sv_text_free(&why);
  if (!net) return false;
  oracle o = oracle_explore(net, (oracle_limits){ORACLE_STATES, MOST_TRANSITIONS}, NULL, NULL);
  bool good = fulfils(&o, w);
  oracle_free(&o);
  sv_net_free(net);
  return good;
}

// The first profiles come twice as often as others: they are what reductions are for.
static const gen_profile *pick_profile(sv_random *r) {
  uint32_t n = 0;
  while (gen_profile_at(n)) n++;
  uint32_t i = sv_random_below(r, n + 2);
  return gen_profile_at(i < n ? i : i - n);
}

// A model that was looked at holds terms of its net: it is drawn again.
sv_model *draw_model(uint64_t seed, const gen_profile *profile, gen_bounds *bounds) {
  sv_random r = {seed};
  wish w = wish_of(seed);
  const gen_profile *picked = pick_profile(&r);
  if (!profile) profile = picked;
  uint64_t draw = sv_random_next(&r);
  bool good = seed % 8 == 0;
  for (uint32_t i = 0; i < DRAWS && !good; i++) {
    draw = sv_random_next(&r);
    sv_model *m = gen_model(draw, profile, bounds);
    if (i == DRAWS / 2) w.holds = false;
    good = is_worth_it(m, *bounds, w);
    sv_model_free(m);
  }
  return gen_model(draw, profile, bounds);
}
