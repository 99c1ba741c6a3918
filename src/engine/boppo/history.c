// history.c -- which states are known (the procedure HISTORY, section 4).
//
// Only states with the same places are compared. Bits of variables that no one
// will read again are made false, so they neither tell states apart nor keep
// old functions alive.

#include "engine/boppo/boppo.h"

enum { MOST_DIFFERENT = 4 };  // bits of states that are joined

// ---- dead bits

bool sv_boppo_is_dead(const sv_boppo *x, const uint32_t *places, uint32_t bit) {
  uint32_t var = x->var_of_bit[bit];
  if (var == SV_NO_VARIABLE) return false;
  uint32_t p = x->net->vars.at[var].process;
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

// ---- comparing

static bool is_place(const sv_boppo *x, uint32_t bit) {
  uint32_t var = x->var_of_bit[bit];
  return var != SV_NO_VARIABLE && (var == x->net->holder || x->net->vars.at[var].is_pc);
}

// The bits that may differ between states with these places; how many there are.
static uint32_t pick_alive(sv_boppo *x) {
  uint32_t n = 0;
  for (uint32_t b = 0; b < x->coding->bits; b++)
    if (!is_place(x, b) && !sv_boppo_is_dead(x, x->places, b)) x->alive[n++] = x->bits[b];
  return n;
}

static bool same_places(const sv_boppo *x, const sv_parametric_state *s) {
  return !memcmp(x->places, s->places, (x->net->processes.n + 1) * sizeof *x->places);
}

// The states with the same places, newest first.
static void list_known(sv_boppo *x, uint32_t last) {
  sv_clear(x->known);
  sv_clear(x->known_waits);
  for (uint32_t i = last; i != SV_NO_STATE; i = x->before.at[i]) {
    const sv_parametric_state *s = &x->states.at[i];
    if (s->joined || !same_places(x, s)) continue;
    sv_push(x->known, (sv_parametric_set){s->alive, s->guard});
    sv_push(x->known_waits, !s->visited);
  }
}

static bool is_same(const sv_boppo *x, const sv_parametric_set *a, uint32_t k, uint32_t n) {
  const sv_parametric_set *b = &x->known.at[k];
  return sv_lit_same(a->guard, b->guard) && !memcmp(a->bits, b->bits, n * sizeof *a->bits);
}

static sv_boppo_fate fate(const sv_boppo *x, uint32_t first, uint32_t n) {
  bool all = true;
  for (uint32_t i = first; i < first + n; i++) all = all && x->known_waits.at[i];
  return all ? SV_BOPPO_WAITS : SV_BOPPO_OLD;
}

static sv_boppo_fate compare(sv_boppo *x, sv_lit guard, uint32_t last, uint32_t n) {
  sv_parametric_set fresh = {x->alive, guard};
  list_known(x, last);
  for (uint32_t i = 0; i < x->known.n; i++)
    if (is_same(x, &fresh, i, n)) return fate(x, i, 1);
  uint32_t at_once = x->run->options->joint ? x->known.n : 1;
  for (uint32_t i = 0; i < x->known.n; i += at_once)
    if (sv_subsumed(x->subsumer, &fresh, x->known.at + i, at_once, n) == SV_SUBSUMED)
      return fate(x, i, at_once);
  return SV_BOPPO_NEW;
}

// ---- adding

static const sv_lit *copy_of(sv_boppo *x, const sv_lit *from, uint32_t n) {
  sv_lit *to = SV_ARENA_ARRAY(x->arena, sv_lit, n + 1);
  memcpy(to, from, n * sizeof *to);
  return to;
}

static uint32_t record(sv_boppo *x, const sv_parametric_state *s, uint32_t alive, uint32_t last) {
  uint32_t places = x->net->processes.n + 1;
  uint32_t *standing = SV_ARENA_ARRAY(x->arena, uint32_t, places);
  memcpy(standing, x->places, places * sizeof *standing);
  sv_push(x->states, *s);
  sv_last(x->states).bits = copy_of(x, x->bits, x->coding->bits);
  sv_last(x->states).alive = copy_of(x, x->alive, alive);
  sv_last(x->states).places = standing;
  sv_push(x->before, last);
  sv_push(x->rivals, last == SV_NO_STATE ? 0 : x->rivals.at[last] + 1);
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

// A state that waits at these places and is much the same, the newest one.
static uint32_t find_waiting(const sv_boppo *x, uint32_t last) {
  for (uint32_t i = last; i != SV_NO_STATE; i = x->before.at[i]) {
    const sv_parametric_state *s = &x->states.at[i];
    if (!s->visited && !s->joined && same_places(x, s) && are_alike(x, s)) return i;
  }
  return SV_NO_STATE;
}

// The bits at hand become those of a state that is one or the other.
static sv_parametric_state joined(sv_boppo *x, uint32_t one, uint32_t other) {
  const sv_parametric_state *a = &x->states.at[one], *b = &x->states.at[other];
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

static void keep(sv_boppo *x, const sv_parametric_state *s, uint64_t hash, uint32_t last,
                 uint32_t alive) {
  bool joins = !strcmp(x->run->options->join, "on");
  uint32_t partner = joins ? find_waiting(x, last) : SV_NO_STATE;
  uint32_t state = record(x, s, alive, last);
  if (partner != SV_NO_STATE) {
    sv_parametric_state both = joined(x, partner, state);
    x->states.at[partner].joined = x->states.at[state].joined = true;
    alive = pick_alive(x);
    state = record(x, &both, alive, last);
    x->joined++;
  }
  sv_map_put(&x->by_places, hash, state);
  sv_boppo_push(x, state);
}

// ---- all of it

sv_boppo_fate sv_boppo_add(sv_boppo *x, const sv_parametric_state *s) {
  if (!sv_boppo_places(x, s->bits, x->places)) {
    sv_boppo_refuse(x, "where a step leads, depending on data,");
    return SV_BOPPO_OLD;
  }
  for (uint32_t b = 0; b < x->coding->bits; b++)
    x->bits[b] = sv_boppo_is_dead(x, x->places, b) ? SV_LIT_FALSE : s->bits[b];
  uint64_t hash = sv_hash_bytes(x->places, (x->net->processes.n + 1) * sizeof *x->places, 0);
  uint32_t last = sv_map_get(&x->by_places, hash);
  if (last == SV_MAP_NONE) last = SV_NO_STATE;
  uint32_t alive = pick_alive(x);
  sv_boppo_fate result = compare(x, s->guard, last, alive);
  if (result == SV_BOPPO_NEW) keep(x, s, hash, last, alive);
  else x->dropped++;
  return result;
}
