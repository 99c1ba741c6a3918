// history.c -- which states are kept (the procedure HISTORY, section 4).
//
// Only states with the same places are compared (subsumed.c). Bits of variables that no one
// will read again are made false, so they neither tell states apart nor keep
// old functions alive.

#include "engine/boppo/boppo.h"

enum { MOST_DIFFERENT = 4 };  // bits of states that are joined

// ---- dead bits

bool sv_boppo_is_dead(const sv_boppo *x, const uint32_t *places, uint32_t bit) {
  uint32_t var = x->var_of_bit[bit];
  if (var == SV_NO_VARIABLE) return false;
  uint32_t p = x->net->vars.at[var].process;
  assert(p == SV_NO_PROCESS || places[p] < sv_net_locations(x->net, p));
  return p != SV_NO_PROCESS && !sv_live_at(x->live, p, places[p], var);
}

void sv_boppo_index_bits(sv_boppo *x) {
  uint32_t *var_of_cell = SV_NEW_ARRAY(uint32_t, x->net->cells + 1);
  for (uint32_t v = 0; v < x->net->vars.n; v++)
    for (uint32_t c = 0; c < x->net->vars.at[v].cells; c++)
      var_of_cell[x->net->vars.at[v].first_cell + c] = v;
  x->var_of_bit = SV_ARENA_ARRAY(x->arena, uint32_t, x->coding->bits + 1);
  for (uint32_t b = 0; b < x->coding->bits; b++) {
    uint32_t owner = x->coding->owner[b];
    x->var_of_bit[b] = owner < x->net->cells ? var_of_cell[owner] : SV_NO_VARIABLE;
  }
  sv_free(var_of_cell);
}

// ---- live bits

static bool is_place(const sv_boppo *x, uint32_t bit) {
  uint32_t var = x->var_of_bit[bit];
  return var != SV_NO_VARIABLE && (var == x->net->holder || x->net->vars.at[var].is_pc);
}

// The bits that may differ between states with these places; how many there are.
static uint32_t pick_alive(sv_boppo *x) {
  uint32_t n = 0;
  for (uint32_t b = 0; b < x->coding->bits; b++)
    if (!is_place(x, b) && !sv_boppo_is_dead(x, x->places, b)) {
      x->alive_at[n] = b;
      x->alive[n++] = x->bits[b];
    }
  return n;
}

// ---- adding

static const sv_lit *copy_of(sv_boppo *x, const sv_lit *from, uint32_t n) {
  sv_lit *to = SV_ARENA_ARRAY(x->arena, sv_lit, n + 1);
  memcpy(to, from, n * sizeof *to);
  return to;
}

static uint32_t record(sv_boppo *x, const sv_parametric_state *s, uint32_t alive, uint32_t bucket,
                       sv_bdd diagram) {
  sv_push(x->states, *s);
  sv_last(x->states).bits = copy_of(x, x->bits, x->coding->bits);
  sv_last(x->states).alive = copy_of(x, x->alive, alive);
  sv_last(x->states).places = x->buckets.at[bucket].places;
  sv_push(x->rivals, x->buckets.at[bucket].states.n);
  sv_push(x->diagrams, diagram);
  sv_push(x->buckets.at[bucket].states, x->states.n - 1);
  assert(x->rivals.n == x->states.n && x->diagrams.n == x->states.n);
  assert(s->from == SV_NO_STATE || s->from + 1 < x->states.n);
  return x->states.n - 1;
}

// ---- joining

// Bits in which they differ become functions of what selects one of them. A few are
// cheap; where many depend on it, states are hard to compare.
static bool are_alike(const sv_boppo *x, const sv_parametric_state *s) {
  uint32_t differ = 0;
  for (uint32_t i = 0; i < x->coding->bits; i++) differ += !sv_lit_same(x->bits[i], s->bits[i]);
  return differ <= MOST_DIFFERENT;
}

// A state that waits at these places, the newest one; much the same, unless diagrams make one
// set of the two.
static uint32_t find_waiting(const sv_boppo *x, const sv_boppo_bucket *bucket, bool drawn) {
  for (uint32_t i = bucket->states.n; i-- > 0;) {
    uint32_t k = bucket->states.at[i];
    const sv_parametric_state *s = &x->states.at[k];
    if (s->visited || s->joined) continue;
    if ((drawn && x->diagrams.at[k].x >= 0) || are_alike(x, s)) return k;
  }
  return SV_NO_STATE;
}

// The bits at hand become those of a state that is one or the other.
static sv_parametric_state joined(sv_boppo *x, uint32_t one, uint32_t other) {
  const sv_parametric_state *a = &x->states.at[one], *b = &x->states.at[other];
  assert(one < other && !a->visited && !b->visited);
  sv_lit select = sv_aig_input(x->aig);
  for (uint32_t i = 0; i < x->coding->bits; i++)
    x->bits[i] = sv_aig_ite(x->aig, select, a->bits[i], b->bits[i]);
  return (sv_parametric_state){.guard = sv_aig_ite(x->aig, select, a->guard, b->guard),
                               .from = one,
                               .other = other,
                               .selector = sv_lit_node(select),
                               .action = SV_NO_ACTION,
                               .depth = a->depth < b->depth ? a->depth : b->depth};
}

// The diagram of both, if each has one.
static sv_bdd both_diagrams(sv_boppo *x, uint32_t one, uint32_t other) {
  sv_bdd a = x->diagrams.at[one], b = x->diagrams.at[other], both = SV_BDD_FALSE;
  if (a.x < 0 || b.x < 0 || !sv_sets_add(x->sets, &both, a) || !sv_sets_add(x->sets, &both, b))
    return SV_NO_DIAGRAM;
  return both;
}

static void join(sv_boppo *x, uint32_t bucket, uint32_t partner) {
  uint32_t state = x->states.n - 1;
  sv_parametric_state both = joined(x, partner, state);
  sv_bdd diagram = both_diagrams(x, partner, state);
  x->states.at[partner].joined = x->states.at[state].joined = true;
  record(x, &both, pick_alive(x), bucket, diagram);
  x->joined++;
}

// ---- in other functions

static void make_parameters(sv_boppo *x) {
  while (x->parameters.n < x->coding->bits) sv_push(x->parameters, sv_aig_input(x->aig));
}

// The newest state, or it and its partner, as functions of parameters: there are no more of
// them than bits, and they say more about the set than how it came about. False: too large.
static bool remake(sv_boppo *x, uint32_t bucket, uint32_t partner) {
  uint32_t state = x->states.n - 1, n = pick_alive(x);
  bool alone = partner == SV_NO_STATE;
  sv_bdd set = alone ? x->diagrams.at[state] : both_diagrams(x, partner, state);
  make_parameters(x);
  if (set.x < 0 || !sv_sets_write(x->sets, set, x->aig, x->parameters.at, x->alive_at, n, x->alive))
    return false;
  for (uint32_t i = 0; i < n; i++) x->bits[x->alive_at[i]] = x->alive[i];
  sv_parametric_state s = {.guard = SV_LIT_TRUE,
                           .from = alone ? state : partner,
                           .other = alone ? 0 : state,
                           .action = SV_NO_ACTION,
                           .depth = x->states.at[state].depth,
                           .remade = true};
  if (!alone && x->states.at[partner].depth < s.depth) s.depth = x->states.at[partner].depth;
  x->states.at[state].joined = true;
  if (!alone) x->states.at[partner].joined = true;
  record(x, &s, n, bucket, set);
  x->remade++;
  x->joined += !alone;
  return true;
}

static void keep(sv_boppo *x, const sv_parametric_state *s, uint32_t bucket, uint32_t alive,
                 sv_bdd diagram) {
  bool joins = x->run->options->join == SV_OPT_ON_OFF_ON, drawn = diagram.x >= 0;
  uint32_t partner = joins ? find_waiting(x, &x->buckets.at[bucket], drawn) : SV_NO_STATE;
  assert(partner == SV_NO_STATE ||
         !(x->states.at[partner].visited || x->states.at[partner].joined));
  record(x, s, alive, bucket, diagram);
  if (!joins || !drawn || !remake(x, bucket, partner)) {
    if (partner != SV_NO_STATE && are_alike(x, &x->states.at[partner])) join(x, bucket, partner);
  }
  sv_boppo_push(x, x->states.n - 1);
}

// ---- all of it

sv_boppo_fate sv_boppo_add(sv_boppo *x, const sv_parametric_state *s) {
  sv_bdd diagram;
  if (!sv_boppo_places(x, s->bits, x->places)) {
    sv_boppo_refuse(x, "where a step leads, depending on data,");
    return SV_BOPPO_OLD;
  }
  for (uint32_t b = 0; b < x->coding->bits; b++)
    x->bits[b] = sv_boppo_is_dead(x, x->places, b) ? SV_LIT_FALSE : s->bits[b];
  uint32_t bucket = sv_boppo_bucket_here(x), alive = pick_alive(x);
  sv_boppo_fate result = sv_boppo_compare(x, bucket, s->guard, alive, &diagram);
  if (result == SV_BOPPO_NEW) keep(x, s, bucket, alive, diagram);
  else x->dropped++;
  return result;
}
