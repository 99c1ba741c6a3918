// test_analysis_models.h -- random small models for the tests of analysis/.
//
// A model has a few processes over a few shared variables, an array and a
// queue or two, and -- as its seed says -- else branches, timeouts, choices,
// constraints, joint actions, location invariants, atomic sections of the three
// kinds, remote references, processes started at run time, user's bounds. The
// same seed gives the same model everywhere.

#ifndef SV_TEST_ANALYSIS_MODELS_H
#define SV_TEST_ANALYSIS_MODELS_H

#include "unit/unit.h"

#include "base/random.h"
#include "model/net.h"

enum {
  WITH_ELSE = 1,
  WITH_TIMEOUT = 2,
  WITH_CHOICE = 4,
  WITH_CONSTRAINT = 8,
  WITH_QUEUE = 16,
  WITH_JOINT = 32,
  WITH_INVARIANT = 64,
  WITH_BLOCKING = 128,
  WITH_COMMITTED = 256,
  WITH_YIELDING = 512,
  WITH_ARRAY = 1024,
  WITH_START = 2048,
  WITH_CUT = 4096,
  WITH_REMOTE = 8192,
  WITH_STRAIGHT = 16384,  // few loops: more to reduce
  WITH_PASSIVE = 32768,   // passive partners, edges that release
  WITH_SECTIONS = WITH_BLOCKING | WITH_COMMITTED | WITH_YIELDING
};

enum { MAX_TEMPLATES = 4 };

typedef struct {
  sv_model *m;
  sv_terms *T;
  sv_random rnd;
  unsigned with;
  sv_sort bit, small;
  uint32_t globals[3];                // bit, bit, 0..2
  uint32_t array;                     // of two bits
  uint32_t own[MAX_TEMPLATES + 1];    // the same, of each template
  uint32_t queue;                     // family, capacity 1 or 2, one field 0..2
  uint32_t queues;                    // in it: 1 or 2
  uint32_t ref;                       // a variable that names one of them
  uint32_t templates, fixed;          // all, and those that run from the start
  uint32_t local[MAX_TEMPLATES + 1];  // 0..2
  uint32_t locations[MAX_TEMPLATES + 1];
  uint32_t choice;                                    // the action in the making has a choice input
  uint32_t assertion, location, invariant, deadlock;  // properties
} sketch;

static inline uint32_t below(sketch *k, uint32_t n) { return sv_random_below(&k->rnd, n); }
static inline bool chance(sketch *k, uint32_t percent) { return below(k, 100) < percent; }
static inline sv_name named(sketch *k, const char *s, uint32_t i) {
  char text[32];
  snprintf(text, sizeof text, "%s%u", s, i);
  return sv_names_cstr(k->m->names, text);
}
static inline sv_term num(sketch *k, int64_t n) { return sv_int_const(k->T, n); }

// ---- terms

// The only queue; or the one with a constant index, with an index that is
// read from a variable, or named by a variable.
static inline sv_term queue_term(sketch *k) {
  if (k->queues == 1) return sv_queue(k->T, k->queue, 0, SV_NONE);
  if (chance(k, 15)) return sv_model_var(k->m, k->ref, 0);
  sv_term index = chance(k, 70) ? num(k, below(k, 2)) : sv_model_var(k->m, k->globals[2], 0);
  return sv_queue(k->T, k->queue, 0, index);
}

static inline sv_term number_leaf(sketch *k, uint32_t t) {
  if (k->with & WITH_REMOTE && chance(k, 15)) {
    uint32_t other = 1 + below(k, k->templates);
    return sv_remote(k->T, k->small, k->local[other], num(k, below(k, 2)));
  }
  if (t && chance(k, 60)) return sv_model_var(k->m, k->local[t], 0);
  if (k->choice && chance(k, 40)) return sv_choice(k->T, k->small, 0);
  if (k->with & WITH_QUEUE && chance(k, 15))
    return chance(k, 50) ? sv_app1(k->T, SV_OP_QLEN, queue_term(k))
                         : sv_peek(k->T, k->small, queue_term(k), num(k, 0), 0);
  return chance(k, 40) ? num(k, below(k, 3)) : sv_model_var(k->m, k->globals[2], 0);
}

static inline sv_term array_cell(sketch *k, uint32_t t) {
  sv_term index = chance(k, 60) ? num(k, below(k, 2)) : number_leaf(k, t);
  uint32_t array = t && chance(k, 40) ? k->own[t] : k->array;
  return sv_app2(k->T, SV_OP_SELECT, sv_model_var(k->m, array, 0), index);
}

static inline sv_term at_term(sketch *k) {
  uint32_t t = 1 + below(k, k->templates);
  const sv_template *x = &k->m->templates.at[t];
  sv_sort sort = k->m->variables.at[x->pc].sort;
  return sv_eq(k->T, sv_remote(k->T, sort, x->pc, num(k, 0)),
               sv_const(k->T, sort, sv_small(below(k, x->locations.n))));
}

static inline sv_term bool_leaf(sketch *k, uint32_t t) {
  if (k->with & WITH_ARRAY && chance(k, 25)) return array_cell(k, t);
  if (k->with & WITH_REMOTE && chance(k, 15)) return at_term(k);
  if (chance(k, 35))
    return sv_model_var(k->m, k->globals[t && chance(k, 70) ? t & 1 : below(k, 2)], 0);
  return sv_eq(k->T, number_leaf(k, t), num(k, below(k, 3)));
}

static inline sv_term bool_term(sketch *k, uint32_t t) {
  sv_term a = bool_leaf(k, t);
  if (chance(k, 30)) a = sv_not(a);
  if (chance(k, 60)) return a;
  sv_term b = bool_leaf(k, t);
  return chance(k, 50) ? sv_and(k->T, a, b) : sv_or(k->T, a, b);
}

static inline sv_term number_term(sketch *k, uint32_t t) {
  sv_term a = number_leaf(k, t);
  return chance(k, 70) ? a : sv_app2(k->T, SV_OP_ADD, a, num(k, 1));  // may leave its range
}

// ---- actions

static inline sv_update random_update(sketch *k, uint32_t t) {
  if (k->queues > 1 && chance(k, 10))
    return (sv_update){sv_model_var(k->m, k->ref, 0),
                       sv_queue(k->T, k->queue, 0, num(k, below(k, 2)))};
  uint32_t what = chance(k, 45) ? 3 : below(k, k->with & WITH_ARRAY ? 5 : 4);
  if (what == 4) return (sv_update){array_cell(k, t), bool_term(k, t)};
  if (what == 3) return (sv_update){sv_model_var(k->m, k->local[t], 0), number_term(k, t)};
  if (what == 2) return (sv_update){sv_model_var(k->m, k->globals[2], 0), number_term(k, t)};
  return (sv_update){sv_model_var(k->m, k->globals[what], 0),
                     chance(k, 60) ? sv_bool_const(chance(k, 50)) : bool_term(k, t)};
}

static inline sv_edge random_edge(sketch *k, uint32_t t, uint32_t from, uint32_t *room) {
  room[0] = from;
  sv_edge e = {.template_number = t,
               .instance = SV_ANY_INSTANCE,
               .from = room,
               .from_count = 1,
               .to = 1 + below(k, k->locations[t])};
  bool straight = k->with & WITH_STRAIGHT;
  if (straight && from < k->locations[t] && chance(k, 90)) e.to = from + 1;
  if (chance(k, straight ? 3 : 10)) room[e.from_count++] = 1 + from % k->locations[t];
  if (e.from_count == 2 && room[0] == room[1]) e.from_count = 1;
  return e;
}

static inline void add_queue_op(sketch *k, sv_action *a, uint32_t t, sv_queue_op *op,
                                sv_term *field, sv_update *updates) {
  *op = (sv_queue_op){.verb = SV_DEQUEUE, .queue = queue_term(k)};
  a->queue_ops = op, a->queue_op_count = 1;
  uint32_t what = below(k, 10);
  if (what < 5) {
    *field = chance(k, 50) ? num(k, below(k, 3)) : number_leaf(k, t);
    *op = (sv_queue_op){SV_ENQUEUE, queue_term(k), what ? SV_NONE : num(k, 0), field, 1};
  } else if (what < 9 && a->update_count < 3) {
    updates[a->update_count++] = (sv_update){sv_model_var(k->m, k->local[t], 0),
                                             sv_peek(k->T, k->small, op->queue, num(k, 0), 0)};
  } else if (chance(k, 30)) {
    op->verb = chance(k, 50) ? SV_DEFER : SV_FLUSH;
  }
}

static inline void add_action(sketch *k, uint32_t t, uint32_t from) {
  uint32_t room[2][2];
  sv_edge edges[2] = {random_edge(k, t, from, room[0])};
  sv_update updates[4];
  sv_queue_op op;
  sv_term field;
  sv_start start;
  sv_choice_input choice = {.sort = k->small};
  sv_action a = {.name = named(k, "a", k->m->actions.n),
                 .edges = edges,
                 .edge_count = 1,
                 .updates = updates,
                 .guard = SV_TRUE,
                 .constraint = SV_TRUE};
  if (chance(k, k->with & WITH_STRAIGHT ? 25 : 45)) a.guard = bool_term(k, t);
  k->choice = k->with & WITH_CHOICE && chance(k, 25);
  if (k->choice) a.choices = &choice, a.choice_count = 1;
  for (uint32_t n = below(k, 3); a.update_count < n; a.update_count++)
    updates[a.update_count] = random_update(k, t);
  if (k->with & WITH_CONSTRAINT && chance(k, 25)) {
    sv_term next = sv_next(k->T, k->bit, k->globals[below(k, 2)], 0);
    a.constraint = sv_or(k->T, chance(k, 50) ? next : sv_not(next), bool_leaf(k, t));
  }
  if (k->with & WITH_QUEUE && chance(k, 50)) add_queue_op(k, &a, t, &op, &field, updates);
  k->choice = 0;
  if (k->with & WITH_JOINT && chance(k, 20)) {
    uint32_t other = 1 + below(k, k->templates);
    if (other != t)
      edges[a.edge_count++] = random_edge(k, other, 1 + below(k, k->locations[other]), room[1]);
    for (uint32_t i = 0; i < a.edge_count && k->with & WITH_PASSIVE; i++) {
      if (i && chance(k, 70)) edges[i].flags |= SV_EDGE_PASSIVE;
      if (chance(k, 30)) edges[i].flags |= SV_EDGE_RELEASES;
    }
  }
  if (a.edge_count == 1 && k->with & WITH_PASSIVE && chance(k, 10))
    edges[0].flags = SV_EDGE_RELEASES;
  if (k->with & WITH_ELSE && chance(k, 30)) edges[0].priority = 1;
  if (k->with & WITH_TIMEOUT && chance(k, 12)) a.priority = 1;
  if (k->templates > k->fixed && t <= k->fixed && chance(k, 30)) {
    start = (sv_start){.template_number = k->templates};
    a.starts = &start, a.start_count = 1;
  }
  if (chance(k, 4) || (!sv_same(a.guard, SV_TRUE) && chance(k, 15))) a.fails = k->assertion;
  sv_model_action(k->m, &a);
}

// A step that is always possible, to the next location.
static inline void add_skip(sketch *k, uint32_t t, uint32_t from) {
  sv_update update = random_update(k, t);
  sv_edge edge = {.template_number = t,
                  .instance = SV_ANY_INSTANCE,
                  .from = &from,
                  .from_count = 1,
                  .to = 1 + from % k->locations[t]};
  sv_action a = {.name = named(k, "skip", k->m->actions.n),
                 .edges = &edge,
                 .edge_count = 1,
                 .guard = SV_TRUE,
                 .constraint = SV_TRUE,
                 .updates = &update};
  sv_sort sort = sv_sort_of(k->T, update.target);
  a.update_count = sv_sort_same(sort, k->bit) && chance(k, 70);
  sv_model_action(k->m, &a);
}

// ---- the model

static inline unsigned random_flags(sketch *k) {
  unsigned flags = chance(k, 20) ? SV_LOC_END : 0;
  if (!(k->with & WITH_SECTIONS) || chance(k, 65)) return flags;
  if (k->with & WITH_BLOCKING) return flags | SV_LOC_BLOCKING;
  return flags | (k->with & WITH_COMMITTED ? SV_LOC_COMMITTED : SV_LOC_YIELDING);
}

static inline void add_template(sketch *k, uint32_t t, bool started) {
  uint32_t pool = !started ? 1 : k->with & WITH_CUT ? SV_UNBOUNDED : 2;
  sv_model_template(k->m, named(k, "P", t), started ? 0 : 1, pool, SV_NOWHERE);
  k->locations[t] = 3 + below(k, k->with & WITH_STRAIGHT ? 4 : 3);
  for (uint32_t l = 1; l <= k->locations[t]; l++)
    sv_model_location(k->m, t, named(k, "L", l), l == 1 && chance(k, 90) ? 0 : random_flags(k),
                      SV_NOWHERE);
  if (started) {
    k->locations[t]++;
    sv_model_location(k->m, t, named(k, "stop", 0), SV_LOC_STOP, SV_NOWHERE);
  }
  if (chance(k, 20)) k->m->templates.at[t].locations.at[2].bad = k->location;
  k->local[t] = sv_model_variable(k->m, named(k, "v", t), k->small, t, num(k, 0), SV_NOWHERE);
  if (!(k->with & WITH_ARRAY)) return;
  sv_sort two = sv_sort_array(k->T, 2, k->bit);
  k->own[t] = sv_model_variable(k->m, named(k, "own", t), two, t,
                                sv_array_fill(k->T, two, SV_FALSE), SV_NOWHERE);
}

static inline void add_globals(sketch *k) {
  for (uint32_t i = 0; i < 2; i++)
    k->globals[i] =
        sv_model_variable(k->m, named(k, "b", i), k->bit, SV_GLOBAL, SV_FALSE, SV_NOWHERE);
  k->globals[2] = sv_model_variable(k->m, named(k, "n", 2), k->small, SV_GLOBAL,
                                    chance(k, 80) ? num(k, 0) : SV_NONE, SV_NOWHERE);
  sv_sort two = sv_sort_array(k->T, 2, k->bit);
  k->array = sv_model_variable(k->m, named(k, "arr", 0), two, SV_GLOBAL,
                               sv_array_fill(k->T, two, SV_FALSE), SV_NOWHERE);
  k->queues = k->with & WITH_QUEUE && chance(k, 50) ? 2 : 1;
  k->queue = sv_model_queue(k->m, named(k, "q", 0), SV_GLOBAL, k->queues, k->queues > 1,
                            1 + below(k, 2), &k->small, 1, SV_NOWHERE);
  if (k->queues == 1) return;
  sv_sort ref = sv_sort_ref(k->T);
  k->ref = sv_model_variable(k->m, named(k, "r", 0), ref, SV_GLOBAL,
                             sv_const(k->T, ref, sv_small(0)), SV_NOWHERE);
}

static inline void add_properties(sketch *k) {
  k->assertion =
      sv_model_property(k->m, named(k, "assert", 0), SV_PROP_ASSERTION, SV_NONE, "", SV_NOWHERE);
  k->location =
      sv_model_property(k->m, named(k, "bad", 0), SV_PROP_LOCATION, SV_NONE, "", SV_NOWHERE);
  k->deadlock =
      sv_model_property(k->m, named(k, "dead", 0), SV_PROP_DEADLOCK, SV_NONE, "", SV_NOWHERE);
}

static inline void add_invariants(sketch *k) {
  sv_term both =
      sv_and(k->T, sv_model_var(k->m, k->globals[0], 0), sv_model_var(k->m, k->globals[1], 0));
  sv_term term =
      chance(k, 50) ? sv_not(both) : sv_not(sv_and(k->T, bool_leaf(k, 0), bool_leaf(k, 0)));
  k->invariant =
      sv_model_property(k->m, named(k, "inv", 0), SV_PROP_INVARIANT, term, "", SV_NOWHERE);
  if (!(k->with & WITH_INVARIANT)) return;
  for (uint32_t t = 1; t <= k->templates; t++)
    if (chance(k, 60)) k->m->templates.at[t].locations.at[2].invariant = bool_leaf(k, t);
}

static inline sketch sketch_new(uint64_t seed, unsigned with) {
  sketch k = {.m = sv_model_new(), .rnd = {seed * 2654435761u + 17}, .with = with};
  k.T = k.m->terms;
  k.bit = sv_sort_bool(k.T), k.small = sv_sort_range(k.T, 0, 2);
  add_properties(&k);
  add_globals(&k);
  k.fixed = 2 + (below(&k, 3) > 0);
  k.templates = k.fixed + (with & WITH_START ? 1 : 0);
  for (uint32_t t = 1; t <= k.templates; t++) add_template(&k, t, t > k.fixed);
  for (uint32_t t = 1; t <= k.templates; t++)
    for (uint32_t l = 1; l <= k.locations[t]; l++) {
      unsigned flags = k.m->templates.at[t].locations.at[l].flags;
      if (flags & SV_LOC_STOP) continue;
      bool section = flags & (SV_LOC_YIELDING | SV_LOC_BLOCKING | SV_LOC_COMMITTED);
      if (section && chance(&k, 75)) {
        add_skip(&k, t, l);
        if (chance(&k, 60)) continue;
      }
      if (with & WITH_STRAIGHT && l == k.locations[t] && chance(&k, 60)) continue;
      uint32_t most = with & WITH_STRAIGHT && chance(&k, 60) ? 1 : 2;
      for (uint32_t n = 1 + below(&k, most); n; n--) add_action(&k, t, l);
    }
  add_invariants(&k);
  return k;
}

// A mix of features for the n-th model: each alone, then several together.
static inline unsigned features_of(uint32_t n) {
  sv_random r = {n * 7919u + 3};
  unsigned with =
      n < 56 ? 1u << n % 14 : (unsigned)sv_random_next(&r) & (unsigned)sv_random_next(&r) & 16383u;
  if (n % 2) with |= WITH_STRAIGHT;
  if (with & WITH_CUT) with |= WITH_START;
  if (n >= 56 && n % 5 == 4) with |= WITH_JOINT | WITH_YIELDING;
  if (with & WITH_JOINT && n % 3) with |= WITH_PASSIVE;
  return with;
}

#endif
