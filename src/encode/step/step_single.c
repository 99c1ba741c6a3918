// step_single.c -- actions that all begin in the same state: one of them
// (interleaving, the conjunctive form (2.5) of the thesis), or several.
//
// Frame conditions are factored: a bit is kept where none of its writers is taken.
//
// Parallel steps (section 5.1.4): no action of a step uses what an earlier one,
// in the total order, writes. So each of them still is what it was when the
// earlier ones are done, and none writes what another one has written. A
// queue may be appended to and taken from in the same step, in either order
// (5.1.6): its bits are computed one action after the other.

#include "encode/step/step_inside.h"

typedef struct {
  sv_lits taken, values;  // by writer
} bit_writers;

typedef struct {
  sv_unrolling *u;
  const sv_stepper *s;
  sv_lit *after;
  sv_lit *allowed;       // by action
  bit_writers *writers;  // by state bit
  sv_lits taken;
  sv_lit *written;  // parallel, by resource: an action that writes it is taken
} single;

// ---- effects

static bool in_turn(const single *x, uint32_t bit) {
  return x->written && sv_is_of_queue(x->s, bit);
}

static void add_writers(single *x, const sv_step_move *m, const sv_lit *values) {
  const sv_step_action *a = &x->s->actions[m->action];
  for (uint32_t i = 0; i < a->bits.n; i++) {
    if (in_turn(x, a->bits.at[i])) continue;
    bit_writers *w = &x->writers[a->bits.at[i]];
    sv_push(w->taken, m->taken);
    sv_push(w->values, sv_aig_and(x->u->aig, m->taken, values[i]));
  }
}

static sv_lit written(sv_unrolling *u, bit_writers *w, sv_lit old) {
  sv_lit any = sv_aig_or_all(u->aig, w->taken.at, w->taken.n);
  assert(w->taken.n == w->values.n);
  sv_push(w->values, sv_aig_and(u->aig, old, sv_lit_not(any)));
  sv_lit value = sv_aig_or_all(u->aig, w->values.at, w->values.n);
  sv_vec_free(w->taken);
  sv_vec_free(w->values);
  return value;
}

static void show_queues(single *x, const sv_lit *state) {
  for (uint32_t bit = 0; bit < x->s->coding->bits; bit++)
    if (sv_is_of_queue(x->s, bit)) x->u->now[sv_lit_node(x->s->state.at[bit])] = state[bit];
}

// The queues as the earlier actions leave them. `values` is scratch.
static void write_queues(single *x, const sv_step_move *m, sv_lit *values) {
  const sv_step_action *a = &x->s->actions[m->action];
  uint32_t k = 0;
  if (!a->queues.roots.n) return;
  show_queues(x, x->after);
  sv_aig_part_copy(&a->queues, x->s->aig, x->u->aig, x->u->now, values);
  show_queues(x, sv_now_at(x->u)->state);
  for (uint32_t i = 0; i < a->bits.n; i++) {
    uint32_t bit = a->bits.at[i];
    if (!in_turn(x, bit)) continue;
    x->after[bit] = sv_aig_ite(x->u->aig, m->taken, values[k++], x->after[bit]);
  }
  assert(k == a->queues.roots.n);
}

// ---- who goes with whom

static sv_lit use_condition(const sv_use *use, const sv_lit *roots) {
  return use->when ? roots[use->when] : SV_LIT_TRUE;
}

static void demand_unaffected(single *x, const sv_step_move *m, const sv_lit *roots) {
  const sv_uses *uses = &x->s->resources->uses[m->action];
  assert(!x->s->actions[m->action].skipped);
  for (uint32_t i = 0; i < uses->n; i++) {
    sv_lit when = use_condition(&uses->at[i], roots);
    sv_lit before = x->written[uses->at[i].resource];
    sv_demand(x->u, (const sv_lit[]){sv_lit_not(m->taken), sv_lit_not(when), sv_lit_not(before)},
              3);
  }
  for (uint32_t i = 0; i < uses->n; i++) {
    sv_lit *mark = &x->written[uses->at[i].resource];
    sv_lit when = sv_aig_and(x->u->aig, m->taken, use_condition(&uses->at[i], roots));
    if (uses->at[i].writes) *mark = sv_aig_or(x->u->aig, *mark, when);
  }
}

// ---- all of it

// The action, if it can be taken at all; its effect goes to the writers.
static void offer(single *x, uint32_t action) {
  const sv_step_action *a = &x->s->actions[action];
  sv_unrolling *u = x->u;
  sv_lit *roots = SV_NEW_ARRAY(sv_lit, a->here.roots.n);
  sv_step_move m = sv_new_move(u, action);
  sv_aig_part_copy(&a->here, x->s->aig, u->aig, u->now, roots);
  sv_lit enabled = sv_aig_and(u->aig, roots[SV_ROOT_POSSIBLE], x->allowed[action]);
  assert(a->here.roots.n >= SV_ROOT_VALUES + a->bits.n);
  if (!sv_lit_same(enabled, SV_LIT_FALSE)) {
    sv_demand_if(u, m.taken, enabled);
    if (u->projection) sv_project_note(u, &m, roots);
    sv_push(sv_now_at(u)->moves, m);
    sv_push(x->taken, m.taken);
    add_writers(x, &m, roots + SV_ROOT_VALUES);
    if (x->written) {
      demand_unaffected(x, &m, roots);
      write_queues(x, &m, roots);
    }
  }
  sv_free(roots);
}

static void offer_all(single *x) {
  for (uint32_t i = 0; i < x->s->order.n; i++)
    if (sv_can_stand(x->u, x->s->order.at[i])) offer(x, x->s->order.at[i]);
  const sv_frame *m = sv_now_at(x->u);
  for (uint32_t i = 0; i < m->moves.n; i++) sv_note_arrival(x->u, m->moves.at[i].action);
}

void sv_step_from_one_state(sv_unrolling *u, sv_lit *after) {
  const sv_stepper *s = u->stepper;
  uint32_t bits = s->coding->bits;
  single x = {.u = u, .s = s, .after = after};
  assert(s->o.semantics == SV_STEPS_INTERLEAVING || s->resources);
  x.writers = SV_NEW_ARRAY(bit_writers, bits + 1);
  x.allowed = SV_NEW_ARRAY(sv_lit, s->allowed.roots.n + 1);
  if (s->o.semantics == SV_STEPS_PARALLEL) x.written = SV_NEW_ARRAY(sv_lit, s->resources->n + 1);
  sv_step_over(u, after);
  sv_aig_part_copy(&s->allowed, s->aig, u->aig, u->now, x.allowed);
  offer_all(&x);
  if (!x.written) sv_demand_one_at_most(u, &x.taken);
  for (uint32_t b = 0; b < bits; b++)
    if (x.writers[b].taken.n) after[b] = written(u, &x.writers[b], after[b]);
  sv_vec_free(x.taken);
  sv_free(x.written);
  sv_free(x.allowed);
  sv_free(x.writers);
}
