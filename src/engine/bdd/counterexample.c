// counterexample.c -- from a set of bad states to a run that exec can take.
//
// First a sequence of codes: backwards through the layers of a breadth-first
// search, or, for the other searches, backwards from one bad state through what
// was reached until an initial state is met (which gives a shortest run within
// it), and forwards again. Then steps: in each state every action is blasted
// with the state's bits as constants, so that only its choices are left, and
// those that lead to the next code are picked. exec says what is enabled.

#include "engine/bdd/walker.h"

// ---- codes

static bool pick(sv_bdd_walker *w, sv_bdd set, uint8_t *bits) {
  if (!sv_bdd_pick(w->b, set, w->values)) return false;
  for (uint32_t bit = 0; bit < w->s->coding->bits; bit++)
    bits[bit] = w->values[2 * w->s->pair_of_bit[bit]];
  return true;
}

// Picks a state of the set (dropped) and puts its code at the end; a new reference to it.
sv_bdd sv_bdd_walk_add(sv_bdd_walker *w, sv_bdd set) {
  assert(!sv_bdd_is_false(set));
  uint8_t *bits = SV_NEW_ARRAY(uint8_t, w->s->coding->bits + 1);
  pick(w, set, bits);
  sv_bdd_drop(w->b, set);
  sv_push(w->codes, bits);
  return sv_symbolic_state(w->s, bits);
}

// States with a step into the set; a new reference.
sv_bdd sv_bdd_walk_before(sv_bdd_walker *w, sv_bdd set) {
  sv_bdd stuck = sv_symbolic_preimage(w->s, set, &w->s->releases);
  sv_bdd_or_to(w->b, &stuck, set);
  sv_bdd from = sv_symbolic_preimage(w->s, stuck, &w->s->steps);
  sv_symbolic_add_demanded_before(w->s, stuck, &from);
  sv_bdd_drop(w->b, stuck);
  return from;
}

sv_bdd sv_bdd_walk_after(sv_bdd_walker *w, sv_bdd set) {
  sv_bdd to = sv_symbolic_image(w->s, set, &w->s->steps);
  sv_symbolic_add_demanded(w->s, set, UINT32_MAX, &to);
  sv_bdd_set(w->b, &to, sv_symbolic_released(w->s, to));
  return to;
}

static void turn_codes(sv_bdd_walker *w) {
  for (uint32_t i = 0, n = w->codes.n; i < n / 2; i++) {
    uint8_t *c = w->codes.at[i];
    w->codes.at[i] = w->codes.at[n - 1 - i];
    w->codes.at[n - 1 - i] = c;
  }
}

// The bad states lie in the last layer.
static bool back_through_layers(sv_bdd_walker *w, sv_bdd bad) {
  const sv_bdd_list *layers = &w->x->layers;
  sv_bdd at = sv_bdd_walk_add(w, sv_bdd_keep(w->b, bad));
  assert(sv_bdd_implies(w->b, bad, sv_last(*layers)));
  bool good = true;
  for (uint32_t i = layers->n - 1; i-- > 0 && good;) {
    sv_bdd from = sv_bdd_walk_before(w, at);
    sv_bdd_and_to(w->b, &from, layers->at[i]);
    good = !sv_bdd_is_false(from);
    if (good) sv_bdd_set(w->b, &at, sv_bdd_walk_add(w, from));
  }
  sv_bdd_drop(w->b, at);
  turn_codes(w);
  return good;
}

// Distances to one bad state within what was reached, until an initial state is met.
static bool measure_back(sv_bdd_walker *w, sv_bdd bad, sv_bdd_list *distances) {
  sv_bdd seen = sv_bdd_keep(w->b, bad), now = sv_bdd_keep(w->b, bad);
  bool met = false;
  while (!met && !sv_bdd_is_false(now)) {
    sv_push(*distances, now);
    met = !sv_bdd_disjoint(w->b, now, w->s->initial);
    if (met) break;
    now = sv_bdd_walk_before(w, now);
    sv_bdd_and_to(w->b, &now, w->x->reached);
    sv_bdd_minus_to(w->b, &now, seen);
    sv_bdd_or_to(w->b, &seen, now);
    assert(sv_bdd_implies(w->b, now, w->x->reached));
  }
  sv_bdd_drop(w->b, seen);
  return met;
}

static bool forth_again(sv_bdd_walker *w, const sv_bdd_list *distances) {
  uint32_t i = distances->n - 1;
  assert(!sv_bdd_disjoint(w->b, distances->at[i], w->s->initial));
  sv_bdd at = sv_bdd_walk_add(w, sv_bdd_and(w->b, distances->at[i], w->s->initial));
  bool good = true;
  while (good && i-- > 0) {
    sv_bdd to = sv_bdd_walk_after(w, at);
    sv_bdd_and_to(w->b, &to, distances->at[i]);
    good = !sv_bdd_is_false(to);
    if (good) sv_bdd_set(w->b, &at, sv_bdd_walk_add(w, to));
  }
  sv_bdd_drop(w->b, at);
  return good;
}

bool sv_bdd_walk_to(sv_bdd_walker *w, sv_bdd bad) {
  sv_bdd_list distances = {0};
  bool good = measure_back(w, bad, &distances) && forth_again(w, &distances);
  for (uint32_t i = 0; i < distances.n; i++) sv_bdd_drop(w->b, distances.at[i]);
  sv_vec_free(distances);
  return good;
}

// ---- steps

static sv_lit choice_input(void *context, uint32_t k, uint32_t bit) {
  const sv_symbolic *s = ((sv_bdd_walker *)context)->s;
  return s->choices.at[k].at[bit];
}

static bool is_holder_bit(const sv_bdd_walker *w, uint32_t bit) {
  const sv_net *net = w->s->net;
  return net->holder != SV_NO_VARIABLE &&
         w->s->coding->owner[bit] == net->vars.at[net->holder].first_cell;
}

// Possible here, and (unless `to` is NULL) leads there but for who holds control.
static sv_lit leads_to(sv_bdd_walker *w, const sv_blasted *x, const uint8_t *at,
                       const uint8_t *to) {
  sv_aig *g = w->s->aig;
  sv_lit all = x->possible;
  uint32_t next = 0;
  for (uint32_t bit = 0; to && bit < w->s->coding->bits; bit++) {
    sv_lit value = sv_lit_const(at[bit]);
    if (next < x->writes.n && x->writes.at[next].bit == bit) value = x->writes.at[next++].value;
    if (!is_holder_bit(w, bit)) all = sv_aig_and(g, all, sv_lit_not_if(value, !to[bit]));
  }
  for (uint32_t i = 0; to && i < x->outside.n; i++)
    all = sv_aig_and(g, all, sv_lit_not(x->outside.at[i].when));
  return all;
}

// Choices that make the literal true, if there are any.
static bool pick_choices(sv_bdd_walker *w, uint32_t action, sv_lit good, sv_step *out) {
  const sv_net_action *a = &w->s->net->actions.at[action];
  sv_bdd set = sv_symbolic_bool(w->s, good);
  bool found = sv_bdd_pick(w->b, set, w->values);
  sv_bdd_drop(w->b, set);
  if (!found) return false;
  *out = (sv_step){action, SV_NEW_ARRAY(sv_value, a->choice_count + 1)};
  for (uint32_t k = 0; k < a->choice_count; k++) {
    uint32_t n = sv_blast_choice_bits(w->s->net, action, k);
    uint8_t *bits = SV_NEW_ARRAY(uint8_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
      bits[i] = w->values[w->s->var_of_node.at[sv_lit_node(w->s->choices.at[k].at[i])]];
    out->choices[k] = sv_blast_choice_value(w->s->net, action, k, bits);
    sv_free(bits);
  }
  return true;
}

// Is this the state that exec got, once a holder that cannot move is forgotten?
static bool arrived(sv_bdd_walker *w, const uint8_t *to) {
  const sv_net *net = w->s->net;
  sv_coding_decode(w->s->coding, to, w->goal);
  if (net->holder == SV_NO_VARIABLE) return sv_state_equal(net, w->next, w->goal);
  sv_value *holder = &w->next->cells[net->vars.at[net->holder].first_cell], kept = *holder;
  bool same = sv_state_equal(net, w->next, w->goal);
  if (!same && !sv_exec_passing(w->exec, w->next)) {
    *holder = sv_small(0);
    same = sv_state_equal(net, w->next, w->goal);
  }
  *holder = kept;
  return same;
}

static bool try_action(sv_bdd_walker *w, sv_blaster *here, uint32_t action, const uint8_t *at,
                       const uint8_t *to) {
  sv_blasted x = {0};
  sv_step step = {0};
  sv_blast_action(here, action, &x);
  sv_lit good = leads_to(w, &x, at, to);
  bool taken = !sv_lit_same(good, SV_LIT_FALSE) && pick_choices(w, action, good, &step);
  if (taken) {
    taken = sv_exec_enabled(w->exec, w->state, &step);
    if (taken) sv_exec_fire(w->exec, w->state, &step, w->next);
    taken = taken && (!to || arrived(w, to));
    if (taken) sv_trace_push(w->s->net, w->trace, &step);
    sv_step_free(&step);
  }
  sv_blasted_free(&x);
  return taken;
}

// One step from the state at hand: to a code, or (to is NULL) one that fails the property.
static bool take_step(sv_bdd_walker *w, const uint8_t *at, const uint8_t *to, uint32_t property) {
  const sv_net *net = w->s->net;
  sv_lits constants = {0};
  bool taken = false;
  for (uint32_t bit = 0; bit < w->s->coding->bits; bit++) sv_push(constants, sv_lit_const(at[bit]));
  sv_reserve(constants, 1);
  sv_blaster *here = sv_blaster_new(w->s->aig, w->s->coding, constants.at, choice_input, w);
  for (uint32_t a = 0; a < net->actions.n && !taken; a++) {
    if (net->actions.at[a].cut || (!to && net->actions.at[a].fails != property)) continue;
    taken = try_action(w, here, a, at, to);
  }
  sv_blaster_free(here);
  sv_vec_free(constants);
  if (taken) sv_state_copy(net, w->state, w->next);
  return taken;
}

bool sv_bdd_walk_steps(sv_bdd_walker *w, uint32_t property) {
  bool good = true;
  sv_coding_decode(w->s->coding, w->codes.at[0], w->state);
  w->trace = sv_trace_new(w->s->net, w->state);
  for (uint32_t i = 0; i + 1 < w->codes.n && good; i++)
    good = take_step(w, w->codes.at[i], w->codes.at[i + 1], 0);
  if (good && w->s->net->properties.at[property].kind == SV_PROP_ASSERTION)
    good = take_step(w, sv_last(w->codes), NULL, property);
  return good;
}

// ---- all of it

void sv_bdd_walker_init(sv_bdd_walker *w, sv_bdd_search *x) {
  sv_symbolic *s = x->s;
  *w = (sv_bdd_walker){.x = x,
                       .s = s,
                       .b = s->bdds,
                       .exec = sv_exec_new(s->net),
                       .values = SV_NEW_ARRAY(uint8_t, s->vars + 1),
                       .state = sv_state_new(s->net),
                       .next = sv_state_new(s->net),
                       .goal = sv_state_new(s->net)};
}

void sv_bdd_walker_free(sv_bdd_walker *w) {
  const sv_net *net = w->s->net;
  for (uint32_t i = 0; i < w->codes.n; i++) sv_free(w->codes.at[i]);
  sv_vec_free(w->codes);
  sv_state_free(net, w->state);
  sv_state_free(net, w->next);
  sv_state_free(net, w->goal);
  sv_exec_free(w->exec);
  sv_free(w->values);
}

sv_trace *sv_bdd_trace(sv_bdd_search *x, sv_bdd bad, uint32_t property) {
  sv_bdd_walker w;
  sv_bdd_walker_init(&w, x);
  bool good = x->layers.n ? back_through_layers(&w, bad) : sv_bdd_walk_to(&w, bad);
  good = good && sv_bdd_walk_steps(&w, property);
  if (!good) sv_trace_free(x->s->net, w.trace), w.trace = NULL;
  sv_bdd_walker_free(&w);
  return w.trace;
}
