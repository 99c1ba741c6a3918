// step_serial.c -- one action after the other, each where the earlier ones have led.
//
// Section 5.1.3 of the thesis. The intermediate states are vectors of literals;
// a bit changes only where an action that writes it comes by.

#include "encode/step/step_inside.h"

typedef struct {
  sv_unrolling *u;
  sv_lit *state;
  sv_lit *allowed;  // by action, where the step begins; NULL: not needed
  sv_lit moved;     // some action has been taken
  sv_lit held;      // process: a process held control where the step began
  bool process;
} serial;

static void apply(serial *x, const sv_step_move *m, const sv_lit *values) {
  const sv_step_action *a = &x->u->stepper->actions[m->action];
  for (uint32_t i = 0; i < a->bits.n; i++) {
    uint32_t bit = a->bits.at[i];
    x->state[bit] = sv_aig_ite(x->u->aig, m->taken, values[i], x->state[bit]);
    x->u->now[sv_lit_node(x->u->stepper->state.at[bit])] = x->state[bit];
  }
}

// Control lets it join, or else it is the first and control lets it be.
static void demand_control(serial *x, const sv_step_move *m, sv_lit later, sv_lit first) {
  sv_lit no = sv_lit_not(m->taken);
  sv_demand(x->u, (const sv_lit[]){no, later, first}, 3);
  sv_demand(x->u, (const sv_lit[]){no, later, sv_lit_not(x->moved)}, 3);
}

// An action where it could be taken: `roots` are those of its action there.
typedef struct {
  sv_step_move move;
  sv_lit *roots;
} offered;
typedef SV_VEC(offered) offered_list;

static void offer(serial *x, uint32_t action, offered_list *out) {
  sv_unrolling *u = x->u;
  const sv_step_action *a = &u->stepper->actions[action];
  sv_lit *roots = SV_NEW_ARRAY(sv_lit, a->here.roots.n);
  sv_step_move m = sv_new_move(u, action);
  sv_aig_part_copy(&a->here, u->stepper->aig, u->aig, u->now, roots);
  sv_lit first = a->needs_first ? x->allowed[action] : SV_LIT_FALSE;
  assert(a->here.roots.n >= SV_ROOT_VALUES + a->bits.n && !a->skipped);
  sv_lit control = sv_aig_or(u->aig, roots[SV_ROOT_LATER], first);
  sv_lit enabled = sv_aig_and(u->aig, roots[SV_ROOT_POSSIBLE], control);
  if (sv_lit_same(enabled, SV_LIT_FALSE)) {
    sv_free(roots);
    return;
  }
  sv_demand_if(u, m.taken, roots[SV_ROOT_POSSIBLE]);
  if (a->needs_first) demand_control(x, &m, roots[SV_ROOT_LATER], first);
  else sv_demand_if(u, m.taken, roots[SV_ROOT_LATER]);
  sv_push(*out, ((offered){m, roots}));
}

static void take(serial *x, uint32_t place, const offered *o) {
  sv_unrolling *u = x->u;
  if (x->process) sv_step_usage_note(u, place, &o->move, o->roots);
  if (u->projection) sv_project_note(u, &o->move, o->roots);
  sv_push(sv_now_at(u)->moves, o->move);
  x->moved = sv_aig_or(u->aig, x->moved, o->move.taken);
  apply(x, &o->move, o->roots + SV_ROOT_VALUES);
  sv_note_arrival(u, o->move.action);
}

// The actions of one place, all of them where it begins.
static void offer_place(serial *x, const uint32_t *actions, uint32_t n, uint32_t place) {
  offered_list all = {0};
  sv_lits taken = {0};
  for (uint32_t i = 0; i < n; i++)
    if (sv_can_stand(x->u, actions[i])) offer(x, actions[i], &all);
  for (uint32_t i = 0; i < all.n; i++) {
    if (x->process) sv_step_usage_demand(x->u, place, &all.at[i].move, all.at[i].roots, x->held);
    sv_push(taken, all.at[i].move.taken);
  }
  if (all.n > 1) sv_demand_one_at_most(x->u, &taken);
  for (uint32_t i = 0; i < all.n; i++) take(x, place, &all.at[i]);
  for (uint32_t i = 0; i < all.n; i++) sv_free(all.at[i].roots);
  sv_vec_free(all);
  sv_vec_free(taken);
}

static bool some_action_needs_first(const sv_stepper *s) {
  for (uint32_t i = 0; i < s->order.n; i++)
    if (s->actions[s->order.at[i]].needs_first) return true;
  return false;
}

void sv_step_serial(sv_unrolling *u, sv_lit *after) {
  const sv_stepper *s = u->stepper;
  serial x = {.u = u, .state = after, .moved = SV_LIT_FALSE};
  x.process = s->o.semantics == SV_STEPS_PROCESS;
  assert(s->o.semantics == SV_STEPS_SERIAL || (x.process && s->resources));
  sv_step_over(u, after);
  if (x.process) {
    sv_aig_part_copy(&s->held, s->aig, u->aig, u->now, &x.held);
    sv_now_at(u)->usage = sv_step_usage_new(s);
  }
  if (some_action_needs_first(s)) {
    x.allowed = SV_NEW_ARRAY(sv_lit, s->allowed.roots.n + 1);
    sv_aig_part_copy(&s->allowed, s->aig, u->aig, u->now, x.allowed);
  }
  for (uint32_t i = 0, n; i < s->order.n; i += n) {
    for (n = 1; i + n < s->order.n && s->places.at[i + n] == i;) n++;
    assert(s->places.at[i] == i);
    offer_place(&x, &s->order.at[i], n, i);
  }
  if (x.process) sv_step_usage_close(u);
  sv_free(x.allowed);
}
