// history.c -- see history.h.

#include "engine/threads/history.h"

// ---- points

static uint32_t variables(const sv_thread_sets *x) { return 2 * x->pairs + x->singles + 1; }

void sv_thread_point_free(sv_thread_point *p) {
  sv_free(p->values);
  p->values = NULL;
}

static void meet_literal(sv_thread_sets *x, sv_bdd *cube, uint32_t var, bool value) {
  sv_bdd v = sv_bdd_var(x->bdds, var);
  if (!value) sv_bdd_set(x->bdds, &v, sv_bdd_not(x->bdds, v));
  sv_thread_meet(x->bdds, cube, v);
}

// The values at `from` as literals of the variables at `to`.
static void meet_pairs(sv_thread_sets *x, sv_bdd *cube, const sv_thread_point *p,
                       const sv_u32s *from, const sv_u32s *to) {
  for (uint32_t i = 0; i < from->n; i++)
    meet_literal(x, cube, 2 * to->at[i], p->values[2 * from->at[i]]);
}

static sv_bdd cube_of(sv_thread_sets *x, const sv_thread_point *p) {
  sv_bdd cube = SV_BDD_TRUE;
  meet_pairs(x, &cube, p, &x->own_pairs, &x->own_pairs);
  meet_pairs(x, &cube, p, &x->global_pairs, &x->global_pairs);
  return cube;
}

static sv_bdd locals_as(sv_thread_sets *x, const sv_thread_point *p, const sv_u32s *to) {
  sv_bdd cube = SV_BDD_TRUE;
  meet_pairs(x, &cube, p, &x->own_pairs, to);
  return cube;
}

static sv_bdd globals_of(sv_thread_sets *x, const sv_thread_point *p) {
  sv_bdd cube = SV_BDD_TRUE;
  meet_pairs(x, &cube, p, &x->global_pairs, &x->global_pairs);
  return cube;
}

static void pick(sv_thread_sets *x, sv_bdd set, uint32_t batch, sv_thread_point *p) {
  p->batch = batch;
  p->values = SV_NEW_ARRAY(uint8_t, variables(x));
  sv_bdd_pick(x->bdds, set, p->values);
}

static bool find_event(sv_thread_sets *x, sv_bdd set, uint32_t limit, sv_thread_point *p) {
  for (uint32_t i = 0; i < limit && i < x->batches.n; i++) {
    if (sv_bdd_disjoint(x->bdds, set, x->batches.at[i].set)) continue;
    sv_bdd both = sv_bdd_and(x->bdds, set, x->batches.at[i].set);
    assert(!sv_bdd_is_false(both));
    pick(x, both, i, p);
    sv_bdd_drop(x->bdds, both);
    return true;
  }
  return false;
}

// ---- own steps and starts

static bool before_step(sv_thread_sets *x, const sv_thread_point *p, const sv_bdd_relation *r,
                        sv_thread_behind *out) {
  sv_bdd cube = cube_of(x, p), set = sv_bdd_preimage(x->bdds, cube, r);
  out->n = 1;
  bool found = find_event(x, set, p->batch, &out->first);
  assert(!found || out->first.batch < p->batch);  // the way back ends
  sv_bdd_drop(x->bdds, cube);
  sv_bdd_drop(x->bdds, set);
  return found;
}

// ---- returns

static sv_bdd top_of(sv_thread_sets *x, const sv_thread_point *p) {
  sv_bdd cube = SV_BDD_TRUE;
  for (uint32_t i = 0; i < x->s->locals; i++)
    if (sv_bits_has(&x->s->top, i))
      meet_literal(x, &cube, 2 * x->own_pairs.at[i], p->values[2 * x->own_pairs.at[i]]);
  return cube;
}

// A caller of this batch whose call makes the top of one of `ends`; its own top is as wanted.
static bool find_caller(sv_thread_sets *x, uint32_t action, uint32_t batch, sv_bdd top, sv_bdd ends,
                        uint32_t limit, sv_thread_behind *out) {
  sv_bdds *b = x->bdds;
  const sv_bdd_relation *call = &x->relations[action].own;
  assert(batch < limit && x->s->actions.at[action].kind == SV_THREAD_CALL);
  sv_bdd from = sv_bdd_and(b, x->batches.at[batch].set, top), to = sv_bdd_image(b, from, call);
  sv_bdd_set(b, &to, sv_bdd_exists(b, to, x->but_top));
  sv_bdd_set(b, &to, sv_bdd_and(b, to, ends));
  bool found = !sv_bdd_is_false(to) && find_event(x, to, limit, &out->first);
  if (found) {
    sv_bdd situation = top_of(x, &out->first);
    sv_thread_meet(b, &from, sv_bdd_preimage(b, situation, call));
    assert(!sv_bdd_is_false(from));
    sv_bdd_drop(b, situation);
    pick(x, from, batch, &out->second);
    out->call = action;
  }
  sv_bdd_drop(b, from);
  sv_bdd_drop(b, to);
  return found;
}

static bool starts_at(const sv_thread_action *a, uint32_t location) {
  for (uint32_t i = 0; i < a->net->edges[0].from_count; i++)
    if (a->net->edges[0].from[i] == location) return true;
  return false;
}

static bool before_return(sv_thread_sets *x, const sv_thread_point *p, const sv_bdd_relation *r,
                          sv_thread_behind *out) {
  sv_bdds *b = x->bdds;
  sv_bdd cube = cube_of(x, p), top = top_of(x, p), ends = sv_bdd_preimage(b, cube, r);
  bool found = false;
  sv_bdd_set(b, &ends, sv_bdd_exists(b, ends, x->passive_cube));
  out->n = 2;
  for (uint32_t a = 0; a < x->s->actions.n && !found; a++) {
    const sv_thread_action *call = &x->s->actions.at[a];
    if (call->kind != SV_THREAD_CALL) continue;
    for (uint32_t i = 0; i < p->batch && !found; i++)
      if (starts_at(call, x->batches.at[i].location))
        found = find_caller(x, a, i, top, ends, p->batch, out);
  }
  sv_bdd_drop(b, cube);
  sv_bdd_drop(b, top);
  sv_bdd_drop(b, ends);
  return found;
}

// ---- what others did

// Acting and passive thread before the step, over both; taken. The passive one has the
// point's locals, unless the step changed them.
static bool find_both(sv_thread_sets *x, sv_bdd both, uint32_t limit, sv_thread_behind *out) {
  sv_bdds *b = x->bdds;
  bool found = false;
  for (uint32_t i = 0; i < limit && !found; i++) {
    sv_bdd set = sv_bdd_and(b, both, x->batches.at[i].set);
    sv_bdd others = sv_bdd_exists(b, set, x->own_cube);  // passive bits and globals
    sv_bdd_set(b, &others, sv_bdd_image(b, others, &x->to_own));
    sv_bdd_set(b, &others, sv_bdd_exists(b, others, x->passive_cube));
    found = !sv_bdd_is_false(others) && find_event(x, others, limit, &out->first);
    if (found) {
      sv_thread_meet(b, &set, locals_as(x, &out->first, &x->passive_pairs));
      sv_thread_meet(b, &set, globals_of(x, &out->first));
      pick(x, set, i, &out->second);
      assert(!sv_bdd_is_false(set) && out->first.batch < limit);
    }
    sv_bdd_drop(b, set);
    sv_bdd_drop(b, others);
  }
  sv_bdd_drop(b, both);
  return found;
}

static bool before_passing(sv_thread_sets *x, const sv_thread_point *p, uint32_t class,
                           sv_thread_behind *out) {
  sv_bdds *b = x->bdds;
  const sv_thread_class *c = &x->classes.at[class];
  sv_bdd to = globals_of(x, p);
  bool found = false;
  for (uint32_t a = 0; a < x->s->actions.n && !found; a++) {
    const sv_thread_relations *r = &x->relations[a];
    if (!r->has_class || r->class_number != class) continue;
    sv_bdd_relation step =
        sv_bdd_relation_make(b, sv_bdd_keep(b, r->base), c->pairs.at, c->pairs.n);
    sv_bdd both = sv_bdd_preimage(b, to, &step);
    sv_bdd_relation_free(b, &step);
    sv_thread_meet(b, &both, locals_as(x, p, &x->passive_pairs));
    sv_bdd_set(b, &both, sv_bdd_and(b, both, x->apart));
    found = find_both(x, both, p->batch, out);
    out->action = a;
  }
  sv_bdd_drop(b, to);
  return found;
}

static bool before_broadcast(sv_thread_sets *x, const sv_thread_point *p, uint32_t action,
                             sv_thread_behind *out) {
  sv_bdds *b = x->bdds;
  sv_bdd to = globals_of(x, p);
  sv_thread_meet(b, &to, locals_as(x, p, &x->passive_pairs));
  sv_bdd both = sv_bdd_preimage(b, to, &x->relations[action].passive);
  sv_bdd_set(b, &both, sv_bdd_and(b, both, x->apart));
  sv_bdd_set(b, &both, sv_bdd_and(b, both, x->started));
  sv_bdd_drop(b, to);
  return find_both(x, both, p->batch, out);
}

bool sv_thread_look_behind(sv_thread_sets *x, const sv_thread_point *p, sv_thread_behind *out) {
  sv_thread_origin o = x->batches.at[p->batch].origin;
  assert(p->batch < x->batches.n);
  const sv_thread_relations *r = &x->relations[o.number];
  *out = (sv_thread_behind){.n = 2, .action = o.number};
  switch (o.how) {
  case SV_THREAD_FIRST: return out->n = 0, true;
  case SV_THREAD_STEPPED: return before_step(x, p, &r->own, out);
  case SV_THREAD_STARTED_BY: return before_step(x, p, &r->started.at[o.which], out);
  case SV_THREAD_RETURNED: return before_return(x, p, &r->own, out);
  case SV_THREAD_PASSED: return before_passing(x, p, o.number, out);
  case SV_THREAD_TOLD: return before_broadcast(x, p, o.number, out);
  }
  SV_UNREACHABLE();
}

// ---- where it ends

static bool find_failing(sv_thread_sets *x, uint32_t property, sv_thread_point *p,
                         uint32_t *action) {
  bool found = false;
  for (uint32_t a = 0; a < x->s->actions.n; a++) {
    sv_thread_point q;
    if (x->s->actions.at[a].net->fails != property) continue;
    if (!find_event(x, x->relations[a].enabled, found ? p->batch : UINT32_MAX, &q)) continue;
    if (found) sv_thread_point_free(p);
    *p = q;
    *action = a;
    found = true;
  }
  return found;
}

static sv_bdd bad_states(sv_thread_sets *x, uint32_t property) {
  const sv_model *m = x->s->model;
  sv_bdd bad = SV_BDD_FALSE;
  if (m->properties.at[property].kind == SV_PROP_INVARIANT)
    bad = sv_thread_diagram(x, sv_lit_not(sv_thread_invariant(x->s, property)));
  for (uint32_t l = 1; l < x->s->at.n; l++)
    if (m->templates.at[1].locations.at[l].bad == property)
      sv_thread_join(x->bdds, &bad, sv_thread_diagram(x, x->s->at.at[l]));
  return bad;
}

bool sv_thread_find_violation(sv_thread_sets *x, uint32_t property, sv_thread_point *p,
                              uint32_t *action) {
  *action = UINT32_MAX;
  if (find_failing(x, property, p, action)) return true;
  sv_bdd bad = bad_states(x, property);
  bool found = find_event(x, bad, UINT32_MAX, p);
  sv_bdd_drop(x->bdds, bad);
  return found;
}
