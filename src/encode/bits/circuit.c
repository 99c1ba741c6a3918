// circuit.c -- see circuit.h.
//
// All actions share their choice inputs, since only one of them is taken. A bit
// that the named action does not write stays; which action is named is decided
// by the selection inputs alone, so that with fixed inputs the circuit is as
// small as that one action.

#include "encode/bits/circuit.h"

struct sv_circuit_inside {
  sv_circuit_select select;
  sv_u32s selectable;  // actions that can be named, in the order of their numbers
  uint32_t selectors;  // inputs 0 .. selectors-1 name the action
  sv_map choices;      // k << 32 | bit -> place in inputs
  sv_blaster *blaster;
  sv_blasted *actions;
  sv_control *control;
  sv_lits named;  // by place in selectable
};

static sv_lit add_input(sv_circuit *c) {
  sv_push(c->inputs, sv_aig_input(c->aig));
  return sv_last(c->inputs);
}

static sv_lit choice_input(void *context, uint32_t k, uint32_t bit) {
  sv_circuit *c = context;
  uint64_t key = (uint64_t)k << 32 | bit;
  uint32_t known = sv_map_get(&c->inside->choices, key);
  if (known != SV_MAP_NONE) return c->inputs.at[known];
  sv_map_put(&c->inside->choices, key, c->inputs.n);
  return add_input(c);
}

// ---- which action is named

static void list_selectable(sv_circuit *c) {
  const sv_net *net = c->coding->net;
  for (uint32_t a = 0; a < net->actions.n; a++)
    if (!net->actions.at[a].cut) sv_push(c->inside->selectable, a);
}

static uint32_t selectors_for(sv_circuit_select select, uint32_t actions) {
  uint32_t bits = 0;
  if (select == SV_SELECT_ONE_HOT) return actions;
  while (actions > UINT64_C(1) << bits) bits++;
  return bits;
}

static void add_selectors(sv_circuit *c) {
  struct sv_circuit_inside *x = c->inside;
  list_selectable(c);
  x->selectors = selectors_for(x->select, x->selectable.n);
  for (uint32_t i = 0; i < x->selectors; i++) add_input(c);
}

// The selection inputs, the highest first, agree with the number from bit `bit` on.
static sv_lit number_is(sv_circuit *c, uint32_t number) {
  sv_lit all = SV_LIT_TRUE;
  assert(number < c->inside->selectable.n);
  for (uint32_t bit = c->inside->selectors; bit-- > 0;)
    all = sv_aig_and(c->aig, all, sv_lit_not_if(c->inputs.at[bit], !(number >> bit & 1)));
  return all;
}

static void name_actions(sv_circuit *c) {
  struct sv_circuit_inside *x = c->inside;
  sv_lit none_before = SV_LIT_TRUE;
  for (uint32_t i = 0; i < x->selectable.n; i++) {
    if (x->select == SV_SELECT_BINARY) {
      sv_push(x->named, number_is(c, i));
    } else {
      sv_push(x->named, sv_aig_and(c->aig, none_before, c->inputs.at[i]));
      none_before = sv_aig_and(c->aig, none_before, sv_lit_not(c->inputs.at[i]));
    }
  }
}

uint32_t sv_circuit_action(const sv_circuit *c, const uint8_t *inputs) {
  const struct sv_circuit_inside *x = c->inside;
  uint32_t number = 0;
  for (uint32_t i = 0; i < x->selectors; i++) {
    if (inputs[i] && x->select == SV_SELECT_ONE_HOT) return x->selectable.at[i];
    if (inputs[i]) number |= 1u << i;
  }
  bool known = x->select == SV_SELECT_BINARY && number < x->selectable.n;
  return known ? x->selectable.at[number] : UINT32_MAX;
}

void sv_circuit_choices(const sv_circuit *c, uint32_t action, const uint8_t *inputs,
                        sv_value *out) {
  const sv_net *net = c->coding->net;
  for (uint32_t k = 0; k < net->actions.at[action].choice_count; k++) {
    uint32_t n = sv_blast_choice_bits(net, action, k);
    uint8_t *bits = SV_NEW_ARRAY(uint8_t, n + 1);
    for (uint32_t i = 0; i < n; i++) {
      uint32_t place = sv_map_get(&c->inside->choices, (uint64_t)k << 32 | i);
      bits[i] = place != SV_MAP_NONE && inputs[place];
    }
    out[k] = sv_blast_choice_value(net, action, k, bits);
    sv_free(bits);
  }
}

// ---- steps

static void blast_actions(sv_circuit *c) {
  struct sv_circuit_inside *x = c->inside;
  const sv_net *net = c->coding->net;
  x->actions = SV_NEW_ARRAY(sv_blasted, net->actions.n + 1);
  for (uint32_t a = 0; a < net->actions.n; a++) sv_blast_action(x->blaster, a, &x->actions[a]);
}

static bool make_control(sv_circuit *c, sv_text *why) {
  struct sv_circuit_inside *x = c->inside;
  const sv_net *net = c->coding->net;
  uint32_t refused = 0;
  sv_control_options o = {.aig = c->aig,
                          .net = net,
                          .blaster = x->blaster,
                          .actions = x->actions,
                          .choice = choice_input,
                          .context = c};
  x->control = sv_control_new(&o, &refused);
  if (x->control) return true;
  sv_text_printf(why, "too many choices at once decide who goes first (action %s)",
                 sv_names_get(net->model->names,
                              net->model->actions.at[net->actions.at[refused].action].name));
  return false;
}

static void leave_coding(sv_circuit *c, const sv_blasted *a, sv_lit taken) {
  for (uint32_t i = 0; i < a->outside.n; i++) {
    sv_uncoded uncoded = a->outside.at[i];
    uncoded.when = sv_aig_and(c->aig, uncoded.when, taken);
    if (!sv_lit_same(uncoded.when, SV_LIT_FALSE)) sv_push(c->uncoded_steps, uncoded);
  }
}

static void take_actions(sv_circuit *c) {
  struct sv_circuit_inside *x = c->inside;
  const sv_net *net = c->coding->net;
  sv_lits steps = {0}, cuts = {0}, uncoded_steps = {0};
  for (uint32_t a = 0, place = 0; a < net->actions.n; a++) {
    sv_lit taken = sv_aig_and(c->aig, x->actions[a].possible, sv_control_allowed(x->control, a));
    bool cut = net->actions.at[a].cut;
    assert(cut || place < x->named.n);
    if (!cut) taken = sv_aig_and(c->aig, x->named.at[place++], taken);
    sv_push(c->taken, taken);
    if (cut) sv_push(cuts, taken);
    else sv_push(steps, taken), leave_coding(c, &x->actions[a], taken);
  }
  for (uint32_t i = 0; i < c->uncoded_steps.n; i++)
    sv_push(uncoded_steps, c->uncoded_steps.at[i].when);
  c->outside = sv_aig_or_all(c->aig, uncoded_steps.at, uncoded_steps.n);
  c->step = sv_aig_or_all(c->aig, steps.at, steps.n);
  assert(c->taken.n == net->actions.n && steps.n == x->selectable.n);
  c->step = sv_aig_and(c->aig, c->step, sv_lit_not(c->outside));
  c->cut = sv_aig_or_all(c->aig, cuts.at, cuts.n);
  sv_vec_free(uncoded_steps);
  sv_vec_free(steps);
  sv_vec_free(cuts);
}

typedef struct {
  sv_lit named;
  sv_lit value;
} bit_writer;
typedef SV_VEC(bit_writer) bit_writers;

static void collect_writers(const sv_circuit *c, bit_writers *by_bit) {
  const struct sv_circuit_inside *x = c->inside;
  for (uint32_t i = 0; i < x->selectable.n; i++) {
    const sv_blasted *a = &x->actions[x->selectable.at[i]];
    if (sv_lit_same(c->taken.at[a->action], SV_LIT_FALSE)) continue;
    for (uint32_t k = 0; k < a->writes.n; k++) {
      uint32_t bit = a->writes.at[k].bit;
      assert(bit < c->coding->bits);
      sv_push(by_bit[bit], (bit_writer){x->named.at[i], a->writes.at[k].value});
    }
  }
}

static sv_lit next_of(sv_circuit *c, const bit_writers *writers, sv_lit now) {
  sv_lits values = {0}, names = {0};
  for (uint32_t i = 0; i < writers->n; i++) {
    sv_push(names, writers->at[i].named);
    sv_push(values, sv_aig_and(c->aig, writers->at[i].named, writers->at[i].value));
  }
  sv_lit written = sv_aig_or_all(c->aig, names.at, names.n);
  sv_push(values, sv_aig_and(c->aig, now, sv_lit_not(written)));
  sv_lit next = sv_aig_or_all(c->aig, values.at, values.n);
  sv_vec_free(values);
  sv_vec_free(names);
  return next;
}

static void make_next(sv_circuit *c) {
  bit_writers *writers = SV_NEW_ARRAY(bit_writers, c->coding->bits + 1);
  collect_writers(c, writers);
  for (uint32_t bit = 0; bit < c->coding->bits; bit++) {
    sv_push(c->next, next_of(c, &writers[bit], c->state.at[bit]));
    sv_vec_free(writers[bit]);
  }
  sv_free(writers);
  assert(c->next.n == c->state.n);
}

// ---- properties

static sv_lit failing_steps(sv_circuit *c, uint32_t property) {
  const sv_net *net = c->coding->net;
  sv_lits steps = {0};
  for (uint32_t a = 0; a < net->actions.n; a++)
    if (net->actions.at[a].fails == property && !net->actions.at[a].cut)
      sv_push(steps, c->taken.at[a]);
  sv_lit any = sv_aig_or_all(c->aig, steps.at, steps.n);
  sv_vec_free(steps);
  return any;
}

static void find_bad(sv_circuit *c) {
  const sv_net *net = c->coding->net;
  sv_push(c->bad, SV_LIT_FALSE);
  for (uint32_t p = 1; p < net->properties.n; p++) {
    sv_lit bad = SV_LIT_FALSE;
    if (net->properties.at[p].kind == SV_PROP_ASSERTION) bad = failing_steps(c, p);
    else if (!sv_control_violated(c->inside->control, p, &bad)) sv_push(c->lacking, p);
    sv_push(c->bad, bad);
  }
}

// ---- all of it

static void find_initial(sv_circuit *c) {
  sv_blasted x;
  c->legal = sv_blast_legal(c->inside->blaster);
  c->initial = sv_blast_initial(c->inside->blaster, &x);
  for (uint32_t i = 0; i < x.outside.n; i++) sv_push(c->uncoded_steps, x.outside.at[i]);
  sv_blasted_free(&x);
}

sv_circuit *sv_circuit_new(const sv_coding *coding, sv_circuit_select select, sv_text *why) {
  sv_circuit *c = SV_NEW(sv_circuit);
  c->aig = sv_aig_new();
  c->coding = coding;
  c->inside = SV_NEW(struct sv_circuit_inside);
  c->inside->select = select;
  for (uint32_t i = 0; i < coding->bits; i++) sv_push(c->state, sv_aig_input(c->aig));
  sv_reserve(c->state, 1);
  add_selectors(c);
  c->inside->blaster = sv_blaster_new(c->aig, coding, c->state.at, choice_input, c);
  find_initial(c);
  blast_actions(c);
  if (!make_control(c, why)) return sv_circuit_free(c), NULL;
  name_actions(c);
  take_actions(c);
  make_next(c);
  find_bad(c);
  return c;
}

static void free_inside(struct sv_circuit_inside *x, uint32_t actions) {
  sv_control_free(x->control);
  for (uint32_t a = 0; x->actions && a < actions; a++) sv_blasted_free(&x->actions[a]);
  sv_free(x->actions);
  sv_blaster_free(x->blaster);
  sv_map_free(&x->choices);
  sv_vec_free(x->selectable);
  sv_vec_free(x->named);
  sv_free(x);
}

void sv_circuit_free(sv_circuit *c) {
  if (!c) return;
  if (c->inside) free_inside(c->inside, c->coding->net->actions.n);
  sv_vec_free(c->state);
  sv_vec_free(c->inputs);
  sv_vec_free(c->next);
  sv_vec_free(c->taken);
  sv_vec_free(c->bad);
  sv_vec_free(c->lacking);
  sv_vec_free(c->uncoded_steps);
  sv_aig_free(c->aig);
  sv_free(c);
}
