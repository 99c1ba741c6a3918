// test_circuit_kit.h -- nets as circuits held against exec.
//
// States are collected on random walks. In each of them a solver lists the
// circuit's successors, which must be exec's; violations and cuts must be where
// exec has them. That `legal` holds initially and that steps keep it is shown
// once for all states.

#ifndef SV_TEST_CIRCUIT_KIT_H
#define SV_TEST_CIRCUIT_KIT_H

#include "encode/bits/circuit.h"
#include "encode/graph/tseitin.h"
#include "solver/sat.h"
#include "unit/test_control_kit.h"

typedef struct {
  uint64_t states, steps, violated, cut, outside;
  uint32_t nets, refused;  // refused: also where initial states have no code
} circuit_tally;

typedef struct {
  held h;
  sv_circuit *c;
  sv_sat *sat;
  sv_cnf *cnf;
  sv_i32s assumed;
  sv_steps steps;
  sv_state *next;
} circuit_test;

static inline int32_t circuit_literal(circuit_test *t, sv_lit a) {
  return sv_cnf_literal(t->cnf, a);
}

static inline bool can_be(circuit_test *t, sv_lit extra) {
  uint32_t before = t->assumed.n;
  sv_push(t->assumed, circuit_literal(t, extra));
  bool yes = sv_sat_solve(t->sat, t->assumed.at, t->assumed.n, NULL) == SV_SAT_YES;
  t->assumed.n = before;
  return yes;
}

static inline void assume_state(circuit_test *t, const uint8_t *code) {
  sv_clear(t->assumed);
  for (uint32_t i = 0; i < t->c->state.n; i++)
    sv_push(t->assumed, circuit_literal(t, sv_lit_not_if(t->c->state.at[i], !code[i])));
}

// ---- successors

static inline void read_bits(circuit_test *t, const sv_lits *from, uint8_t *out) {
  for (uint32_t i = 0; i < from->n; i++) {
    int32_t literal = sv_cnf_literal(t->cnf, from->at[i]);
    out[i] = sv_sat_value(t->sat, literal);
  }
}

// The step that the model's inputs name leads to this code.
static inline void check_named(circuit_test *t, const uint8_t *inputs, const uint8_t *code) {
  const sv_net *net = t->h.net;
  sv_step step = {.action = sv_circuit_action(t->c, inputs)};
  uint8_t *expected = SV_NEW_ARRAY(uint8_t, t->c->state.n + 1);
  if (step.action == UINT32_MAX) differs(&t->h, 0, "a step without an action");
  step.choices = SV_NEW_ARRAY(sv_value, net->actions.at[step.action].choice_count + 1);
  sv_circuit_choices(t->c, step.action, inputs, step.choices);
  if (!sv_exec_enabled(t->h.exec, t->h.state, &step)) differs(&t->h, step.action, "enabledness");
  sv_exec_fire(t->h.exec, t->h.state, &step, t->next);
  assert_true(sv_coding_encode(t->h.coding, t->next, expected));
  if (t->c->state.n && memcmp(expected, code, t->c->state.n))
    differs(&t->h, step.action, "the successor of a circuit");
  sv_step_free(&step);
  sv_free(expected);
}

typedef SV_VEC(uint8_t *) code_list;

static inline bool has_code(const code_list *l, const uint8_t *code, uint32_t bits) {
  for (uint32_t i = 0; i < l->n; i++)
    if (!bits || !memcmp(l->at[i], code, bits)) return true;
  return false;
}

// True: the effect of some step has no code.
static inline bool list_exec_codes(circuit_test *t, code_list *out) {
  uint32_t bits = t->c->state.n;
  bool left = false;
  for (uint32_t i = 0; i < t->steps.n; i++) {
    uint8_t *code = SV_NEW_ARRAY(uint8_t, bits + 1);
    sv_exec_fire(t->h.exec, t->h.state, &t->steps.at[i], t->next);
    bool coded = sv_coding_encode(t->h.coding, t->next, code);
    left |= !coded;
    if (!coded || has_code(out, code, bits)) sv_free(code);
    else sv_push(*out, code);
  }
  return left;
}

// Every successor is asked for until the solver knows no more.
static inline void compare_successors(circuit_test *t, circuit_tally *tally) {
  uint32_t bits = t->c->state.n, found = 0, before = t->assumed.n;
  uint8_t *code = SV_NEW_ARRAY(uint8_t, bits + 1);
  uint8_t *inputs = SV_NEW_ARRAY(uint8_t, t->c->inputs.n + 1);
  code_list expected = {0};
  sv_i32s block = {0};
  int32_t round = 0;
  bool left = list_exec_codes(t, &expected);
  if (left != can_be(t, t->c->outside)) differs(&t->h, 0, "a way out of the coding");
  tally->outside += left;
  circuit_literal(t, t->c->step);
  for (uint32_t i = 0; i < bits; i++) circuit_literal(t, t->c->next.at[i]);
  for (uint32_t i = 0; i < t->c->inputs.n; i++) circuit_literal(t, t->c->inputs.at[i]);
  round = sv_cnf_variable(t->cnf);
  circuit_literal(t, t->c->step);
  sv_push(t->assumed, round);
  while (can_be(t, t->c->step)) {
    read_bits(t, &t->c->next, code);
    read_bits(t, &t->c->inputs, inputs);
    check_named(t, inputs, code);
    if (!has_code(&expected, code, bits)) differs(&t->h, 0, "a successor that exec lacks");
    sv_clear(block);
    sv_push(block, -round);
    for (uint32_t i = 0; i < bits; i++)
      sv_push(block, (code[i] ? -1 : 1) * sv_cnf_literal(t->cnf, t->c->next.at[i]));
    sv_sat_add(t->sat, block.at, block.n);
    found++;
  }
  t->assumed.n = before;
  if (found != expected.n) differs(&t->h, found, "the number of successors");
  tally->steps += found;
  for (uint32_t i = 0; i < expected.n; i++) sv_free(expected.at[i]);
  sv_vec_free(expected);
  sv_vec_free(block);
  sv_free(code);
  sv_free(inputs);
}

// ---- properties

static inline bool is_lacking(const sv_circuit *c, uint32_t property) {
  for (uint32_t i = 0; i < c->lacking.n; i++)
    if (c->lacking.at[i] == property) return true;
  return false;
}

static inline bool exec_violates(circuit_test *t, uint32_t property) {
  bool bad = sv_exec_violated_in(t->h.exec, t->h.state, property);
  for (uint32_t i = 0; i < t->steps.n; i++)
    bad |= sv_exec_violated_by(t->h.net, &t->steps.at[i], property);
  return bad;
}

static inline void compare_bad(circuit_test *t, circuit_tally *tally) {
  for (uint32_t p = 1; p < t->h.net->properties.n; p++) {
    if (is_lacking(t->c, p)) continue;
    bool bad = can_be(t, t->c->bad.at[p]);
    if (bad != exec_violates(t, p)) differs(&t->h, p, "a violation in a circuit");
    tally->violated += bad;
  }
  bool cut = can_be(t, t->c->cut);
  if (cut != (sv_exec_cut(t->h.exec, t->h.state) != UINT32_MAX)) differs(&t->h, 0, "a cut");
  tally->cut += cut;
}

// ---- all of it

enum { CIRCUIT_STATES = 24, CIRCUIT_STEPS = 60 };

static inline void compare_state(circuit_test *t, const uint8_t *code, circuit_tally *tally) {
  sv_coding_decode(t->h.coding, code, t->h.state);
  assume_state(t, code);
  if (!can_be(t, t->c->legal)) differs(&t->h, 0, "legality");
  if (can_be(t, t->c->initial) != sv_exec_is_initial(t->h.exec, t->h.state))
    differs(&t->h, 0, "an initial state of a circuit");
  sv_exec_steps(t->h.exec, t->h.state, &t->steps, NULL);
  if (t->steps.n > CIRCUIT_STEPS) return;
  compare_bad(t, tally);
  compare_successors(t, tally);
  tally->states++;
}

static inline void check_legal(circuit_test *t) {
  sv_map next = {0};
  sv_lit after = t->c->legal;
  for (uint32_t i = 0; i < t->c->state.n; i++)
    sv_map_put(&next, sv_lit_node(t->c->state.at[i]), t->c->next.at[i].x);
  sv_aig_substitute(t->c->aig, &after, 1, &next);
  sv_map_free(&next);
  sv_clear(t->assumed);
  sv_lit broken = sv_aig_and(t->c->aig, t->c->initial, sv_lit_not(t->c->legal));
  if (can_be(t, broken)) differs(&t->h, 0, "legality at the start");
  broken = sv_aig_and(t->c->aig, sv_aig_and(t->c->aig, t->c->legal, t->c->step), sv_lit_not(after));
  if (can_be(t, broken)) differs(&t->h, 0, "legality behind a step");
}

// Reachable codes only: nothing is promised of others.
static inline void collect_reachable(held *h) {
  sv_exec_initials(h->exec, take_initial, h);
  if (h->pool.n) walk(h);
}

static inline void circuit_of(const sv_net *net, const sv_profile *profile, sv_queue_style style,
                              sv_circuit_select select, const char *name, uint64_t seed,
                              sv_profile *seen, circuit_tally *tally) {
  sv_text why = {0};
  circuit_test t = {.h = hold(net, profile, style, name, seed)};
  t.c = sv_circuit_new(t.h.coding, select, &why);
  bool refused = !t.c || sv_lit_same(t.c->outside, SV_LIT_TRUE);
  tally->nets++;
  tally->refused += refused;
  if (!refused) {
    t.sat = sv_sat_new();
    t.cnf = sv_cnf_new(t.c->aig, sv_sat_sink(t.sat));
    t.next = sv_state_new(net);
    check_legal(&t);
    collect_reachable(&t.h);
    for (uint32_t i = 0; i < t.h.pool.n && i < CIRCUIT_STATES; i++)
      compare_state(&t, t.h.pool.at[held_below(&t.h, t.h.pool.n)], tally);
    sv_state_free(net, t.next);
    sv_steps_free(&t.steps);
    sv_cnf_free(t.cnf);
    sv_sat_free(t.sat);
    sv_vec_free(t.assumed);
  }
  for (uint32_t i = 0; seen && i < t.h.pool.n; i++) {
    sv_coding_decode(t.h.coding, t.h.pool.at[i], t.h.state);
    if (i < INITIALS || i % 3 == 0) sv_profile_add(seen, t.h.state);
  }
  sv_circuit_free(t.c);
  sv_text_free(&why);
  let_go(&t.h);
}

// With all values coded, and with those of some states only.
static inline void circuit_of_net(const sv_net *net, const char *name, uint64_t seed,
                                  circuit_tally *t) {
  sv_profile *few = sv_profile_blank(net);
  sv_circuit_select one = seed & 1 ? SV_SELECT_BINARY : SV_SELECT_ONE_HOT;
  sv_circuit_select other = seed & 1 ? SV_SELECT_ONE_HOT : SV_SELECT_BINARY;
  circuit_of(net, NULL, SV_QUEUE_SHIFTING, one, name, seed, few, t);
  circuit_of(net, few, SV_QUEUE_SHIFTING, other, name, seed, NULL, t);
  sv_profile_free(few);
}

#endif
