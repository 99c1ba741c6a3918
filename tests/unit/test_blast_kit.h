// test_blast_kit.h -- blasted nets held against exec.
//
// A pool of codes grows from the initial states by the blasted steps
// themselves. Actions are blasted once over inputs; 64 pairs of a pooled code
// and random choice bits are simulated at a time, and each must agree with
// exec: possible or not, codable or not, and the same successor. So rings get
// turned, and codes of choices beyond their sorts occur.

#ifndef SV_TEST_BLAST_KIT_H
#define SV_TEST_BLAST_KIT_H

#include "unit/unit.h"

#include "analysis/access/profile_inside.h"
#include "base/random.h"
#include "encode/bits/blast.h"
#include "exec/exec_inside.h"
#include "exec/trace.h"

enum { POOL = 160, INITIALS = 24, BATCH = 64, CHOICES_MAX = 4096 };

typedef struct {
  const char *name;
  uint64_t seed;
  sv_random random;
  const sv_net *net;
  sv_exec *exec;
  sv_coding *coding;
  sv_aig *aig;
  sv_blaster *blaster;
  sv_lit *inputs;           // of state bits
  sv_map choice_inputs;     // k << 32 | bit -> literal
  SV_VEC(uint64_t) values;  // by input node: 64 patterns
  SV_VEC(uint8_t *) pool;
  sv_state *state;
  uint64_t steps, outside;  // that were compared
} held;

static inline void differs(const held *h, uint32_t action, const char *what) {
  sv_text text = {0};
  sv_state_print(h->net, h->state, &text);
  fprintf(stderr, "%s\n", sv_text_get(&text));
  sv_text_free(&text);
  fail_msg("%s, seed %llu, action %u: %s differs", h->name, (unsigned long long)h->seed, action,
           what);
}

static inline uint32_t held_below(held *h, uint32_t n) { return sv_random_below(&h->random, n); }

// ---- inputs

static inline sv_lit choice_input(void *context, uint32_t k, uint32_t bit) {
  held *h = context;
  uint64_t key = (uint64_t)k << 32 | bit;
  uint32_t known = sv_map_get(&h->choice_inputs, key);
  if (known != SV_MAP_NONE) return (sv_lit){known};
  sv_lit input = sv_aig_input(h->aig);
  sv_map_put(&h->choice_inputs, key, input.x);
  return input;
}

static inline void set_input(held *h, sv_lit input, uint32_t pattern, bool value) {
  uint32_t node = sv_lit_node(input);
  if (h->values.n <= node) sv_fill(h->values, node + 1);
  uint64_t mask = UINT64_C(1) << pattern;
  h->values.at[node] = (h->values.at[node] & ~mask) | (value ? mask : 0);
}

static inline uint64_t input_value(void *context, uint32_t input) {
  held *h = context;
  return input < h->values.n ? h->values.at[input] : 0;
}

static inline void set_state(held *h, uint32_t pattern, const uint8_t *code) {
  for (uint32_t i = 0; i < h->coding->bits; i++) set_input(h, h->inputs[i], pattern, code[i]);
}

static inline uint64_t *simulate(held *h, const sv_lit *roots, uint32_t n) {
  uint64_t *out = SV_NEW_ARRAY(uint64_t, n + 1);
  sv_aig_simulate(h->aig, roots, n, input_value, h, out);
  return out;
}

// ---- the pool

static inline void add_code(held *h, const uint8_t *code) {
  uint32_t bits = h->coding->bits;
  for (uint32_t i = 0; i < h->pool.n; i++)
    if (!bits || !memcmp(h->pool.at[i], code, bits)) return;
  if (h->pool.n < POOL) {
    sv_push(h->pool, SV_NEW_ARRAY(uint8_t, bits + 1));
    if (bits) memcpy(sv_last(h->pool), code, bits);
  } else if (held_below(h, 4) == 0) {
    memcpy(h->pool.at[held_below(h, h->pool.n)], code, bits);
  }
}

static inline bool take_initial(void *context, const sv_state *s) {
  held *h = context;
  uint8_t *code = SV_NEW_ARRAY(uint8_t, h->coding->bits + 1);
  if (sv_coding_encode(h->coding, s, code)) {
    sv_coding_decode(h->coding, code, h->state);
    if (!sv_state_equal(h->net, h->state, s)) differs(h, 0, "the decoded initial state");
    add_code(h, code);
  }
  sv_free(code);
  return h->pool.n < INITIALS;
}

static inline held hold(const sv_net *net, const sv_profile *profile, sv_queue_style style,
                        const char *name, uint64_t seed) {
  held h = {.name = name, .seed = seed, .random = {seed}, .net = net};
  sv_text why = {0};
  h.coding = sv_coding_new(net, profile, style, &why);
  if (!h.coding) fail_msg("%s, seed %llu: %s", name, (unsigned long long)seed, sv_text_get(&why));
  sv_text_free(&why);
  h.exec = sv_exec_new(net);
  h.state = sv_state_new(net);
  h.aig = sv_aig_new();
  h.inputs = SV_NEW_ARRAY(sv_lit, h.coding->bits + 1);
  for (uint32_t i = 0; i < h.coding->bits; i++) h.inputs[i] = sv_aig_input(h.aig);
  return h;
}

static inline void let_go(held *h) {
  for (uint32_t i = 0; i < h->pool.n; i++) sv_free(h->pool.at[i]);
  sv_vec_free(h->pool);
  sv_vec_free(h->values);
  sv_map_free(&h->choice_inputs);
  sv_blaster_free(h->blaster);
  sv_free(h->inputs);
  sv_state_free(h->net, h->state);
  sv_exec_free(h->exec);
  sv_aig_free(h->aig);
  sv_coding_free(h->coding);
}

// ---- steps

// What exec says of an action in h->state with these choices.
static inline bool exec_can(held *h, uint32_t action, const sv_value *choices) {
  const sv_net_action *a = &h->net->actions.at[action];
  for (uint32_t k = 0; k < a->choice_count; k++)
    if (!sv_choices_has(h->net, a->choices[k], choices[k])) return false;
  return sv_exec_edges_fit(h->exec, h->state, a) &&
         sv_exec_guard_holds(h->exec, h->state, action) &&
         sv_exec_try(h->exec, h->state, action, choices) == SV_STEP_OK;
}

// h->exec->after is the true successor; `code` is the blasted one.
static inline void compare_effect(held *h, uint32_t action, const uint8_t *code, bool left) {
  uint8_t *expected = SV_NEW_ARRAY(uint8_t, h->coding->bits + 1);
  bool ring = h->coding->style == SV_QUEUE_CYCLIC;
  bool fits = sv_coding_encode(h->coding, h->exec->after, expected);
  h->outside += left;
  if (left ? fits && !ring : !fits) differs(h, action, "whether the step leaves the coding");
  if (!left && fits) {
    h->steps++;
    if (!ring && memcmp(code, expected, h->coding->bits)) differs(h, action, "the new code");
    sv_coding_decode(h->coding, code, h->state);
    if (!sv_state_equal(h->net, h->state, h->exec->after)) differs(h, action, "the successor");
    add_code(h, code);
  }
  sv_free(expected);
}

typedef struct {
  uint32_t from;  // code in the pool (a copy: the pool changes)
  uint8_t *code;
  sv_value *choices;
} trial;

static inline trial draw_trial(held *h, uint32_t action, uint32_t pattern) {
  uint32_t n = h->net->actions.at[action].choice_count, bits = h->coding->bits;
  trial t = {.from = held_below(h, h->pool.n)};
  t.code = SV_NEW_ARRAY(uint8_t, bits + 1);
  if (bits) memcpy(t.code, h->pool.at[t.from], bits);
  t.choices = SV_NEW_ARRAY(sv_value, n + 1);
  set_state(h, pattern, t.code);
  for (uint32_t k = 0; k < n; k++) {
    uint8_t chosen[CHOICES_MAX];
    uint32_t count = sv_blast_choice_bits(h->net, action, k);
    assert_true(count <= CHOICES_MAX);
    for (uint32_t i = 0; i < count; i++) {
      chosen[i] = held_below(h, i > 4 ? 8 : 2) == 0;
      set_input(h, choice_input(h, k, i), pattern, chosen[i]);
    }
    t.choices[k] = sv_blast_choice_value(h->net, action, k, chosen);
  }
  return t;
}

static inline void compare_trial(held *h, const sv_blasted *x, trial *t, const uint64_t *out,
                                 uint32_t pattern) {
  const uint64_t *writes = out + 1, *ways = out + 1 + x->writes.n;
  bool left = false, possible = out[0] >> pattern & 1;
  for (uint32_t i = 0; i < x->outside.n; i++) left |= ways[i] >> pattern & 1;
  for (uint32_t i = 0; i < x->writes.n; i++)
    t->code[x->writes.at[i].bit] = writes[i] >> pattern & 1;
  if (left && !possible) differs(h, x->action, "a way out of an impossible step");
  if (exec_can(h, x->action, t->choices) != possible) differs(h, x->action, "possibility");
  if (possible) compare_effect(h, x->action, t->code, left);
}

static inline void check_shape(held *h, const sv_blasted *x) {
  for (uint32_t i = 0; i + 1 < x->writes.n; i++)
    if (x->writes.at[i].bit >= x->writes.at[i + 1].bit) differs(h, x->action, "order of writes");
  for (uint32_t i = 0; i < x->outside.n; i++)
    if (sv_lit_same(x->outside.at[i].when, SV_LIT_FALSE)) differs(h, x->action, "a way to nowhere");
}

static inline void compare_batch(held *h, const sv_blasted *x) {
  sv_lits roots = {0};
  trial trials[BATCH];
  check_shape(h, x);
  sv_push(roots, x->possible);
  for (uint32_t i = 0; i < x->writes.n; i++) sv_push(roots, x->writes.at[i].value);
  for (uint32_t i = 0; i < x->outside.n; i++) sv_push(roots, x->outside.at[i].when);
  for (uint32_t p = 0; p < BATCH; p++) trials[p] = draw_trial(h, x->action, p);
  uint64_t *out = simulate(h, roots.at, roots.n);
  for (uint32_t p = 0; p < BATCH; p++) {
    sv_coding_decode(h->coding, trials[p].code, h->state);
    compare_trial(h, x, &trials[p], out, p);
    sv_free(trials[p].code);
    sv_free(trials[p].choices);
  }
  sv_free(out);
  sv_vec_free(roots);
}

// All actions over inputs, some rounds of batches.
static inline void compare_steps(held *h, uint32_t rounds) {
  uint32_t n = h->net->actions.n;
  sv_blasted *all = SV_NEW_ARRAY(sv_blasted, n + 1);
  for (uint32_t a = 0; a < n; a++) sv_blast_action(h->blaster, a, &all[a]);
  for (uint32_t r = 0; r < rounds; r++)
    for (uint32_t a = 0; a < n; a++)
      if (!sv_lit_same(all[a].possible, SV_LIT_FALSE) || r == 0) compare_batch(h, &all[a]);
  for (uint32_t a = 0; a < n; a++) sv_blasted_free(&all[a]);
  sv_free(all);
}

// In a single state everything is constant, or depends on choices only.
static inline void compare_concrete(held *h) {
  uint32_t bits = h->coding->bits, from = held_below(h, h->pool.n), kept = h->pool.n;
  sv_lit *state = SV_NEW_ARRAY(sv_lit, bits + 1);
  uint8_t *code = SV_NEW_ARRAY(uint8_t, bits + 1);
  if (bits) memcpy(code, h->pool.at[from], bits);
  for (uint32_t i = 0; i < bits; i++) state[i] = sv_lit_const(code[i]);
  sv_blaster_move(h->blaster, state);
  for (uint32_t a = 0; a < h->net->actions.n; a++) {
    sv_blasted x;
    sv_blast_action(h->blaster, a, &x);
    sv_coding_decode(h->coding, code, h->state);
    if (!h->net->actions.at[a].choice_count) {
      uint8_t *next = SV_NEW_ARRAY(uint8_t, bits + 1);
      memcpy(next, code, bits);
      if (!sv_lit_is_const(x.possible)) differs(h, a, "constancy");
      if (exec_can(h, a, NULL) != x.possible.x) differs(h, a, "concrete possibility");
      for (uint32_t i = 0; i < x.writes.n; i++)
        next[x.writes.at[i].bit] = sv_lit_same(x.writes.at[i].value, SV_LIT_TRUE);
      if (x.possible.x) compare_effect(h, a, next, x.outside.n);
      sv_free(next);
    }
    sv_blasted_free(&x);
  }
  assert_true(h->pool.n >= kept);
  sv_blaster_move(h->blaster, h->inputs);
  sv_free(state);
  sv_free(code);
}

// ---- terms and initial states

static inline void compare_terms(held *h) {
  for (uint32_t p = 1; p < h->net->properties.n; p++) {
    sv_term t = h->net->properties.at[p].term;
    if (sv_is_none(t)) continue;
    sv_lit root = sv_blast_bool(h->blaster, t);
    for (uint32_t i = 0; i < h->pool.n && i < BATCH; i++) set_state(h, i, h->pool.at[i]);
    uint64_t *out = simulate(h, &root, 1);
    for (uint32_t i = 0; i < h->pool.n && i < BATCH; i++) {
      sv_coding_decode(h->coding, h->pool.at[i], h->state);
      bool holds = sv_small_get(sv_exec_evaluate(h->exec, h->state, t));
      if (holds != (out[0] >> i & 1)) differs(h, p, "a property");
    }
    sv_free(out);
  }
}

// Codes of the pool, some with a bit of a cell turned over.
static inline void compare_initials(held *h) {
  sv_blasted x;
  sv_lit root = sv_blast_initial(h->blaster, &x);
  uint32_t bits = h->coding->bits;
  uint8_t *codes = SV_NEW_ARRAY(uint8_t, (size_t)BATCH * (bits + 1)), *again = codes;
  for (uint32_t p = 0; p < BATCH && h->pool.n; p++) {
    uint8_t *code = codes + (size_t)p * (bits + 1);
    if (bits) memcpy(code, h->pool.at[held_below(h, h->pool.n)], bits);
    uint32_t flip = bits ? held_below(h, bits) : 0;
    if (bits && p % 2 && h->coding->owner[flip] < h->net->cells) code[flip] ^= 1;
    set_state(h, p, code);
  }
  uint64_t *out = simulate(h, &root, 1);
  again = SV_NEW_ARRAY(uint8_t, bits + 1);
  for (uint32_t p = 0; p < BATCH && h->pool.n && !x.outside.n; p++) {
    uint8_t *code = codes + (size_t)p * (bits + 1);
    sv_coding_decode(h->coding, code, h->state);
    bool initial = sv_exec_is_initial(h->exec, h->state);
    initial = initial && sv_coding_encode(h->coding, h->state, again) && !memcmp(again, code, bits);
    if (initial != (out[0] >> p & 1)) differs(h, p, "an initial state");
  }
  sv_free(again);
  sv_free(out);
  sv_free(codes);
  sv_blasted_free(&x);
}

// Returns the number of steps compared; the states of the pool are added to *seen.
static inline uint64_t compare_all(const sv_net *net, const sv_profile *profile,
                                   sv_queue_style style, const char *name, uint64_t seed,
                                   uint32_t rounds, sv_profile *seen, uint64_t *left) {
  held h = hold(net, profile, style, name, seed);
  h.blaster = sv_blaster_new(h.aig, h.coding, h.inputs, choice_input, &h);
  sv_exec_end end = sv_exec_initials(h.exec, take_initial, &h);
  assert_true(end != SV_EXEC_INFINITE);
  compare_initials(&h);
  if (h.pool.n) {
    compare_steps(&h, rounds);
    for (uint32_t i = 0; i < 4; i++) compare_concrete(&h);
    compare_terms(&h);
    compare_initials(&h);
  }
  for (uint32_t i = 0; seen && i < h.pool.n; i++) {
    sv_coding_decode(h.coding, h.pool.at[i], h.state);
    if (held_below(&h, 3) == 0 || i == 0) sv_profile_add(seen, h.state);
  }
  *left += h.outside;
  let_go(&h);
  return h.steps;
}

// With all values coded, and with those of some states only; both kinds of queues.
static inline uint64_t compare_net(const sv_net *net, const char *name, uint64_t seed,
                                   uint32_t rounds, uint64_t *left) {
  sv_profile *few = sv_profile_blank(net), *all = sv_profile_all(net);
  uint64_t n =
      compare_all(net, seed & 1 ? all : NULL, SV_QUEUE_SHIFTING, name, seed, rounds, few, left);
  n += compare_all(net, few, SV_QUEUE_SHIFTING, name, seed, rounds, NULL, left);
  if (net->queues.n) {
    n += compare_all(net, all, SV_QUEUE_CYCLIC, name, seed, rounds, NULL, left);
    n += compare_all(net, few, SV_QUEUE_CYCLIC, name, seed, rounds, NULL, left);
  }
  sv_profile_free(few);
  sv_profile_free(all);
  return n;
}

#endif
