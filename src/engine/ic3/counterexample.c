// counterexample.c -- from a chain of obligations to a run.
//
// Every legal state of an obligation's cube leads into the next one with the
// inputs that are kept there: so any initial state in the first cube will do.

#include "engine/ic3/inside.h"

typedef struct {
  uint8_t *by_node;
  uint64_t *out;
} simulation;

static uint64_t value_of(void *context, uint32_t input) { return ((uint8_t *)context)[input]; }

static void set(const sv_lits *inputs, const uint8_t *values, uint8_t *by_node) {
  for (uint32_t i = 0; i < inputs->n; i++) by_node[sv_lit_node(inputs->at[i])] = values[i];
}

// One step with these inputs; false: they name none.
static bool advance(const sv_circuit *c, simulation *s, uint8_t *state) {
  uint64_t steps;
  sv_aig_simulate(c->aig, &c->step, 1, value_of, s->by_node, &steps);
  sv_aig_simulate(c->aig, c->next.at, c->next.n, value_of, s->by_node, s->out);
  for (uint32_t i = 0; i < c->next.n; i++) state[i] = s->out[i] & 1;
  return steps & 1;
}

static bool note_met(sv_ic3 *x, simulation *s) {
  bool some = false;
  sv_bits_clear(&x->met);
  for (uint32_t i = sv_bits_next(&x->live, 0); i != UINT32_MAX; i = sv_bits_next(&x->live, i + 1)) {
    uint64_t value;
    sv_aig_simulate(x->circuit->aig, &x->conditions.at[i], 1, value_of, s->by_node, &value);
    if (value & 1) sv_bits_add(&x->met, i), some = true;
  }
  return some;
}

SV_ASSERT_ONLY static bool lies_in(const sv_cube *c, const uint8_t *state) {
  for (uint32_t i = 0; i < c->n; i++)
    if (state[sv_cube_bit(c->at[i])] != (c->at[i] > 0)) return false;
  return true;
}

static bool walk(sv_ic3 *x, uint32_t o, simulation *s, uint8_t *state) {
  const sv_circuit *c = x->circuit;
  for (bool good = true; good; o = x->obligations.at[o].next) {
    const uint8_t *inputs = x->obligations.at[o].inputs;
    assert(lies_in(&x->obligations.at[o].cube, state));
    assert(x->run_rows < x->obligations.n);
    for (uint32_t i = 0; i < c->inputs.n; i++) sv_push(x->run_inputs, inputs[i]);
    x->run_rows++;
    set(&c->state, state, s->by_node);
    set(&c->inputs, inputs, s->by_node);
    if (x->obligations.at[o].next == UINT32_MAX) return note_met(x, s);
    good = advance(c, s, state);
  }
  return false;
}

bool sv_ic3_make_run(sv_ic3 *x, uint32_t o) {
  const sv_circuit *c = x->circuit;
  uint8_t *state = SV_NEW_ARRAY(uint8_t, c->state.n + 1);
  simulation s = {SV_NEW_ARRAY(uint8_t, sv_aig_nodes(c->aig) + 1),
                  SV_NEW_ARRAY(uint64_t, c->next.n + 1)};
  sv_clear(x->run_inputs);
  x->run_rows = 0;
  bool good = sv_ic3_pick_start(x, &x->obligations.at[o].cube, x->initial);
  memcpy(state, x->initial, c->state.n);
  good = good && walk(x, o, &s, state);
  memcpy(x->last, state, c->state.n);
  sv_free(state);
  sv_free(s.by_node);
  sv_free(s.out);
  return good;
}
