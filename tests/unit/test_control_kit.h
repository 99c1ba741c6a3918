// test_control_kit.h -- control in the graph held against exec.
//
// Codes are collected on random walks, and then by test_blast_kit.h from steps
// that are possible, enabled or not, so holders stand where no run leaves them.
// In each of them exactly the actions that exec's survey leaves must be
// possible and allowed, and properties must be violated where exec says so; where no
// holder is stuck, the same if holders are taken to move. What joins a step is left by exec.

#ifndef SV_TEST_CONTROL_KIT_H
#define SV_TEST_CONTROL_KIT_H

#include "encode/control/control.h"
#include "unit/test_blast_kit.h"

typedef struct {
  uint64_t states, held, passing, dropped, enabled, cut, violated;
  uint32_t nets, refused;
} control_tally;

// All literals that are compared: an action's each, a property's each, passing; the same if all
// holders move; what joins a step, an action's each; stuck.
typedef struct {
  sv_lits roots;
  bool knows_deadlocks;
} control_roots;

static inline void note_roots(sv_control *c, const held *h, control_roots *r) {
  sv_lit passing = sv_control_passing(c), some, bad;
  r->knows_deadlocks = true;
  for (uint32_t a = 0; a < h->net->actions.n; a++) {
    bool known = sv_control_some(c, a, &some);
    sv_push(r->roots, known ? sv_aig_and(h->aig, some, sv_control_allowed(c, a)) : SV_LIT_FALSE);
    r->knows_deadlocks &= known;
  }
  for (uint32_t p = 1; p < h->net->properties.n; p++) {
    bool known = sv_control_violated(c, p, &bad);
    assert_true(known == (r->knows_deadlocks || h->net->properties.at[p].kind != SV_PROP_DEADLOCK));
    sv_push(r->roots, known ? bad : SV_LIT_FALSE);
  }
  sv_push(r->roots, passing);
}

static inline void note_later(sv_control *c, const held *h, control_roots *r) {
  for (uint32_t a = 0; a < h->net->actions.n; a++) {
    sv_lit some, later = sv_control_later(c, a);
    bool known = sv_control_some(c, a, &some);
    sv_push(r->roots, known ? sv_aig_and(h->aig, some, later) : SV_LIT_FALSE);
  }
  sv_push(r->roots, sv_control_stuck(c));
}

static inline uint32_t reading_size(const held *h) {
  return h->net->actions.n + h->net->properties.n;
}

// Where holders move, all that was compared is so for both readings.
static inline void compare_readings(held *h, const uint64_t *out, uint32_t pattern) {
  uint32_t n = reading_size(h), actions = h->net->actions.n;
  bool stuck = out[2 * n + actions] >> pattern & 1;
  for (uint32_t i = 0; i < n; i++)
    if (!stuck && (out[i] ^ out[n + i]) >> pattern & 1) differs(h, i, "a reading");
  for (uint32_t a = 0; a < actions; a++)
    if (out[2 * n + a] >> pattern & 1 && !(out[a] >> pattern & 1)) differs(h, a, "joining a step");
}

// h->state against bit `pattern` of what was simulated.
static inline void compare_control(held *h, const control_roots *r, const uint64_t *out,
                                   uint32_t pattern, control_tally *t) {
  const sv_net *net = h->net;
  bool passing = out[reading_size(h) - 1] >> pattern & 1, holds = false;
  compare_readings(h, out, pattern);
  if (passing != sv_exec_passing(h->exec, h->state)) differs(h, UINT32_MAX, "passing");
  sv_exec_survey(h->exec, h->state);
  for (uint32_t a = 0; a < net->actions.n; a++) {
    bool left = sv_bits_has(&h->exec->counts, a), mine = out[a] >> pattern & 1;
    if (left != mine && r->knows_deadlocks) differs(h, a, "control");
    t->enabled += left && !net->actions.at[a].cut;
    t->cut += left && net->actions.at[a].cut;
    if (!left && !net->actions.at[a].choice_count) t->dropped += exec_can(h, a, NULL);
  }
  for (uint32_t p = 1; p < net->properties.n; p++) {
    if (net->properties.at[p].kind == SV_PROP_DEADLOCK && !r->knows_deadlocks) continue;
    bool bad = sv_exec_violated_in(h->exec, h->state, p);
    if (bad != (out[net->actions.n + p - 1] >> pattern & 1)) differs(h, p, "a violation");
    t->violated += bad;
  }
  if (net->holder != SV_NO_VARIABLE)
    holds = sv_small_get(h->state->cells[net->vars.at[net->holder].first_cell]);
  t->states++;
  t->held += holds;
  t->passing += passing;
}

static inline void compare_codes(held *h, const control_roots *r, control_tally *t) {
  for (uint32_t from = 0; from < h->pool.n; from += BATCH) {
    uint32_t n = h->pool.n - from < BATCH ? h->pool.n - from : BATCH;
    for (uint32_t i = 0; i < n; i++) set_state(h, i, h->pool.at[from + i]);
    uint64_t *out = simulate(h, r->roots.at, r->roots.n);
    for (uint32_t i = 0; i < n; i++) {
      sv_coding_decode(h->coding, h->pool.at[from + i], h->state);
      compare_control(h, r, out, i, t);
    }
    sv_free(out);
  }
}

static inline void compare_rules(held *h, control_tally *t) {
  uint32_t n = h->net->actions.n, refused;
  sv_blasted *all = SV_NEW_ARRAY(sv_blasted, n + 1);
  for (uint32_t a = 0; a < n; a++) sv_blast_action(h->blaster, a, &all[a]);
  sv_control_options o = {.aig = h->aig,
                          .net = h->net,
                          .blaster = h->blaster,
                          .actions = all,
                          .choice = choice_input,
                          .context = h};
  sv_control *c = sv_control_new(&o, &refused);
  o.holders_move = true;
  sv_control *movers = sv_control_new(&o, &refused);
  control_roots r = {0};
  t->nets++;
  if (c) {
    assert_non_null(movers);
    note_roots(c, h, &r);
    note_roots(movers, h, &r);
    note_later(c, h, &r);
    compare_codes(h, &r, t);
  }
  t->refused += !c || !r.knows_deadlocks;
  sv_vec_free(r.roots);
  sv_control_free(c);
  sv_control_free(movers);
  for (uint32_t a = 0; a < n; a++) sv_blasted_free(&all[a]);
  sv_free(all);
}

enum { WALKS = 4, WALK_STEPS = 60 };

// h->state is in the pool. False: nothing can be done, or it has no code.
static inline bool walk_on(held *h, sv_state *next, sv_steps *steps) {
  sv_exec_steps(h->exec, h->state, steps, NULL);
  if (!steps->n) return false;
  uint8_t *code = SV_NEW_ARRAY(uint8_t, h->coding->bits + 1);
  sv_exec_fire(h->exec, h->state, &steps->at[held_below(h, steps->n)], next);
  bool coded = sv_coding_encode(h->coding, next, code);
  if (coded) add_code(h, code);
  sv_state_copy(h->net, h->state, next);
  sv_free(code);
  return coded;
}

static inline void walk(held *h) {
  sv_state *next = sv_state_new(h->net);
  sv_steps steps = {0};
  for (uint32_t i = 0, initials = h->pool.n; i < WALKS; i++) {
    sv_coding_decode(h->coding, h->pool.at[held_below(h, initials)], h->state);
    for (uint32_t k = 0; k < WALK_STEPS && walk_on(h, next, &steps); k++) continue;
  }
  sv_steps_free(&steps);
  sv_state_free(h->net, next);
}

static inline void control_of(const sv_net *net, const sv_profile *profile, sv_queue_style style,
                              const char *name, uint64_t seed, sv_profile *seen, control_tally *t) {
  held h = hold(net, profile, style, name, seed);
  h.blaster = sv_blaster_new(h.aig, h.coding, h.inputs, choice_input, &h);
  sv_exec_initials(h.exec, take_initial, &h);
  if (h.pool.n) {
    walk(&h);
    compare_steps(&h, 1);
    compare_rules(&h, t);
  }
  for (uint32_t i = 0; seen && i < h.pool.n; i += 2) {
    sv_coding_decode(h.coding, h.pool.at[i], h.state);
    sv_profile_add(seen, h.state);
  }
  let_go(&h);
}

// With all values coded, and with those of some states only.
static inline void control_of_net(const sv_net *net, const char *name, uint64_t seed,
                                  control_tally *t) {
  sv_profile *few = sv_profile_blank(net);
  control_of(net, NULL, SV_QUEUE_SHIFTING, name, seed, few, t);
  control_of(net, few, SV_QUEUE_CYCLIC, name, seed, NULL, t);
  sv_profile_free(few);
}

#endif
