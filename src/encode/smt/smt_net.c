// smt_net.c -- a transition system from the actions, their control and the frame.

#include "encode/smt/smt_net.h"

#include <stdio.h>

#include "encode/smt/smt_net_inside.h"

// ---- properties

static void make_properties(sv_smt_making *m) {
  sv_smt_net *s = m->s;
  s->bad = SV_ARENA_ARRAY(s->arena, sv_smt_term, s->net->properties.n + 1);
  for (uint32_t p = 1; p < s->net->properties.n; p++)
    s->bad[p] = sv_smt_rule(m, sv_rules_violated(m->rules, SV_RULES_BEGIN, p));
  s->cut = sv_smt_rule(m, sv_rules_cut(m->rules, SV_RULES_BEGIN, false));
  s->full = sv_smt_rule(m, sv_rules_cut(m->rules, SV_RULES_BEGIN, true));
}

// ---- the step

static void make_selectors(sv_smt_making *m) {
  sv_smt_net *s = m->s;
  s->taken = SV_ARENA_ARRAY(s->arena, sv_smt_term, s->net->actions.n + 1);
  for (uint32_t a = 0; a < s->net->actions.n; a++) {
    char name[32];
    snprintf(name, sizeof name, "take.%u", a);
    bool never = s->net->actions.at[a].cut || sv_smt_is_false(s->z, m->actions[a].possible) ||
                 sv_smt_is_false(s->z, sv_smt_allowed(m, a));
    s->taken[a] = never ? sv_smt_truth(s->z, false) : sv_smt_make_input(m, name, sv_smt_bool(s->z));
  }
}

// At most one action is taken.
static void demand_one(sv_smt_net *s, sv_smt_terms *all) {
  sv_smt_term before = sv_smt_truth(s->z, false);
  for (uint32_t a = 0; a < s->net->actions.n; a++) {
    sv_smt_term take = s->taken[a];
    if (sv_smt_is_false(s->z, take)) continue;
    sv_push(*all, sv_smt_not(s->z, sv_smt_and(s->z, before, take)));
    before = sv_smt_or(s->z, before, take);
  }
  s->moves = before;
  assert(s->moves.x);
}

static void demand_actions(sv_smt_making *m, sv_smt_terms *all) {
  sv_smt_net *s = m->s;
  for (uint32_t a = 0; a < s->net->actions.n; a++) {
    const sv_smt_action *x = &m->actions[a];
    if (sv_smt_is_false(s->z, s->taken[a])) continue;
    sv_smt_term body[3] = {x->possible, sv_smt_allowed(m, a), x->side};
    sv_push(*all, sv_smt_implies(s->z, s->taken[a], sv_smt_and_all(s->z, body, 3)));
  }
}

// A term of the state: who takes it says what it becomes, else it stays.
static void demand_change(sv_smt_making *m, sv_smt_term now, sv_smt_term next,
                          const sv_smt_term *after, sv_smt_terms *all) {
  sv_smt_net *s = m->s;
  sv_smt_terms writers = {0};
  assert(now.x && next.x && !sv_smt_same(now, next));
  for (uint32_t a = 0; a < s->net->actions.n; a++) {
    if (sv_smt_is_false(s->z, s->taken[a]) || sv_smt_same(after[a], now)) continue;
    sv_push(*all, sv_smt_implies(s->z, s->taken[a], sv_smt_eq(s->z, next, after[a])));
    sv_push(writers, s->taken[a]);
  }
  sv_smt_term written = sv_smt_or_all(s->z, writers.at, writers.n);
  sv_push(*all, sv_smt_or(s->z, written, sv_smt_eq(s->z, next, now)));
  sv_vec_free(writers);
}

void sv_smt_make_cells(sv_smt_making *m, sv_smt_terms *all) {
  sv_smt_net *s = m->s;
  uint32_t n = s->net->actions.n;
  sv_smt_term *after = SV_NEW_ARRAY(sv_smt_term, n + 1);
  for (uint32_t c = 0; c < s->net->cells; c++) {
    if (sv_smt_same(s->now.cells[c], s->next.cells[c])) continue;
    for (uint32_t a = 0; a < n; a++) after[a] = m->actions[a].after.cells[c];
    demand_change(m, s->now.cells[c], s->next.cells[c], after, all);
  }
  sv_free(after);
}

static void demand_queues(sv_smt_making *m, sv_smt_terms *all) {
  sv_smt_net *s = m->s;
  uint32_t n = s->net->actions.n;
  sv_smt_term *after = SV_NEW_ARRAY(sv_smt_term, n + 1);
  for (uint32_t q = 0; q < s->net->queues.n; q++)
    for (uint32_t i = 0; i < s->queues[q]->kept; i++) {
      for (uint32_t a = 0; a < n; a++) after[a] = m->actions[a].after.queues[q][i];
      demand_change(m, s->now.queues[q][i], s->next.queues[q][i], after, all);
    }
  sv_free(after);
}

// One action a step: then there is no need to choose an order.
static void order_actions(sv_smt_net *s) {
  sv_bits skipped;
  sv_bits_init(&skipped, s->net->actions.n);
  for (uint32_t a = 0; a < s->net->actions.n; a++)
    if (sv_smt_is_false(s->z, s->taken[a])) sv_bits_add(&skipped, a);
  bool single = s->o.semantics == SV_STEPS_INTERLEAVING;
  sv_step_order(s->net, single ? SV_OPT_ORDER_SOURCE : s->o.order, &skipped, &s->order);
  assert(s->order.n + sv_bits_count(&skipped) == s->net->actions.n);
  s->at = SV_ARENA_ARRAY(s->arena, sv_smt_state, s->order.n + 1);
  for (uint32_t i = 0; i < s->order.n; i++) s->at[i] = s->now;
  sv_bits_free(&skipped);
}

static void make_single(sv_smt_making *m, sv_smt_terms *all) {
  demand_one(m->s, all);
  demand_actions(m, all);
  sv_smt_make_cells(m, all);
  demand_queues(m, all);
}

static void make_step(sv_smt_making *m) {
  sv_smt_terms all = {0};
  make_selectors(m);
  order_actions(m->s);
  switch (m->s->o.semantics) {
  case SV_STEPS_INTERLEAVING: make_single(m, &all); break;
  case SV_STEPS_PARALLEL: sv_smt_make_parallel(m, &all); break;
  case SV_STEPS_SERIAL:
  case SV_STEPS_PROCESS: sv_smt_make_serial(m, &all); break;
  }
  m->s->step = sv_smt_and_all(m->s->z, all.at, all.n);
  sv_vec_free(all);
}

static void keep_effects(sv_smt_making *m) {
  sv_smt_net *s = m->s;
  s->effects = SV_ARENA_ARRAY(s->arena, sv_smt_effect, s->net->actions.n + 1);
  for (uint32_t a = 0; a < s->net->actions.n; a++) {
    const sv_smt_action *x = &m->actions[a];
    sv_smt_term parts[3] = {x->possible, sv_smt_allowed(m, a), x->side};
    s->effects[a] = (sv_smt_effect){sv_smt_and_all(s->z, parts, 3), x->after};
  }
}

// ---- all of it

static sv_smt_making begin(sv_smt_net *s, const sv_smt_state *now, sv_arena *arena,
                           uint32_t *tags) {
  const sv_net *net = s->net;
  return (sv_smt_making){.s = s,
                         .arena = arena,
                         .now = now,
                         .actions = SV_ARENA_ARRAY(arena, sv_smt_action, net->actions.n + 1),
                         .here = {.rep = &s->rep, .queues = s->queues, .now = now},
                         .refused = UINT32_MAX,
                         .tags = tags};
}

sv_smt_making sv_smt_making_at(const sv_smt_making *m, const sv_smt_state *now, sv_arena *arena) {
  sv_smt_making here = begin(m->s, now, arena, m->tags);
  here.rules = m->rules;
  here.fold = m->elsewhere;
  here.refused = m->refused;
  return here;
}

sv_smt_net *sv_smt_net_new(const sv_net *net, const sv_smt_net_options *o, sv_text *why) {
  uint32_t tags = 0;
  sv_smt_net *s = SV_NEW(sv_smt_net);
  *s = (sv_smt_net){
      .z = sv_smt_new(), .net = net, .o = *o, .most_steps = UINT32_MAX, .arena = sv_arena_new()};
  s->rep = sv_rep_make(s->z, net);
  s->rep.integers = o->integers;
  s->choices = SV_ARENA_ARRAY(s->arena, sv_smt_term *, net->actions.n + 1);
  sv_smt_making m = begin(s, &s->now, s->arena, &tags);
  sv_smt_make_state(&m, o->queues);
  m.here.queues = s->queues;
  sv_smt_make_initial(&m);
  for (uint32_t a = 0; a < net->actions.n; a++) sv_smt_make_action(&m, a);
  sv_smt_open_control(&m);
  keep_effects(&m);
  make_step(&m);
  assert(s->step.x && s->moves.x);
  make_properties(&m);
  sv_smt_close_control(&m);
  sv_smt_view_free(&m.here);
  if (m.refused == UINT32_MAX) return s;
  sv_rules_say_refused(net, m.refused, why);
  sv_smt_net_free(s);
  return NULL;
}

void sv_smt_net_free(sv_smt_net *s) {
  if (!s) return;
  for (uint32_t i = 0; i < s->net->queues.n; i++) sv_queue_smt_free(s->queues[i]);
  sv_vec_free(s->state);
  sv_vec_free(s->after);
  sv_vec_free(s->start);
  sv_vec_free(s->rigid);
  sv_vec_free(s->inputs);
  sv_vec_free(s->order);
  sv_smt_free(s->z);
  sv_arena_free(s->arena);
  sv_free(s);
}
