// test_explicit_models.h -- random small models with a bit of everything.

#ifndef SV_TEST_EXPLICIT_MODELS_H
#define SV_TEST_EXPLICIT_MODELS_H

#include "base/random.h"
#include "unit/test_explicit.h"

typedef struct {
  sv_model *m;
  sv_random r;
  uint32_t globals[3], locals[3], locations[3], templates;  // locals by template, 0 = none
  uint32_t assertions[2];
  uint32_t queue;  // 0 = none
  bool atomic;     // many yielding locations
} maker;

static inline uint32_t draw(maker *k, uint32_t n) { return sv_random_below(&k->r, n); }
static inline bool chance(maker *k, uint32_t percent) { return draw(k, 100) < percent; }

static inline sv_term any_var(maker *k, uint32_t t) {
  uint32_t local = t && k->locals[t - 1] && chance(k, 60) ? k->locals[t - 1] : 0;
  return var(k->m, local ? local : k->globals[t && chance(k, 70) ? t - 1 : draw(k, 3)]);
}

static inline sv_term condition(maker *k, uint32_t t) {
  sv_terms *T = k->m->terms;
  sv_term a = any_var(k, t), b = chance(k, 70) ? number(k->m, draw(k, 3)) : any_var(k, t);
  sv_term c = sv_app2(T, chance(k, 50) ? SV_OP_EQ : SV_OP_LE, a, b);
  if (chance(k, 30)) c = sv_not(c);
  return chance(k, 25) ? sv_or(T, c, condition(k, t)) : c;
}

static inline void add_variables(maker *k) {
  static const char *const names[] = {"g0", "g1", "g2"}, *const local[] = {"l0", "l1", "l2"};
  for (uint32_t i = 0; i < 3; i++) {
    k->globals[i] = add_int(k->m, names[i], SV_GLOBAL, 0, 1 + draw(k, 2));
    if (chance(k, 20)) k->m->variables.at[k->globals[i]].init = SV_NONE;
  }
  for (uint32_t t = 1; t <= k->templates; t++)
    if (chance(k, 70)) k->locals[t - 1] = add_int(k->m, local[t - 1], t, 0, 1);
  sv_sort field = sv_sort_range(k->m->terms, 0, 2);
  if (chance(k, 40))
    k->queue = sv_model_queue(k->m, name_of(k->m, "q"), SV_GLOBAL, 1, false, 1 + draw(k, 2), &field,
                              1, SV_NOWHERE);
}

static inline unsigned random_flags(maker *k, bool entry) {
  static const unsigned flags[] = {SV_LOC_STOP, SV_LOC_YIELDING, SV_LOC_BLOCKING, SV_LOC_COMMITTED};
  unsigned f = chance(k, 50) ? SV_LOC_END : 0;
  if (chance(k, 12) && !entry) f |= flags[draw(k, 4)];
  if (k->atomic && chance(k, 50) && !(f & SV_LOC_STOP)) f |= SV_LOC_YIELDING;
  return f;
}

static inline void add_templates(maker *k) {
  static const char *const names[] = {"P", "Q", "R"}, *const at[] = {"a", "b", "c", "d"};
  sv_span somewhere = {sv_sources_add(k->m->sources, "random.svm", "x", 1), 0, 1};
  k->templates = 2 + draw(k, 2);
  for (uint32_t t = 1; t <= k->templates; t++) {
    uint32_t pool = 1 + chance(k, 30), initial = chance(k, 90) ? pool : draw(k, pool + 1);
    if (chance(k, 10)) pool = SV_UNBOUNDED;
    add_process(k->m, names[t - 1], initial, pool);
    k->locations[t - 1] = 2 + draw(k, 3);
    for (uint32_t l = 0; l < k->locations[t - 1]; l++)
      sv_model_location(k->m, t, name_of(k->m, at[l]), random_flags(k, l == 0), somewhere);
  }
}

static inline void add_properties(maker *k) {
  static const char *const names[] = {"assert0", "assert1"};
  for (uint32_t i = 0; i < 2; i++)
    k->assertions[i] = add_property(k->m, names[i], SV_PROP_ASSERTION, SV_NONE);
  uint32_t bad = add_property(k->m, "bad", SV_PROP_LOCATION, SV_NONE),
           t = 1 + draw(k, k->templates);
  sv_location *l = &k->m->templates.at[t].locations.at[1 + draw(k, k->locations[t - 1])];
  if (!(l->flags & SV_LOC_STOP)) l->bad = bad;
  add_property(k->m, "invariant", SV_PROP_INVARIANT,
               sv_or(k->m->terms, condition(k, 0), condition(k, 0)));
  if (chance(k, 70)) add_property(k->m, "deadlock", SV_PROP_DEADLOCK, SV_NONE);
}

// The target of an update and a value of its kind.
static inline void add_update(maker *k, uint32_t t, uint32_t choices, sv_update *u) {
  sv_terms *T = k->m->terms;
  u->target = any_var(k, t);
  switch (draw(k, 4)) {
  case 0: u->value = number(k->m, draw(k, 2)); return;
  case 1: u->value = any_var(k, t); return;
  case 2: u->value = sv_app2(T, SV_OP_ADD, u->target, number(k->m, 1)); return;
  default:
    u->value = choices ? sv_choice(T, sv_sort_range(T, 0, 1), 0)
                       : sv_app2(T, SV_OP_SUB, number(k->m, 1), u->target);
  }
}

static inline sv_edge random_edge(maker *k, uint32_t t, uint32_t *from) {
  uint32_t n = k->locations[t - 1];
  return (sv_edge){.template_number = t,
                   .instance = SV_ANY_INSTANCE,
                   .from = from,
                   .from_count = 1,
                   .to = chance(k, 85) ? 1 + draw(k, n) : 0,
                   .priority = chance(k, 8)};
}

// Mostly a step of template t from this location.
static inline void add_action(maker *k, uint32_t t, uint32_t location) {
  sv_terms *T = k->m->terms;
  uint32_t u = 1 + draw(k, k->templates), from[2] = {location, 1 + draw(k, k->locations[u - 1])};
  sv_edge edges[2] = {random_edge(k, t, &from[0]), random_edge(k, u, &from[1])};
  sv_choice_input choice = {.name = name_of(k->m, "c"), .sort = sv_sort_range(T, 0, 1)};
  sv_update updates[2];
  sv_start start = {.template_number = 1 + draw(k, k->templates), .result = SV_NONE};
  sv_term field = any_var(k, 0);
  sv_queue_op op = {
      .verb = chance(k, 50) ? SV_ENQUEUE : SV_DEQUEUE, .slot = SV_NONE, .fields = &field};
  sv_action a = {.name = name_of(k->m, "step"),
                 .edges = edges,
                 .choices = &choice,
                 .updates = updates,
                 .starts = &start,
                 .queue_ops = &op,
                 .constraint = SV_TRUE};
  a.edge_count = chance(k, 10) ? 2 : chance(k, 98);
  a.choice_count = chance(k, 20);
  a.update_count = (draw(k, 5) + 1) / 2;
  if (!a.edge_count) t = 0;
  for (uint32_t i = 0; i < a.update_count; i++) add_update(k, t, a.choice_count, &updates[i]);
  a.guard = chance(k, 40) ? condition(k, t) : SV_TRUE;
  if (a.choice_count && chance(k, 50))
    a.constraint =
        sv_or(T, condition(k, t), sv_eq(T, sv_choice(T, choice.sort, 0), number(k->m, 1)));
  a.start_count = chance(k, 10);
  if (k->queue && chance(k, 30)) {
    a.queue_op_count = 1;
    op.queue = sv_queue(T, k->queue, 0, SV_NONE);
    op.field_count = op.verb == SV_ENQUEUE;
  }
  a.priority = chance(k, 5);
  if (chance(k, 10)) a.fails = k->assertions[draw(k, 2)];
  if (chance(k, 2)) a.cut = "border";
  sv_model_action(k->m, &a);
}

static inline sv_model *random_model(uint64_t seed) {
  maker k = {.m = sv_model_new(), .r = {seed}};
  k.atomic = seed % 3 == 0;
  add_templates(&k);
  add_variables(&k);
  add_properties(&k);
  for (uint32_t t = 1; t <= k.templates; t++)
    for (uint32_t l = 1; l <= k.locations[t - 1]; l++)
      for (uint32_t n = chance(&k, 90) + chance(&k, 40); n; n--) add_action(&k, t, l);
  return k.m;
}

#endif
