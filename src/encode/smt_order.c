// smt_order.c -- see smt_order.h.

#include "encode/smt_order.h"

#include <stdio.h>

#include "encode/step_resources.h"

// Three rows of constants: of a step, may the next one be of this process, whoever it is (the
// step was one of a process up to this one); has it read this resource; has it written it. They
// only ever allow something, so it is enough to say when they may be true.
struct sv_smt_order {
  sv_smt_net *s;
  sv_smt_unroll *u;
  sv_resources *resources;
  uint32_t groups;          // processes, and actions of none
  uint32_t n;               // constants
  sv_smt_term *constants;   // of the step before, then of the step
  sv_smt_term *renamed;     // likewise, at a time
  sv_smt_term step;         // over these and the inputs
};

static uint32_t group_of(const sv_smt_order *o, uint32_t action) {
  const sv_net_action *a = &o->s->net->actions.at[action];
  return a->edge_count ? a->edges[0].process : o->groups - 1;
}

static sv_smt_term boolean(sv_smt *z, const char *what, uint32_t a, uint32_t b) {
  char name[64];
  snprintf(name, sizeof name, "%s.%u@%u", what, a, b);
  return sv_smt_const(z, name, sv_smt_bool(z));
}

static uint32_t read_at(const sv_smt_order *o, uint32_t r) { return o->groups + r; }
static uint32_t write_at(const sv_smt_order *o, uint32_t r) {
  return o->groups + o->resources->n + r;
}

// ---- what a step says

// Who is taken may be true of the constants of the step.
static void list_takers(const sv_smt_order *o, sv_smt_terms *by) {
  for (uint32_t a = 0; a < o->s->net->actions.n; a++) {
    const sv_uses *uses = &o->resources->uses[a];
    if (sv_smt_is_false(o->s->z, o->s->taken[a])) continue;
    sv_push(by[group_of(o, a)], o->s->taken[a]);
    for (uint32_t i = 0; i < uses->n; i++) {
      uint32_t r = uses->at[i].resource;
      sv_push(by[uses->at[i].writes ? write_at(o, r) : read_at(o, r)], o->s->taken[a]);
    }
  }
}

static void say_constants(sv_smt_order *o, sv_smt_terms *all) {
  sv_smt_terms *by = SV_NEW_ARRAY(sv_smt_terms, o->n + 1);
  const sv_smt_term *now = o->constants + o->n;
  list_takers(o, by);
  for (uint32_t i = 0; i < o->n; i++) {
    if (i && i < o->groups) sv_push(by[i], now[i - 1]);
    sv_push(*all, sv_smt_implies(o->s->z, now[i], sv_smt_or_all(o->s->z, by[i].at, by[i].n)));
    sv_vec_free(by[i]);
  }
  sv_free(by);
}

// The step before was of a process up to its own, or used something that it uses.
static void say_action(sv_smt_order *o, uint32_t action, sv_smt_terms *all) {
  const sv_uses *uses = &o->resources->uses[action];
  sv_smt_terms any = {0};
  sv_push(any, o->constants[group_of(o, action)]);
  for (uint32_t i = 0; i < uses->n; i++) {
    sv_push(any, o->constants[write_at(o, uses->at[i].resource)]);
    if (uses->at[i].writes) sv_push(any, o->constants[read_at(o, uses->at[i].resource)]);
  }
  sv_smt_term reason = sv_smt_or_all(o->s->z, any.at, any.n);
  sv_push(*all, sv_smt_implies(o->s->z, o->s->taken[action], reason));
  sv_vec_free(any);
}

static void make_step(sv_smt_order *o) {
  sv_smt_terms all = {0};
  say_constants(o, &all);
  for (uint32_t a = 0; a < o->s->net->actions.n; a++)
    if (!sv_smt_is_false(o->s->z, o->s->taken[a])) say_action(o, a, &all);
  o->step = sv_smt_and_all(o->s->z, all.at, all.n);
  sv_vec_free(all);
}

// ---- runs

sv_smt_order *sv_smt_order_new(sv_smt_net *s, sv_smt_unroll *u) {
  sv_smt_order *o = SV_NEW(sv_smt_order);
  *o = (sv_smt_order){.s = s, .u = u, .groups = s->net->processes.n + 1};
  o->resources = sv_resources_new(s->net, false, NULL);
  o->n = o->groups + 2 * o->resources->n;
  o->constants = SV_NEW_ARRAY(sv_smt_term, 2 * o->n + 1);
  o->renamed = SV_NEW_ARRAY(sv_smt_term, 2 * o->n + 1);
  for (uint32_t i = 0; i < 2 * o->n; i++) o->constants[i] = boolean(s->z, "order", i, 0);
  for (uint32_t i = 0; i < o->n; i++) o->renamed[o->n + i] = sv_smt_truth(s->z, true);
  make_step(o);
  return o;
}

void sv_smt_order_free(sv_smt_order *o) {
  if (!o) return;
  sv_resources_free(o->resources, o->s->net);
  sv_free(o->constants);
  sv_free(o->renamed);
  sv_free(o);
}

void sv_smt_order_step(sv_smt_order *o) {
  uint32_t time = o->u->steps - 1;
  for (uint32_t i = 0; i < o->n; i++) {
    o->renamed[i] = o->renamed[o->n + i];
    o->renamed[o->n + i] = boolean(o->s->z, "used", i, time);
  }
  sv_smt_assert(o->s->z,
                sv_smt_step_at(o->u, o->step, time, o->constants, o->renamed, 2 * o->n));
}
