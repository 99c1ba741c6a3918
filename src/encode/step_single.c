// step_single.c -- one action at a time (the conjunctive form (2.5) of the thesis).
//
// Frame conditions are factored: a bit is kept where none of its writers is taken.

#include "encode/step_inside.h"

enum { FEW = 5 };

// At most one of them is true: pairs where there are few, else a ladder.
static void demand_one_at_most(sv_unrolling *u, const sv_lits *all) {
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

typedef struct {
  sv_lits taken, values;  // by writer
} bit_writers;

static void add_writers(sv_unrolling *u, const sv_move *m, const sv_lit *values,
                        bit_writers *writers) {
  const sv_step_action *a = &u->stepper->actions[m->action];
  for (uint32_t i = 0; i < a->bits.n; i++) {
    bit_writers *w = &writers[a->bits.at[i]];
    sv_push(w->taken, m->taken);
    sv_push(w->values, sv_aig_and(u->aig, m->taken, values[i]));
  }
}

static sv_lit written(sv_unrolling *u, bit_writers *w, sv_lit old) {
  sv_lit any = sv_aig_or_all(u->aig, w->taken.at, w->taken.n);
  sv_push(w->values, sv_aig_and(u->aig, old, sv_lit_not(any)));
  sv_lit value = sv_aig_or_all(u->aig, w->values.at, w->values.n);
  sv_vec_free(w->taken);
  sv_vec_free(w->values);
  return value;
}

// The action, if it can be taken at all; its effect goes to the writers.
static void offer(sv_unrolling *u, uint32_t action, sv_lit allowed, bit_writers *writers,
                  sv_lits *taken) {
  const sv_step_action *a = &u->stepper->actions[action];
  sv_lit *roots = SV_NEW_ARRAY(sv_lit, a->here.roots.n);
  sv_move m = sv_new_move(u, action);
  sv_stencil_copy(&a->here, u->stepper->aig, u->aig, u->now, roots);
  sv_lit enabled = sv_aig_and(u->aig, roots[SV_ROOT_POSSIBLE], allowed);
  if (!sv_lit_same(enabled, SV_LIT_FALSE)) {
    sv_demand_if(u, m.taken, enabled);
    sv_push(sv_now_at(u)->moves, m);
    sv_push(*taken, m.taken);
    add_writers(u, &m, roots + SV_ROOT_VALUES, writers);
  }
  sv_free(roots);
}

void sv_step_interleaving(sv_unrolling *u, sv_lit *after) {
  const sv_stepper *s = u->stepper;
  uint32_t bits = s->coding->bits;
  bit_writers *writers = SV_NEW_ARRAY(bit_writers, bits + 1);
  sv_lit *allowed = SV_NEW_ARRAY(sv_lit, s->allowed.roots.n + 1);
  sv_lits taken = {0};
  sv_step_over(u, after);
  sv_stencil_copy(&s->allowed, s->aig, u->aig, u->now, allowed);
  for (uint32_t i = 0; i < s->order.n; i++)
    if (sv_can_stand(u, s->order.at[i]))
      offer(u, s->order.at[i], allowed[s->order.at[i]], writers, &taken);
  const sv_moment *m = sv_now_at(u);
  for (uint32_t i = 0; i < m->moves.n; i++) sv_note_arrival(u, m->moves.at[i].action);
  demand_one_at_most(u, &taken);
  for (uint32_t b = 0; b < bits; b++)
    if (writers[b].taken.n) after[b] = written(u, &writers[b], after[b]);
  sv_vec_free(taken);
  sv_free(allowed);
  sv_free(writers);
}
