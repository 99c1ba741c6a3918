// smt_process.c -- see smt_process.h.
//
// The uses of each resource, reads and writes apart, are lists along the order of actions.
// Two constants for each entry say that it or one before it, it or one behind it, is taken
// in this step; they only ever allow something, so it is enough to say when they may be
// true. Linear in the uses.

#include "encode/smt/smt_process.h"

#include <stdio.h>

#include "encode/smt/smt_net_inside.h"
#include "encode/step/step_resources.h"

typedef struct {
  uint32_t place;
  sv_smt_term so_far, from_here;  // in this step
  sv_smt_term last;               // from_here, in the step before
} entry;
typedef SV_VEC(entry) entries;

struct sv_smt_process {
  sv_smt_net *s;
  sv_smt_unroll *u;
  sv_resources *resources;
  entries *lists;          // by resource: reads, then writes
  sv_smt_terms constants;  // entries' three each, then by place: taken in the step before
  sv_smt_terms renamed;    // likewise, at a time
  sv_smt_term step;        // over these, the state and the inputs
};

static sv_smt_term boolean(sv_smt *z, const char *what, uint32_t a, uint32_t b) {
  char name[64];
  snprintf(name, sizeof name, "%s.%u@%u", what, a, b);
  return sv_smt_const(z, name, sv_smt_bool(z));
}

static sv_smt_term add_constant(sv_smt_process *r) {
  sv_smt_term constant = boolean(r->s->z, "normal", r->constants.n, 0);
  sv_push(r->constants, constant);
  return constant;
}

static void list_uses(sv_smt_process *r) {
  for (uint32_t place = 0; place < r->s->order.n; place++) {
    const sv_uses *uses = &r->resources->uses[r->s->order.at[place]];
    for (uint32_t i = 0; i < uses->n; i++) {
      entries *list = &r->lists[2 * uses->at[i].resource + uses->at[i].writes];
      if (list->n && sv_last(*list).place == place) continue;
      entry e = {.place = place, .so_far = add_constant(r)};
      e.from_here = add_constant(r);
      e.last = add_constant(r);
      sv_push(*list, e);
    }
  }
}

// ---- what a step says

static void say_list(sv_smt_process *r, const entries *list, sv_smt_terms *all) {
  sv_smt *z = r->s->z;
  for (uint32_t i = 0; i < list->n; i++) {
    const entry *e = &list->at[i];
    sv_smt_term taken = r->s->taken[r->s->order.at[e->place]];
    sv_smt_term before = i ? sv_smt_or(z, taken, list->at[i - 1].so_far) : taken;
    sv_smt_term behind = i + 1 < list->n ? sv_smt_or(z, taken, list->at[i + 1].from_here) : taken;
    sv_push(*all, sv_smt_implies(z, e->so_far, before));
    sv_push(*all, sv_smt_implies(z, e->from_here, behind));
  }
}

// Entries before the place in this step, and from it on in the last one.
static void add_reasons(const entries *list, uint32_t place, sv_smt_terms *any) {
  uint32_t i = 0;
  while (i < list->n && list->at[i].place < place) i++;
  if (i) sv_push(*any, list->at[i - 1].so_far);
  if (i < list->n) sv_push(*any, list->at[i].last);
}

static void say_place(sv_smt_process *r, uint32_t place, sv_smt_term held, sv_smt_term taken_before,
                      sv_smt_terms *all) {
  uint32_t action = r->s->order.at[place];
  const sv_uses *uses = &r->resources->uses[action];
  sv_smt_terms any = {0};
  if (sv_bits_has(&r->resources->special, action)) return;
  sv_push(any, held);
  sv_push(any, taken_before);
  for (uint32_t i = 0; i < uses->n; i++) {
    const entries *lists = &r->lists[2 * uses->at[i].resource];
    add_reasons(&lists[1], place, &any);
    if (uses->at[i].writes) add_reasons(&lists[0], place, &any);
  }
  sv_smt_term reason = sv_smt_or_all(r->s->z, any.at, any.n);
  sv_push(*all, sv_smt_implies(r->s->z, r->s->taken[action], reason));
  sv_vec_free(any);
}

static sv_smt_term control_is_held(sv_smt_net *s) {
  if (s->net->holder == SV_NO_VARIABLE) return sv_smt_truth(s->z, false);
  const sv_net_var *holder = &s->net->vars.at[s->net->holder];
  return sv_smt_not(s->z, sv_rep_is(&s->rep, holder->sort, s->now.cells[holder->first_cell], 0));
}

static void make_step(sv_smt_process *r) {
  sv_smt_terms all = {0};
  sv_smt_term held = control_is_held(r->s);
  list_uses(r);
  for (uint32_t i = 0; i < 2 * r->resources->n; i++) say_list(r, &r->lists[i], &all);
  for (uint32_t place = 0; place < r->s->order.n; place++)
    say_place(r, place, held, add_constant(r), &all);
  r->step = sv_smt_and_all(r->s->z, all.at, all.n);
  sv_vec_free(all);
}

// ---- runs

sv_smt_process *sv_smt_process_new(sv_smt_net *s, sv_smt_unroll *u) {
  sv_smt_process *r = SV_NEW(sv_smt_process);
  *r = (sv_smt_process){.s = s, .u = u, .resources = sv_resources_new(s->net, false, NULL)};
  r->lists = SV_NEW_ARRAY(entries, 2 * r->resources->n + 1);
  make_step(r);
  for (uint32_t i = 0; i < r->constants.n; i++) sv_push(r->renamed, sv_smt_truth(s->z, true));
  return r;
}

void sv_smt_process_free(sv_smt_process *r) {
  if (!r) return;
  for (uint32_t i = 0; i < 2 * r->resources->n; i++) sv_vec_free(r->lists[i]);
  sv_resources_free(r->resources, r->s->net);
  sv_free(r->lists);
  sv_vec_free(r->constants);
  sv_vec_free(r->renamed);
  sv_free(r);
}

// Before the first step all processes count as having moved.
void sv_smt_process_step(sv_smt_process *r) {
  uint32_t time = r->u->steps - 1, places = r->s->order.n, uses = r->constants.n - places;
  for (uint32_t i = 0; i < uses; i += 3) {
    r->renamed.at[i + 2] = r->renamed.at[i + 1];
    for (uint32_t k = 0; k < 2; k++) r->renamed.at[i + k] = boolean(r->s->z, "used", i + k, time);
  }
  for (uint32_t i = 0; i < places && time; i++)
    r->renamed.at[uses + i] = sv_smt_input_at(r->u, r->s->taken[r->s->order.at[i]], time - 1);
  sv_smt_assert(
      r->s->z, sv_smt_step_at(r->u, r->step, time, r->constants.at, r->renamed.at, r->constants.n));
}
