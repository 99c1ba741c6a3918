// Tests of encode/parametric/subsume.h.
//
// Random sets over a few inputs, compared with the sets of states that all choices
// give; so that many are contained, old sets are often made from the fresh one: a
// weaker guard, other inputs in the place of its own, its halves. All ways, one old
// set and several, in one graph that grows all the time and one subsumer that
// remembers.

#define _POSIX_C_SOURCE 200809L

#include "encode/parametric/subsume.h"

#include "base/random.h"
#include "encode/parametric/subsume_inside.h"
#include "unit/unit.h"

#ifdef SV_STRESS_HASH
enum { ROUNDS = 60 };
#elif defined(__SANITIZE_ADDRESS__)
enum { ROUNDS = 400 };
#else
enum { ROUNDS = 3000 };
#endif
enum { INPUTS = 8, BITS = 8, OLDS = 4, SEEDS_PER_GRAPH = 40 };

typedef struct {
  sv_lit bits[BITS], guard;
} set;

typedef struct {
  bool has[1 << BITS];
} states;

typedef struct {
  sv_aig *g;
  sv_random random;
  sv_lits pool;
  sv_lit inputs[INPUTS];
  sv_subsumer *subsumers[3];
  uint64_t seed;
  uint32_t contained, asked, gave_up;
} shop;

static uint32_t below(shop *s, uint32_t n) { return sv_random_below(&s->random, n); }

// ---- random sets

static sv_lit any(shop *s) {
  if (!below(s, 12)) return sv_lit_const(below(s, 2));
  uint32_t n = s->pool.n, near = below(s, 2) ? INPUTS : n;
  return sv_lit_not_if(s->pool.at[below(s, near)], below(s, 2));
}

static void grow(shop *s, uint32_t nodes) {
  for (uint32_t i = 0; i < nodes; i++) {
    sv_lit a = any(s), b = any(s), c = any(s);
    uint32_t kind = below(s, 4);
    sv_lit made = kind == 0   ? sv_aig_xor(s->g, a, b)
                  : kind == 1 ? sv_aig_ite(s->g, a, b, c)
                              : sv_aig_and(s->g, a, b);
    if (!sv_lit_is_const(made)) sv_push(s->pool, made);
  }
}

static sv_lit any_guard(shop *s) {
  sv_lit guard = SV_LIT_TRUE;
  for (uint32_t i = below(s, 4); i--;) {
    sv_lit some = sv_aig_or(s->g, any(s), any(s));
    guard = sv_aig_and(s->g, guard, below(s, 2) ? some : any(s));
  }
  return guard;
}

static set any_set(shop *s, uint32_t n) {
  set made = {.guard = any_guard(s)};
  for (uint32_t i = 0; i < n; i++) made.bits[i] = any(s);
  return made;
}

// Inputs change places, some become others, a few are negated.
static set disguised(shop *s, set of, uint32_t n) {
  sv_map by = {0};
  uint32_t shift = below(s, INPUTS);
  bool lose = !below(s, 3);
  for (uint32_t i = 0; i < INPUTS; i++) {
    sv_lit to = s->inputs[lose && !below(s, 4) ? below(s, INPUTS) : (i + shift) % INPUTS];
    sv_map_put(&by, sv_lit_node(s->inputs[i]), sv_lit_not_if(to, !below(s, 3)).x);
  }
  sv_lit roots[BITS + 1];
  memcpy(roots, of.bits, sizeof(sv_lit) * n);
  roots[n] = of.guard;
  sv_aig_substitute(s->g, roots, n + 1, &by);
  memcpy(of.bits, roots, sizeof(sv_lit) * n);
  of.guard = roots[n];
  sv_map_free(&by);
  return of;
}

static set related(shop *s, const set *to, uint32_t n) {
  set made = *to;
  uint32_t kind = below(s, 6);
  if (kind == 0) return any_set(s, n);
  if (kind == 1) made.guard = sv_aig_or(s->g, made.guard, any(s));
  if (kind == 2) made.guard = sv_aig_and(s->g, made.guard, any(s));
  if (kind == 3 && n) made.bits[below(s, n)] = any(s);
  if (kind == 4 && n)
    for (uint32_t i = 0; i < 3; i++) made.bits[below(s, n)] = s->inputs[below(s, INPUTS)];
  return below(s, 3) ? disguised(s, made, n) : made;
}

// Two sets that together are a disguise of it.
static void halves(shop *s, const set *of, uint32_t n, set *out) {
  sv_lit c = any(s);
  out[0] = out[1] = *of;
  out[0].guard = sv_aig_and(s->g, of->guard, c);
  out[1].guard = sv_aig_and(s->g, of->guard, sv_lit_not(c));
  if (below(s, 2)) out[0] = disguised(s, out[0], n);
  if (below(s, 2)) out[1] = disguised(s, out[1], n);
}

// ---- by hand

typedef struct {
  const shop *s;
  uint32_t batch;
} columns;

static uint64_t column(void *context, uint32_t input) {
  const columns *c = context;
  uint32_t at = 0;
  while (sv_lit_node(c->s->inputs[at]) != input) at++;
  uint64_t word = 0;
  for (uint32_t p = 0; p < 64; p++) word |= (uint64_t)((c->batch * 64 + p) >> at & 1) << p;
  return word;
}

static void add_states(const shop *s, const set *of, uint32_t n, states *to) {
  sv_lit roots[BITS + 1];
  memcpy(roots, of->bits, sizeof(sv_lit) * n);
  roots[n] = of->guard;
  for (columns c = {s, 0}; c.batch < (1 << INPUTS) / 64; c.batch++) {
    uint64_t words[BITS + 1];
    sv_aig_simulate(s->g, roots, n + 1, column, &c, words);
    for (uint32_t p = 0; p < 64; p++) {
      uint32_t state = 0;
      for (uint32_t i = 0; i < n; i++) state |= (uint32_t)(words[i] >> p & 1) << i;
      if (words[n] >> p & 1) to->has[state] = true;
    }
  }
}

static bool is_contained(const shop *s, const set *fresh, const set *old, uint32_t olds,
                         uint32_t n) {
  states wanted = {{0}}, there = {{0}};
  add_states(s, fresh, n, &wanted);
  for (uint32_t k = 0; k < olds; k++) add_states(s, &old[k], n, &there);
  for (uint32_t i = 0; i < 1 << BITS; i++)
    if (wanted.has[i] && !there.has[i]) return false;
  return true;
}

// ---- comparison

static void open_shop(shop *s, uint64_t seed) {
  *s = (shop){.g = sv_aig_new(), .random = {seed}, .seed = seed};
  for (uint32_t i = 0; i < INPUTS; i++) sv_push(s->pool, s->inputs[i] = sv_aig_input(s->g));
  for (uint32_t w = 0; w < 3; w++)
    s->subsumers[w] = sv_subsumer_new(s->g, (sv_subsume_method)w, NULL);
}

static void print_numbers(const sv_subsumer *s, uint32_t way) {
  sv_subsume_statistics n = sv_subsume_numbers(s);
  printf("way %u:", way);
#define X(name) printf(" " #name " %lu", (unsigned long)n.name);
  SV_SUBSUME_STATISTICS(X)
#undef X
  printf(" ms each %.3f\n", n.asked ? n.seconds * 1000 / (double)n.asked : 0);
}

static void close_shop(shop *s) {
  if (getenv("SUBSUME_NUMBERS"))
    for (uint32_t w = 0; w < 3; w++) print_numbers(s->subsumers[w], w);
  for (uint32_t w = 0; w < 3; w++) sv_subsumer_free(s->subsumers[w]);
  sv_vec_free(s->pool);
  sv_aig_free(s->g);
}

static sv_subsume_answer answer_group(sv_subsumer *s, const sv_subsume_group *group) {
  bool state[BITS], found;
  return s->method == SV_SUBSUME_CEGAR    ? sv_subsume_by_cegar(s, group, state, &found)
         : s->method == SV_SUBSUME_DEPQBF ? sv_subsume_by_qbf(s, group, state, &found)
                                          : sv_subsume_by_bdd(s, group);
}

// Without samples, which would find most that is not contained.
static void ask_solvers(shop *s, const sv_parametric_set *sets, uint32_t olds, uint32_t n,
                        bool expected) {
  sv_subsume_groups groups = {0};
  sv_subsume_split(s->g, &sets[olds], sets, olds, n, &groups);
  for (uint32_t w = 0; w < 3; w++) {
    bool all = true;
    for (uint32_t i = 0; i < groups.n; i++) {
      sv_subsume_answer answer = answer_group(s->subsumers[w], &groups.at[i]);
      assert_true(answer != SV_SUBSUME_GAVE_UP);
      all = all && answer == SV_SUBSUMED;
    }
    if (all != expected)
      fail_msg("seed %lu, question %u, way %u: solver says %d of %u sets with %u bits",
               (unsigned long)s->seed, s->asked, w, all, olds, n);
  }
  sv_subsume_groups_free(&groups);
}

static void ask(shop *s, const set *fresh, const set *old, uint32_t olds, uint32_t n) {
  sv_parametric_set sets[OLDS + 1];
  for (uint32_t k = 0; k < olds; k++) sets[k] = (sv_parametric_set){old[k].bits, old[k].guard};
  sets[olds] = (sv_parametric_set){fresh->bits, fresh->guard};
  bool expected = is_contained(s, fresh, old, olds, n);
  s->asked++, s->contained += expected;
  for (uint32_t w = 0; w < 3; w++) {
    sv_subsume_answer answer = sv_subsumed(s->subsumers[w], &sets[olds], sets, olds, n);
    if (answer == SV_SUBSUME_GAVE_UP) s->gave_up++;
    else if ((answer == SV_SUBSUMED) != expected)
      fail_msg("seed %lu, question %u, way %u: says %d of %u sets with %u bits",
               (unsigned long)s->seed, s->asked, w, answer, olds, n);
  }
  if (olds && !is_contained(s, fresh, NULL, 0, n)) ask_solvers(s, sets, olds, n, expected);
}

static void ask_some(shop *s) {
  set fresh, old[OLDS];
  uint32_t n = below(s, 10) ? 1 + below(s, BITS) : 0, olds = below(s, OLDS + 1);
  grow(s, below(s, 12));
  fresh = any_set(s, n);
  for (uint32_t k = 0; k < olds; k++) old[k] = related(s, &fresh, n);
  if (olds >= 2 && below(s, 2)) halves(s, &fresh, n, old);
  for (uint32_t k = 0; k < olds; k++) ask(s, &fresh, &old[k], 1, n);
  ask(s, &fresh, old, olds, n);
  for (uint32_t k = 0; k < olds; k++) ask(s, &old[k], &fresh, 1, n);
}

static void all_ways_agree_with_enumeration(void **state) {
  SV_UNUSED(state);
  uint32_t asked = 0, contained = 0;
  for (uint64_t seed = 1; seed <= ROUNDS / SEEDS_PER_GRAPH; seed++) {
    shop s;
    // BuDDy is one package for a process: one shop at a time.
    open_shop(&s, seed);
    for (uint32_t i = 0; i < SEEDS_PER_GRAPH; i++) ask_some(&s);
    assert_int_equal(s.gave_up, 0);
    asked += s.asked, contained += s.contained;
    close_shop(&s);
  }
  assert_true(contained > asked / 8 && contained < asked * 7 / 8);
}

// ---- loops

// A round of a little program, from the set that came out of the round before.
static set step(shop *s, const set *from, const uint32_t *code, uint32_t n) {
  set to = *from;
  for (uint32_t i = 0; i < 6; i++) {
    uint32_t at = code[i] % n, a = code[i] / 8 % n, b = code[i] / 64 % n, kind = code[i] / 512 % 5;
    if (kind == 0) to.bits[at] = sv_aig_xor(s->g, to.bits[a], to.bits[b]);
    if (kind == 1) to.bits[at] = sv_aig_and(s->g, to.bits[a], sv_lit_not(to.bits[b]));
    if (kind == 2) to.bits[at] = sv_aig_ite(s->g, sv_aig_input(s->g), to.bits[a], to.bits[b]);
    if (kind == 3) to.bits[at] = sv_aig_ite(s->g, to.bits[a], sv_lit_not(to.bits[b]), to.bits[at]);
    if (kind == 4) to.guard = sv_aig_and(s->g, to.guard, sv_aig_or(s->g, to.bits[a], to.bits[b]));
  }
  return to;
}

// The same for one state and one choice of inputs; false: the guard is.
static bool step_state(uint32_t *state, const uint32_t *code, uint32_t n, uint32_t choices) {
  for (uint32_t i = 0; i < 6; i++) {
    uint32_t at = code[i] % n, x = *state, kind = code[i] / 512 % 5;
    bool a = x >> code[i] / 8 % n & 1, b = x >> code[i] / 64 % n & 1, now = x >> at & 1;
    if (kind == 4 && !a && !b) return false;
    if (kind == 0) now = a != b;
    if (kind == 1) now = a && !b;
    if (kind == 2) now = choices & 1 ? a : b, choices >>= 1;
    if (kind == 3) now = a ? !b : now;
    *state = (x & ~(1u << at)) | (uint32_t)now << at;
  }
  return true;
}

// Returns whether there is a state that none of the rounds before had.
static bool next_states(const states *from, const uint32_t *code, uint32_t n, states *seen,
                        states *to) {
  bool new = false;
  *to = (states){{0}};
  for (uint32_t x = 0; x < 1u << n; x++)
    for (uint32_t choices = 0; from->has[x] && choices < 64; choices++) {
      uint32_t state = x;
      if (step_state(&state, code, n, choices)) to->has[state] = true;
    }
  for (uint32_t x = 0; x < 1u << n; x++) {
    new |= to->has[x] && !seen->has[x];
    seen->has[x] |= to->has[x];
  }
  return new;
}

enum { MOST_STEPS = 24 };

static void follow_loop(uint64_t seed, sv_subsume_method way) {
  shop s = {.g = sv_aig_new(), .random = {seed}, .seed = seed};
  sv_subsumer *u = sv_subsumer_new(s.g, way, NULL);
  uint32_t code[6], n = 3 + below(&s, 5);
  set at[MOST_STEPS + 1] = {{.guard = SV_LIT_TRUE}};
  sv_parametric_set sets[MOST_STEPS + 1];
  states seen = {{0}}, now = {{0}}, then;
  for (uint32_t i = 0; i < 6; i++) code[i] = below(&s, 1 << 20);
  for (uint32_t i = 0; i < n; i++) at[0].bits[i] = SV_LIT_FALSE;
  at[0].bits[0] = sv_aig_input(s.g);
  now.has[0] = now.has[1] = seen.has[0] = seen.has[1] = true;
  bool new = true;
  for (uint32_t i = 0; i < MOST_STEPS && new; i++) {
    sets[i] = (sv_parametric_set){at[i].bits, at[i].guard};
    at[i + 1] = step(&s, &at[i], code, n);
    sets[i + 1] = (sv_parametric_set){at[i + 1].bits, at[i + 1].guard};
    new = next_states(&now, code, n, &seen, &then);
    now = then;
    sv_subsume_answer answer = sv_subsumed(u, &sets[i + 1], sets, i + 1, n);
    if (answer != (new ? SV_NOT_SUBSUMED : SV_SUBSUMED))
      fail_msg("seed %lu, way %u, round %u: says %d", (unsigned long)seed, way, i, answer);
  }
  sv_subsumer_free(u);
  sv_aig_free(s.g);
}

static void loops_end_when_they_should(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= ROUNDS / 5; seed++) {
    follow_loop(seed, SV_SUBSUME_CEGAR);
    if (seed % 10 == 0) follow_loop(seed, SV_SUBSUME_BDD);
    if (seed % 50 == 0) follow_loop(seed, SV_SUBSUME_DEPQBF);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_ways_agree_with_enumeration),
      cmocka_unit_test(loops_end_when_they_should),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
