// smt_project.c -- see smt_project.h.

#include "encode/smt/smt_project.h"

#include <stdio.h>

struct sv_smt_projection {
  sv_smt_net *s;
  sv_smt_unroll *u;
  const sv_relevance *relevance;
  // By resource: needed before a step, after it, for a property before it; then those
  // within a step of several actions.
  sv_smt_terms constants;
  sv_smt_term *renamed;  // likewise: at a time
  sv_smt_term step;      // over these, the state and the inputs
  sv_smt_term held;      // over the state: a process holds control
  sv_smt_terms goals;    // over the state: by goal, its condition
  uint32_t ends;
  uint32_t open;  // no property is violated before this time
};

static sv_smt_term *before(sv_smt_term *of) { return of; }
static sv_smt_term *after(const sv_smt_projection *p, sv_smt_term *of) {
  return of + p->relevance->n;
}
static sv_smt_term *seeds(const sv_smt_projection *p, sv_smt_term *of) {
  return of + 2 * p->relevance->n;
}

static sv_smt_term boolean(sv_smt *z, const char *what, uint32_t a, uint32_t b) {
  char name[64];
  snprintf(name, sizeof name, "%s.%u@%u", what, a, b);
  return sv_smt_const(z, name, sv_smt_bool(z));
}

// ---- what a step says

typedef struct {
  sv_smt_projection *p;
  sv_smt *z;
  sv_smt_view view;
  sv_smt_terms *reads;  // by resource
  sv_smt_term *needed;  // by resource: behind the action that is looked at
  sv_smt_terms all;
} making;

static sv_smt_term condition(making *k, const sv_relevance_use *use) {
  return sv_same(use->when, SV_TRUE) ? sv_smt_truth(k->z, true)
                                     : sv_view_scalar(&k->view, use->when);
}

// The action is one that writes what is needed after it.
static void say_reason(making *k, uint32_t action, sv_smt_term taken) {
  const sv_relevance_uses *uses = &k->p->relevance->actions[action];
  sv_smt_terms any = {0};
  if (sv_bits_has(&k->p->relevance->failing, action)) return;
  for (uint32_t i = 0; i < uses->n; i++) {
    sv_smt_term needed = k->needed[uses->at[i].resource];
    if (uses->at[i].how & SV_NEED_WRITES)
      sv_push(any, sv_smt_and(k->z, condition(k, &uses->at[i]), needed));
  }
  sv_push(k->all, sv_smt_implies(k->z, taken, sv_smt_or_all(k->z, any.at, any.n)));
  sv_vec_free(any);
}

// What it overwrites without a look is not needed before it.
static void say_no_need(making *k, uint32_t action, sv_smt_term taken,
                        const sv_relevance_use *use) {
  const sv_relevance_uses *uses = &k->p->relevance->actions[action];
  sv_smt_term looks = sv_smt_truth(k->z, false);
  for (uint32_t i = 0; i < uses->n; i++)
    if (uses->at[i].resource == use->resource && uses->at[i].how & SV_NEED_READS)
      looks = sv_smt_or(k->z, looks, condition(k, &uses->at[i]));
  sv_smt_term writes = sv_smt_and(k->z, taken, condition(k, use));
  sv_smt_term needed = before(k->p->constants.at)[use->resource];
  sv_push(k->all, sv_smt_implies(k->z, sv_smt_and(k->z, writes, needed), looks));
}

static void say_action(making *k, uint32_t action) {
  const sv_relevance_uses *uses = &k->p->relevance->actions[action];
  sv_smt_term taken = k->p->s->taken[action];
  if (sv_smt_is_false(k->z, taken)) return;
  say_reason(k, action, taken);
  for (uint32_t i = 0; i < uses->n; i++) {
    const sv_relevance_use *use = &uses->at[i];
    if (use->how & SV_NEED_SURELY) say_no_need(k, action, taken, use);
    if (use->how & SV_NEED_READS)
      sv_push(k->reads[use->resource], sv_smt_and(k->z, taken, condition(k, use)));
  }
}

static void say_need(making *k, uint32_t r) {
  sv_smt_projection *p = k->p;
  sv_push(k->reads[r], k->needed[r]);
  sv_push(k->reads[r], seeds(p, p->constants.at)[r]);
  sv_smt_term reason = sv_smt_or_all(k->z, k->reads[r].at, k->reads[r].n);
  sv_push(k->all, sv_smt_implies(k->z, before(p->constants.at)[r], reason));
}

// ---- several actions in a step: the chain goes from the last to the first

// The constant that is needed behind an action becomes one that is needed before it.
static void say_need_before(making *k, uint32_t r, sv_smt_term reason) {
  sv_smt_term needed = boolean(k->z, "within", k->p->constants.n, 0);
  sv_push(k->p->constants, needed);
  sv_push(k->all, sv_smt_implies(k->z, needed, reason));
  k->needed[r] = needed;
  assert(r < k->p->relevance->n);
}

// Behind the action, unless it surely overwrites it; or the action reads it.
static sv_smt_term needed_before(making *k, uint32_t action, uint32_t r) {
  const sv_relevance_uses *uses = &k->p->relevance->actions[action];
  sv_smt_term taken = k->p->s->taken[action], kept = k->needed[r];
  sv_smt_term reads = sv_smt_truth(k->z, false);
  for (uint32_t i = 0; i < uses->n; i++) {
    if (uses->at[i].resource != r) continue;
    sv_smt_term here = sv_smt_and(k->z, taken, condition(k, &uses->at[i]));
    if (uses->at[i].how & SV_NEED_SURELY) kept = sv_smt_and(k->z, kept, sv_smt_not(k->z, here));
    if (uses->at[i].how & SV_NEED_READS) reads = sv_smt_or(k->z, reads, here);
  }
  return sv_smt_or(k->z, kept, reads);
}

static void say_joint_action(making *k, uint32_t place) {
  uint32_t action = k->p->s->order.at[place];
  assert(action < k->p->s->net->actions.n);
  const sv_relevance_uses *uses = &k->p->relevance->actions[action];
  sv_smt_terms reasons = {0};
  k->view =
      (sv_smt_view){.rep = &k->p->s->rep, .queues = k->p->s->queues, .now = &k->p->s->at[place]};
  say_reason(k, action, k->p->s->taken[action]);
  for (uint32_t i = 0; i < uses->n; i++)
    sv_push(reasons, needed_before(k, action, uses->at[i].resource));
  for (uint32_t i = 0; i < uses->n; i++)
    if (!sv_smt_same(reasons.at[i], k->needed[uses->at[i].resource]))
      say_need_before(k, uses->at[i].resource, reasons.at[i]);
  sv_vec_free(reasons);
  sv_smt_view_free(&k->view);
}

static void say_joint_step(making *k) {
  for (uint32_t i = k->p->s->order.n; i--;) say_joint_action(k, i);
  k->view = (sv_smt_view){.rep = &k->p->s->rep, .queues = k->p->s->queues, .now = &k->p->s->now};
}

// ---- all of it

static void make_step(sv_smt_projection *p) {
  making k = {.p = p, .z = p->s->z, .needed = SV_NEW_ARRAY(sv_smt_term, p->relevance->n + 1)};
  k.view = (sv_smt_view){.rep = &p->s->rep, .queues = p->s->queues, .now = &p->s->now};
  k.reads = SV_NEW_ARRAY(sv_smt_terms, p->relevance->n + 1);
  for (uint32_t r = 0; r < p->relevance->n; r++) k.needed[r] = after(p, p->constants.at)[r];
  if (p->s->o.semantics != SV_STEPS_INTERLEAVING) say_joint_step(&k);
  else
    for (uint32_t a = 0; a < p->s->net->actions.n; a++) say_action(&k, a);
  for (uint32_t r = 0; r < p->relevance->n; r++) say_need(&k, r);
  p->step = sv_smt_and_all(k.z, k.all.at, k.all.n);
  p->held = sv_smt_truth(k.z, true);
  if (p->s->net->holder != SV_NO_VARIABLE)
    p->held = sv_view_scalar(&k.view, sv_control_is_held(p->s->net));
  for (uint32_t g = 0; g < p->relevance->goals.n; g++)
    sv_push(p->goals, sv_view_scalar(&k.view, p->relevance->goals.at[g].when));
  for (uint32_t r = 0; r < p->relevance->n; r++) sv_vec_free(k.reads[r]);
  sv_free(k.reads);
  sv_free(k.needed);
  sv_vec_free(k.all);
  sv_smt_view_free(&k.view);
}

// ---- properties

// By resource: goals of the property that are reached at the time and read it.
static void add_goals(sv_smt_projection *p, uint32_t property, uint32_t time, sv_smt_term *by) {
  sv_smt *z = p->s->z;
  sv_smt_term bad = sv_smt_at(p->u, p->s->bad[property], time);
  sv_smt_term held = sv_smt_at(p->u, p->held, time);
  for (uint32_t g = 0; g < p->relevance->goals.n; g++) {
    const sv_relevance_goal *goal = &p->relevance->goals.at[g];
    if (goal->property != property) continue;
    sv_smt_term always = sv_smt_and(z, bad, sv_smt_at(p->u, p->goals.at[g], time));
    for (uint32_t i = 0; i < goal->uses.n; i++) {
      bool plain = sv_same(goal->uses.at[i].when, SV_TRUE);
      sv_smt_term *here = &by[goal->uses.at[i].resource];
      *here = sv_smt_or(z, *here, plain ? always : sv_smt_and(z, always, held));
    }
  }
}

static void clear_goals(const sv_smt_projection *p, sv_smt_term *by) {
  for (uint32_t r = 0; r < p->relevance->n; r++) by[r] = sv_smt_truth(p->s->z, false);
}

// ---- runs

sv_smt_projection *sv_smt_projection_new(sv_smt_net *s, sv_smt_unroll *u,
                                         const sv_relevance *relevance) {
  sv_smt_projection *p = SV_NEW(sv_smt_projection);
  *p = (sv_smt_projection){.s = s, .u = u, .relevance = relevance};
  for (uint32_t i = 0; i < 3 * relevance->n; i++)
    sv_push(p->constants, boolean(s->z, "projection", i, 0));
  sv_reserve(p->constants, 1);
  make_step(p);
  assert(p->constants.n >= 3 * relevance->n && p->goals.n == relevance->goals.n);
  p->renamed = SV_NEW_ARRAY(sv_smt_term, p->constants.n + 1);
  for (uint32_t r = 0; r < relevance->n; r++) after(p, p->renamed)[r] = boolean(s->z, "need", r, 0);
  return p;
}

void sv_smt_projection_free(sv_smt_projection *p) {
  if (!p) return;
  sv_vec_free(p->goals);
  sv_vec_free(p->constants);
  sv_free(p->renamed);
  sv_free(p);
}

void sv_smt_project_step(sv_smt_projection *p) {
  uint32_t n = p->relevance->n, time = p->u->steps - 1;
  assert(p->u->steps && p->open <= p->u->steps);
  for (uint32_t r = 0; r < n; r++) {
    before(p->renamed)[r] = after(p, p->renamed)[r];
    after(p, p->renamed)[r] = boolean(p->s->z, "need", r, time + 1);
  }
  for (uint32_t i = 3 * n; i < p->constants.n; i++)
    p->renamed[i] = boolean(p->s->z, "within", i, time + 1);
  clear_goals(p, seeds(p, p->renamed));
  for (uint32_t q = 1; time >= p->open && q < p->s->net->properties.n; q++)
    add_goals(p, q, time, seeds(p, p->renamed));
  sv_smt_assert(p->s->z,
                sv_smt_step_at(p->u, p->step, time, p->constants.at, p->renamed, p->constants.n));
}

sv_smt_term sv_smt_project_end(sv_smt_projection *p, const uint32_t *properties, uint32_t n) {
  sv_smt *z = p->s->z;
  sv_smt_term end = boolean(z, "end", p->ends++, p->u->steps);
  sv_smt_term *by = SV_NEW_ARRAY(sv_smt_term, p->relevance->n + 1);
  clear_goals(p, by);
  for (uint32_t i = 0; i < n; i++) add_goals(p, properties[i], p->u->steps, by);
  for (uint32_t r = 0; r < p->relevance->n; r++) {
    sv_smt_term needed = sv_smt_and(z, end, after(p, p->renamed)[r]);
    sv_smt_assert(z, sv_smt_implies(z, needed, by[r]));
  }
  p->open = p->u->steps + 1;
  sv_free(by);
  return end;
}
