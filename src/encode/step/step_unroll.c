// step_unroll.c -- one moment after the other.

#include "encode/step/step_inside.h"

enum { FEW = 5, MOST_CONJUNCTS = 16 };

// ---- what must be true

void sv_demand(sv_unrolling *u, const sv_lit *any, uint32_t n) {
  uint32_t begin = u->clauses.n;
  assert(begin == (u->ends.n ? sv_last(u->ends) : 0));
  for (uint32_t i = 0; i < n; i++) {
    if (sv_lit_same(any[i], SV_LIT_TRUE)) {
      u->clauses.n = begin;
      return;
    }
    if (!sv_lit_same(any[i], SV_LIT_FALSE)) sv_push(u->clauses, any[i]);
  }
  sv_push(u->ends, u->clauses.n);
}

// Each conjunct of `all`, so that solvers see them at once. Of very many the rest keeps its gates:
// those of other actions may have them in common.
void sv_demand_if(sv_unrolling *u, sv_lit condition, sv_lit all) {
  sv_lits todo = {0};
  uint32_t done = 0;
  sv_push(todo, all);
  while (todo.n) {
    sv_lit a = sv_pop(todo);
    uint32_t node = sv_lit_node(a);
    bool open = sv_aig_is_and(u->aig, node) && !sv_lit_negated(a);
    if (open && done + todo.n + 2 <= MOST_CONJUNCTS) {
      sv_push(todo, sv_aig_left(u->aig, node));
      sv_push(todo, sv_aig_right(u->aig, node));
    } else {
      sv_demand(u, (const sv_lit[]){sv_lit_not(condition), a}, 2);
      done++;
    }
  }
  assert(done <= MOST_CONJUNCTS);
  sv_vec_free(todo);
}

// At most one of them is true: pairs where there are few, else a ladder.
void sv_demand_one_at_most(sv_unrolling *u, const sv_lits *all) {
  if (all->n <= FEW) {
    for (uint32_t i = 0; i < all->n; i++)
      for (uint32_t j = 0; j < i; j++)
        sv_demand(u, (const sv_lit[]){sv_lit_not(all->at[i]), sv_lit_not(all->at[j])}, 2);
    return;
  }
  sv_lit before = all->at[0];
  for (uint32_t i = 1; i < all->n; i++) {
    sv_demand(u, (const sv_lit[]){sv_lit_not(all->at[i]), sv_lit_not(before)}, 2);
    if (i + 1 == all->n) break;
    sv_lit next = sv_aig_input(u->aig);
    sv_demand(u, (const sv_lit[]){sv_lit_not(before), next}, 2);
    sv_demand(u, (const sv_lit[]){sv_lit_not(all->at[i]), next}, 2);
    before = next;
  }
}

// ---- moves

void sv_step_over(sv_unrolling *u, const sv_lit *state) {
  const sv_stepper *s = u->stepper;
  assert(s->state.n == s->coding->bits);
  for (uint32_t b = 0; b < s->state.n; b++) u->now[sv_lit_node(s->state.at[b])] = state[b];
}

sv_step_move sv_new_move(sv_unrolling *u, uint32_t action) {
  const sv_stepper *s = u->stepper;
  sv_step_move m = {action, sv_aig_input(u->aig), u->choices.n};
  for (uint32_t k = 0; k < s->net->actions.at[action].choice_count; k++) {
    uint32_t width = sv_blast_choice_bits(s->net, action, k);
    assert(width <= s->choice_width);
    for (uint32_t bit = 0; bit < width; bit++) {
      sv_push(u->choices, sv_aig_input(u->aig));
      u->now[sv_lit_node(s->choices.at[k * s->choice_width + bit])] = sv_last(u->choices);
    }
  }
  return m;
}

// ---- who may stand where

static bool may_leave(const sv_bits *reach, const sv_net_edge *e) {
  for (uint32_t i = 0; i < e->from_count; i++)
    if (sv_bits_has(reach, e->from[i])) return true;
  return false;
}

bool sv_can_stand(const sv_unrolling *u, uint32_t action) {
  const sv_net_action *a = &u->stepper->net->actions.at[action];
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (!may_leave(&u->reach->at[a->edges[i].process], &a->edges[i])) return false;
  return true;
}

void sv_note_arrival(sv_unrolling *u, uint32_t action) {
  const sv_net_action *a = &u->stepper->net->actions.at[action];
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (a->edges[i].to != SV_STAY) sv_bits_add(&u->reach->at[a->edges[i].process], a->edges[i].to);
}

static void begin_reach(sv_unrolling *u, bool initial) {
  const sv_net *net = u->stepper->net;
  u->reach = SV_NEW(struct sv_reach);
  u->reach->at = SV_NEW_ARRAY(sv_bits, net->processes.n + 1);
  for (uint32_t p = 0; p < net->processes.n; p++) {
    sv_bits_init(&u->reach->at[p], sv_net_locations(net, p));
    if (initial) sv_bits_add(&u->reach->at[p], net->processes.at[p].entry);
    else sv_bits_all(&u->reach->at[p]);
  }
}

// ---- moments

static sv_frame *add_frame(sv_unrolling *u) {
  sv_frame m = {.state = SV_NEW_ARRAY(sv_lit, u->stepper->coding->bits + 1)};
  sv_push(u->frames, m);
  return &sv_last(u->frames);
}

static void begin_anywhere(sv_unrolling *u, sv_lit *state) {
  sv_lit legal;
  for (uint32_t b = 0; b < u->stepper->coding->bits; b++) state[b] = sv_aig_input(u->aig);
  sv_step_over(u, state);
  sv_aig_part_copy(&u->stepper->legal, u->stepper->aig, u->aig, u->now, &legal);
  sv_demand_if(u, SV_LIT_TRUE, legal);
}

// Free values of the initial states keep inputs of their own.
static void begin_initial(sv_unrolling *u, sv_lit *state) {
  const sv_stepper *s = u->stepper;
  sv_lits roots = {0};
  sv_aig_part all;
  for (uint32_t b = 0; b < s->state.n; b++) {
    sv_push(roots, s->first_state.at[b]);
    bool open = sv_lit_same(s->first_state.at[b], s->state.at[b]);
    u->now[sv_lit_node(s->state.at[b])] = open ? sv_aig_input(u->aig) : SV_LIT_FALSE;
  }
  sv_push(roots, s->first_condition);
  assert(s->first_state.n == s->coding->bits);
  sv_aig_part_init(&all, s->aig, roots.at, roots.n);
  sv_aig_part_copy(&all, s->aig, u->aig, u->now, roots.at);
  sv_demand_if(u, SV_LIT_TRUE, sv_pop(roots));
  memcpy(state, roots.at, roots.n * sizeof *state);
  sv_aig_part_free(&all);
  sv_vec_free(roots);
}

sv_unrolling *sv_unrolling_new(const sv_stepper *s, bool initial) {
  sv_unrolling *u = SV_NEW(sv_unrolling);
  u->stepper = s;
  u->aig = sv_aig_new();
  u->now = SV_NEW_ARRAY(sv_lit, sv_aig_nodes(s->aig) + 1);
  begin_reach(u, initial);
  if (initial && s->o.relevance) u->projection = sv_projection_new(s);
  sv_frame *m = add_frame(u);
  if (initial) begin_initial(u, m->state);
  else begin_anywhere(u, m->state);
  return u;
}

void sv_unrolling_free(sv_unrolling *u) {
  if (!u) return;
  for (uint32_t i = 0; i < u->frames.n; i++) {
    sv_free(u->frames.at[i].state);
    sv_vec_free(u->frames.at[i].moves);
    sv_step_usage_free(u->frames.at[i].usage, u->stepper);
  }
  for (uint32_t p = 0; p < u->stepper->net->processes.n; p++) sv_bits_free(&u->reach->at[p]);
  sv_projection_free(u->projection);
  sv_free(u->reach->at);
  sv_free(u->reach);
  sv_vec_free(u->frames);
  sv_vec_free(u->choices);
  sv_vec_free(u->clauses);
  sv_vec_free(u->ends);
  sv_free(u->now);
  sv_aig_free(u->aig);
  sv_free(u);
}

// The state of a moment is made of literals that exist.
SV_ASSERT_ONLY static bool is_state(const sv_unrolling *u, const sv_lit *state) {
  for (uint32_t b = 0; b < u->stepper->coding->bits; b++)
    if (sv_lit_node(state[b]) >= sv_aig_nodes(u->aig)) return false;
  return true;
}

// Moves come in the order of the stepper, each action at most once.
SV_ASSERT_ONLY static bool moves_in_order(const sv_unrolling *u, const sv_frame *m) {
  const sv_u32s *order = &u->stepper->order;
  uint32_t place = 0;
  for (uint32_t i = 0; i < m->moves.n; i++, place++) {
    while (place < order->n && order->at[place] != m->moves.at[i].action) place++;
    if (place == order->n) return false;
  }
  return true;
}

void sv_unroll(sv_unrolling *u) {
  uint32_t bits = u->stepper->coding->bits;
  assert(!sv_now_at(u)->moves.n && !sv_now_at(u)->usage);
  sv_lit *after = SV_NEW_ARRAY(sv_lit, bits + 1);
  memcpy(after, sv_now_at(u)->state, bits * sizeof *after);
  if (u->stepper->o.semantics >= SV_STEPS_SERIAL) sv_step_serial(u, after);
  else sv_step_from_one_state(u, after);
  assert(is_state(u, after) && moves_in_order(u, sv_now_at(u)));
  if (u->projection) sv_project_step(u);
  sv_frame *m = add_frame(u);
  memcpy(m->state, after, bits * sizeof *after);
  sv_free(after);
}

// ---- properties

static sv_lit copy_at(sv_unrolling *u, const sv_aig_part *one, uint32_t depth) {
  sv_lit out;
  sv_step_over(u, u->frames.at[depth].state);
  sv_aig_part_copy(one, u->stepper->aig, u->aig, u->now, &out);
  return out;
}

static sv_lit fails(sv_unrolling *u, uint32_t property, uint32_t depth) {
  sv_lits taken = {0};
  const sv_frame *m = depth ? &u->frames.at[depth - 1] : NULL;
  assert(!m || depth < u->frames.n);
  for (uint32_t i = 0; m && i < m->moves.n; i++)
    if (u->stepper->net->actions.at[m->moves.at[i].action].fails == property)
      sv_push(taken, m->moves.at[i].taken);
  sv_lit any = sv_aig_or_all(u->aig, taken.at, taken.n);
  sv_vec_free(taken);
  return any;
}

sv_lit sv_unrolled_bad(sv_unrolling *u, uint32_t property, uint32_t depth) {
  const sv_stepper *s = u->stepper;
  REQUIRE(depth < u->frames.n, "not unrolled so far");
  if (s->net->properties.at[property].kind == SV_PROP_ASSERTION) return fails(u, property, depth);
  return copy_at(u, &s->bad[property], depth);
}

sv_lit sv_unrolled_cut(sv_unrolling *u, bool full, uint32_t depth) {
  REQUIRE(depth < u->frames.n, "not unrolled so far");
  return copy_at(u, full ? &u->stepper->full : &u->stepper->cut, depth);
}
