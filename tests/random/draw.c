// draw.c -- see draw.h.

#include "random/draw.h"

#include "random/oracle.h"

enum { DRAWS = 24, MOST_TRANSITIONS = 100000, MOST_ACTIONS = 2000 };

typedef struct {
  uint64_t states;  // at least
  uint64_t most;    // states at most
  uint64_t limit;   // so many are counted, passing ones too
  bool holds;       // no violation
  bool rare;        // some property is violated, and in few states only
} wish;

static wish wish_of(uint64_t seed, uint64_t most) {
  sv_random r = {seed ^ UINT64_C(0x5E1BA6E)};
  wish w = {.states = UINT64_C(8) << sv_random_below(&r, 7), .most = most, .limit = most};
  uint32_t kind = sv_random_below(&r, 100);
  w.holds = kind < 40;
  w.rare = kind >= 60;
  return w;
}

// Small components show more mistakes than large ones, where much is there twice; and a net that
// records has up to the square of the states.
static wish for_infinite_runs(wish w) {
  return (wish){.states = w.states / 4, .most = 4 * w.states, .limit = w.limit};
}

// By property: in how many states it is violated, or left by a step that violates it.
static bool count_violations(void *context, sv_exec *exec, const sv_state *state,
                             const sv_steps *steps) {
  sv_u64s *counts = context;
  const sv_net *net = sv_exec_net(exec);
  while (counts->n < net->properties.n) sv_push(*counts, 0);
  for (uint32_t p = 1; p < net->properties.n; p++) {
    bool here = sv_exec_violated_in(exec, state, p);
    for (uint32_t i = 0; i < steps->n && !here; i++)
      here = net->actions.at[steps->at[i].action].fails == p;
    counts->at[p] += here;
  }
  return true;
}

// A search that leaves out the wrong states misses what is rare.
static bool is_rare(const sv_u64s *counts, uint64_t states) {
  for (uint32_t p = 1; p < counts->n; p++)
    if (counts->at[p] && counts->at[p] * 30 <= states) return true;
  return false;
}

static bool fulfils(const oracle *o, wish w, const sv_u64s *counts) {
  bool violated = false;
  for (uint32_t p = 1; p < o->violated.n; p++) violated |= o->violated.at[p] != ORACLE_NEVER;
  if (o->too_large || o->states < w.states || o->states > w.most) return false;
  return w.rare ? is_rare(counts, o->states) : !(violated && w.holds);
}

static bool is_worth_it(sv_model *m, gen_bounds bounds, wish w) {
  sv_text why = {0};
  sv_net_options options = {
      .threads = bounds.threads, .pool = bounds.pool, .most_actions = MOST_ACTIONS};
  sv_net *net = sv_net_new(m, options, &why);
  sv_text_free(&why);
  if (!net) return false;
  sv_u64s counts = {0};
  oracle o =
      oracle_explore(net, (oracle_limits){w.limit, MOST_TRANSITIONS}, count_violations, &counts);
  bool good = fulfils(&o, w, &counts);
  sv_vec_free(counts);
  oracle_free(&o);
  sv_net_free(net);
  return good;
}

static bool is_picked(const gen_profile *p) { return p && !(p->always & GEN_PARTNERS); }

// The first profiles come twice as often as others: they are what reductions are for. The last
// ones are only for those who ask for them, so that seeds keep their models.
static const gen_profile *pick_profile(sv_random *r) {
  uint32_t n = 0;
  while (is_picked(gen_profile_at(n))) n++;
  uint32_t i = sv_random_below(r, n + 4);
  return gen_profile_at(i < n ? i : i - n);
}

// A model that was looked at holds terms of its net: it is drawn again.
sv_model *draw_model(uint64_t seed, const gen_profile *profile, unsigned features, uint64_t most,
                     gen_bounds *bounds) {
  sv_random r = {seed};
  wish w = wish_of(seed, most);
  const gen_profile *picked = pick_profile(&r);
  if (!profile) profile = picked;
  if (features & GEN_INFINITE) w = for_infinite_runs(w);
  uint64_t draw = sv_random_next(&r);
  bool good = seed % 8 == 0;
  for (uint32_t i = 0; i < DRAWS && !good; i++) {
    draw = sv_random_next(&r);
    sv_model *m = gen_model(draw, profile, features, bounds);
    if (i == DRAWS / 2) w.holds = false;
    if (i == 3 * DRAWS / 4) w.rare = false;
    good = is_worth_it(m, *bounds, w);
    sv_model_free(m);
  }
  return gen_model(draw, profile, features, bounds);
}
