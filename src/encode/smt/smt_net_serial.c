// smt_net_serial.c -- one action after the other, each where the earlier ones have led.
//
// Section 5.1.3 of the thesis, in terms; step_serial.c has the same for bits. A cell or
// queue has another name only behind an action that writes it, so what is not written in
// between is shared.

#include <stdio.h>

#include "encode/smt/smt_net_inside.h"

typedef struct {
  sv_smt_making *m;
  sv_smt_net *s;
  sv_smt *z;
  const sv_smt_state *state;  // as the actions so far leave it
  sv_smt_term moved;          // some action has been taken
  sv_smt_terms *all;
} serial;

// ---- the state behind an action

// What changes gets a name: Z3 takes up to five times as long without.
void sv_smt_merge(sv_smt_making *m, uint32_t action, const char *what, uint32_t row,
                  const sv_smt_term *before, sv_smt_term *after, uint32_t n, sv_smt_terms *all) {
  sv_smt *z = m->s->z;
  for (uint32_t i = 0; i < n; i++) {
    char name[64];
    if (sv_smt_same(after[i], before[i])) continue;
    snprintf(name, sizeof name, "%s.%u.%u.%u", what, action, row, i);
    sv_smt_term value = sv_smt_ite(z, m->s->taken[action], after[i], before[i]);
    after[i] = sv_smt_make_input(m, name, sv_smt_sort_of(z, before[i]));
    sv_push(*all, sv_smt_eq(z, after[i], value));
  }
}

// What is not kept from one time to the next is new behind every operation.
static void renew(serial *x, uint32_t action, uint32_t q, sv_smt_term *parts) {
  const sv_queue_smt *queue = x->s->queues[q];
  for (uint32_t i = queue->kept; i < queue->parts; i++) {
    char name[64];
    snprintf(name, sizeof name, "pick.%u.%u.%u", action, q, i);
    parts[i] = sv_smt_make_input(x->m, name, sv_smt_sort_of(x->z, x->s->now.queues[q][i]));
  }
  if (queue->kept < queue->parts) sv_push(*x->all, sv_queue_smt_always(queue, parts));
}

// `after` becomes the state behind the action, whether it is taken or not.
static void apply(serial *x, uint32_t action, const sv_smt_state *after) {
  sv_smt_merge(x->m, action, "cell", 0, x->state->cells, after->cells, x->s->net->cells, x->all);
  for (uint32_t q = 0; q < x->s->net->queues.n; q++) {
    if (after->queues[q] == x->state->queues[q]) continue;
    sv_smt_merge(x->m, action, "queue", q, x->state->queues[q], after->queues[q],
                 x->s->queues[q]->kept, x->all);
    renew(x, action, q, after->queues[q]);
  }
  x->state = after;
}

// ---- actions

// Control lets it join, or else it is the first and control lets it be.
static void demand_control(serial *x, sv_smt_making *here, uint32_t action) {
  sv_smt_term taken = x->s->taken[action], later = sv_smt_later(here, action);
  if (!sv_smt_needs_first(x->m, action)) {
    sv_push(*x->all, sv_smt_implies(x->z, taken, later));
    return;
  }
  sv_smt_term first = sv_smt_or(x->z, later, sv_smt_allowed(x->m, action));
  sv_smt_term alone = sv_smt_or(x->z, later, sv_smt_not(x->z, x->moved));
  sv_push(*x->all, sv_smt_implies(x->z, taken, sv_smt_and(x->z, first, alone)));
}

static void offer(serial *x, uint32_t place) {
  uint32_t action = x->s->order.at[place];
  sv_arena *scratch = sv_arena_new();
  sv_smt_making here = sv_smt_making_at(x->m, x->state, scratch);
  sv_smt_action *a = &here.actions[action];
  x->s->at[place] = *x->state;
  here.arena = x->s->arena;
  sv_smt_make_action(&here, action);
  here.arena = scratch;
  sv_smt_term body = sv_smt_and(x->z, a->possible, a->side);
  sv_push(*x->all, sv_smt_implies(x->z, x->s->taken[action], body));
  demand_control(x, &here, action);
  x->moved = sv_smt_or(x->z, x->moved, x->s->taken[action]);
  sv_smt_state *after = SV_ARENA_ARRAY(x->s->arena, sv_smt_state, 1);
  *after = a->after;
  apply(x, action, after);
  x->m->refused = here.refused;
  sv_smt_view_free(&here.here);
  sv_arena_free(scratch);
}

// ---- the step

static void demand_end(const serial *x) {
  const sv_smt_net *s = x->s;
  for (uint32_t c = 0; c < s->net->cells; c++)
    if (!sv_smt_same(s->now.cells[c], s->next.cells[c]))
      sv_push(*x->all, sv_smt_eq(x->z, s->next.cells[c], x->state->cells[c]));
  for (uint32_t q = 0; q < s->net->queues.n; q++)
    for (uint32_t i = 0; i < s->queues[q]->kept; i++)
      sv_push(*x->all, sv_smt_eq(x->z, s->next.queues[q][i], x->state->queues[q][i]));
}

void sv_smt_make_serial(sv_smt_making *m, sv_smt_terms *all) {
  serial x = {.m = m,
              .s = m->s,
              .z = m->s->z,
              .state = &m->s->now,
              .moved = sv_smt_truth(m->s->z, false),
              .all = all};
  for (uint32_t i = 0; i < m->s->order.n; i++) offer(&x, i);
  demand_end(&x);
  m->s->moves = x.moved;
}
