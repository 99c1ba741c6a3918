// test_abstract_kit.h -- small random models with numbers, and all their states.
//
// One or two processes with two or three locations, a few small numbers, a
// Boolean, sometimes an array and a queue, linear guards and updates, choices,
// constraints over new values, priorities, sections and location invariants. So
// few states that all of them, reachable or not, can be looked at one by one.

#ifndef SV_TEST_ABSTRACT_KIT_H
#define SV_TEST_ABSTRACT_KIT_H

#include "unit/unit.h"

#include "base/random.h"
#include "encode/abstract/abstract.h"
#include "exec/choices.h"
#include "exec/exec_inside.h"

typedef struct {
  sv_random random;
  sv_model *m;
  sv_terms *T;
  sv_term numbers[4];  // variables of sort int
  uint32_t number_count;
  sv_term vector, flag, array;  // or SV_NONE
  uint32_t queue;
  sv_term choice;  // of the action at hand, or SV_NONE
} drawn;

static inline uint32_t draw_below(drawn *d, uint32_t n) { return sv_random_below(&d->random, n); }
static inline bool draw_chance(drawn *d, uint32_t percent) { return draw_below(d, 100) < percent; }

static inline sv_term draw_number(drawn *d, uint32_t depth) {
  sv_terms *T = d->T;
  switch (draw_below(d, depth ? 9 : 4)) {
  case 0: return sv_int_const(T, (int64_t)draw_below(d, 6) - 2);
  case 1:
    if (!sv_is_none(d->choice)) return d->choice;
    return d->numbers[draw_below(d, d->number_count)];
  case 4: {
    sv_term a = draw_number(d, depth - 1);
    return sv_app2(T, SV_OP_ADD, a, draw_number(d, depth - 1));
  }
  case 5: {
    sv_term a = draw_number(d, depth - 1);
    return sv_app2(T, SV_OP_SUB, a, draw_number(d, depth - 1));
  }
  case 6:
    if (sv_is_none(d->vector)) return draw_number(d, 0);
    return sv_cast(T, sv_sort_int(T), d->vector);
  case 7: {
    if (sv_is_none(d->array)) return draw_number(d, 0);
    return sv_app2(T, SV_OP_SELECT, d->array, draw_number(d, 0));
  }
  case 8: {
    sv_term a = draw_number(d, depth - 1);
    if (sv_is_none(d->flag)) return sv_app2(T, SV_OP_MUL, a, sv_int_const(T, 2));
    return sv_ite(T, d->flag, a, draw_number(d, depth - 1));
  }
  default: return d->numbers[draw_below(d, d->number_count)];
  }
}

static inline sv_term draw_condition(drawn *d, uint32_t depth) {
  sv_terms *T = d->T;
  static const sv_op ops[] = {SV_OP_LT, SV_OP_LE, SV_OP_EQ};
  if (depth && draw_chance(d, 30)) {
    sv_term a = draw_condition(d, depth - 1);
    return sv_and(T, a, draw_condition(d, depth - 1));
  }
  if (depth && draw_chance(d, 25)) return sv_not(draw_condition(d, depth - 1));
  if (!sv_is_none(d->flag) && draw_chance(d, 20)) return d->flag;
  sv_term a = draw_number(d, 1), b = draw_number(d, 1);
  return sv_app2(T, ops[draw_below(d, 3)], a, b);
}

static inline sv_name draw_name(drawn *d, const char *word, uint32_t n) {
  char text[32];
  snprintf(text, sizeof text, "%s%u", word, n);
  return sv_names_cstr(d->m->names, text);
}

static inline uint32_t draw_variable(drawn *d, const char *word, uint32_t n, sv_sort s,
                                     sv_term init) {
  return sv_model_variable(d->m, draw_name(d, word, n), s, SV_GLOBAL, init, SV_NOWHERE);
}

static inline void draw_variables(drawn *d, bool infinite) {
  sv_terms *T = d->T;
  d->number_count = 2 + draw_below(d, 2);
  for (uint32_t i = 0; i < d->number_count; i++) {
    int64_t lo = (int64_t)draw_below(d, 3) - 1;
    sv_sort s = infinite ? sv_sort_int(T) : sv_sort_range(T, lo, lo + 2 + draw_below(d, 2));
    sv_term init = draw_chance(d, 30) && !infinite ? SV_NONE : sv_int_const(T, lo);
    d->numbers[i] = sv_model_var(d->m, draw_variable(d, "x", i, s, init), 0);
  }
  if (draw_chance(d, 40))
    d->flag = sv_model_var(d->m, draw_variable(d, "b", 0, sv_sort_bool(T), SV_NONE), 0);
  sv_sort bits = sv_sort_bv(T, 2, draw_chance(d, 30));
  if (draw_chance(d, 30))
    d->vector =
        sv_model_var(d->m, draw_variable(d, "v", 0, bits, sv_const(T, bits, sv_small(0))), 0);
  sv_sort row = sv_sort_array(T, 2, sv_sort_range(T, 0, 2));
  sv_term zeros = sv_array_fill(T, row, sv_int_const(T, 0));
  if (draw_chance(d, 20)) d->array = sv_model_var(d->m, draw_variable(d, "a", 0, row, zeros), 0);
  sv_sort fields[2] = {sv_sort_range(T, 0, 2), sv_sort_bool(T)};
  if (draw_chance(d, 25))
    d->queue =
        sv_model_queue(d->m, draw_name(d, "q", 0), SV_GLOBAL, 1, false, 1, fields, 2, SV_NOWHERE);
}

static inline sv_term draw_peek(drawn *d, uint32_t field) {
  sv_terms *T = d->T;
  sv_sort s = field ? sv_sort_bool(T) : sv_sort_range(T, 0, 2);
  return sv_peek(T, s, sv_queue(T, d->queue, 0, SV_NONE), sv_int_const(T, 0), field);
}

typedef struct {
  SV_VEC(sv_update) updates;
  SV_VEC(sv_queue_op) ops;
  sv_term fields[2];
} drawn_effect;

static inline void draw_effect(drawn *d, drawn_effect *e) {
  sv_terms *T = d->T;
  for (uint32_t n = draw_below(d, 3); n--;) {
    sv_update u = {d->numbers[draw_below(d, d->number_count)], draw_number(d, 2)};
    sv_push(e->updates, u);
  }
  if (!sv_is_none(d->flag) && draw_chance(d, 30)) {
    sv_update u = {d->flag, draw_condition(d, 1)};
    sv_push(e->updates, u);
  }
  if (!sv_is_none(d->vector) && draw_chance(d, 30)) {
    sv_update u = {d->vector, sv_cast(T, sv_sort_of(T, d->vector), draw_number(d, 1))};
    sv_push(e->updates, u);
  }
  if (!sv_is_none(d->array) && draw_chance(d, 40)) {
    sv_update u = {sv_app2(T, SV_OP_SELECT, d->array, draw_number(d, 0)), draw_number(d, 1)};
    sv_push(e->updates, u);
  }
  if (!d->queue || draw_chance(d, 50)) return;
  sv_term q = sv_queue(T, d->queue, 0, SV_NONE);
  if (draw_chance(d, 50)) {
    sv_update u = {d->numbers[0], draw_peek(d, 0)};
    sv_push(e->updates, u);
    sv_push(e->ops, (sv_queue_op){.verb = SV_DEQUEUE, .queue = q});
  } else {
    e->fields[0] = draw_number(d, 1), e->fields[1] = draw_condition(d, 0);
    sv_push(e->ops, (sv_queue_op){.verb = SV_ENQUEUE, .queue = q, .field_count = 2});
    e->ops.at[0].fields = e->fields;
  }
}

static inline sv_term draw_next(drawn *d) {
  sv_term x = d->numbers[draw_below(d, d->number_count)];
  sv_node n = sv_node_of(d->T, sv_index(x));
  return sv_app2(d->T, draw_chance(d, 50) ? SV_OP_LE : SV_OP_EQ, sv_next(d->T, n.sort, n.id, 0),
                 draw_number(d, 1));
}

static inline void draw_action(drawn *d, uint32_t t, bool infinite) {
  sv_terms *T = d->T;
  drawn_effect e = {0};
  uint32_t places = d->m->templates.at[t].locations.n - 1;
  uint32_t from[2] = {1 + draw_below(d, places), 1 + draw_below(d, places)};
  sv_edge edge = {.template_number = t,
                  .instance = SV_ANY_INSTANCE,
                  .from = from,
                  .from_count = draw_chance(d, 20) ? 2 : 1,
                  .to = draw_below(d, places + 1),
                  .priority = draw_chance(d, 15)};
  sv_choice_input choice = {.name = draw_name(d, "c", 0),
                            .sort = infinite && draw_chance(d, 50)
                                        ? sv_sort_int(T)
                                        : sv_sort_range(T, 0, 1 + draw_below(d, 2))};
  bool chooses = draw_chance(d, 30);
  d->choice = SV_NONE;
  sv_term guard = draw_condition(d, 1);
  if (chooses) d->choice = sv_choice(T, choice.sort, 0);
  draw_effect(d, &e);
  sv_term constraint = SV_TRUE;
  if (draw_chance(d, 25)) constraint = draw_next(d);
  sv_model_action(d->m, &(sv_action){.name = draw_name(d, "step", d->m->actions.n),
                                     .edges = &edge,
                                     .edge_count = 1,
                                     .choices = &choice,
                                     .choice_count = chooses,
                                     .guard = guard,
                                     .constraint = constraint,
                                     .updates = e.updates.at,
                                     .update_count = e.updates.n,
                                     .queue_ops = e.ops.at,
                                     .queue_op_count = e.ops.n,
                                     .priority = draw_chance(d, 10)});
  d->choice = SV_NONE;
  sv_vec_free(e.updates);
  sv_vec_free(e.ops);
}

static inline void draw_template(drawn *d, uint32_t number, bool infinite) {
  uint32_t t = sv_model_template(d->m, draw_name(d, "P", number), 1, 1, SV_NOWHERE);
  uint32_t places = 2 + draw_below(d, 2);
  for (uint32_t l = 0; l < places; l++) {
    unsigned flags = draw_chance(d, 15) ? SV_LOC_YIELDING : draw_chance(d, 5) ? SV_LOC_BLOCKING : 0;
    uint32_t at = sv_model_location(d->m, t, draw_name(d, "L", l), flags, SV_NOWHERE);
    if (draw_chance(d, 20)) d->m->templates.at[t].locations.at[at].invariant = draw_condition(d, 0);
  }
  d->m->templates.at[t].entry = 1;
  for (uint32_t n = 2 + draw_below(d, 2); n--;) draw_action(d, t, infinite);
}

// With `infinite`, numbers have no bounds.
static inline sv_model *draw_model(drawn *d, uint64_t seed, bool infinite) {
  *d = (drawn){.random = {.state = seed}, .m = sv_model_new()};
  d->T = d->m->terms;
  d->vector = d->flag = d->array = d->choice = SV_NONE;
  draw_variables(d, infinite);
  for (uint32_t n = 1 + draw_below(d, 2), i = 0; i < n; i++) draw_template(d, i, infinite);
  sv_model_property(d->m, sv_names_cstr(d->m->names, "p"), SV_PROP_INVARIANT, draw_condition(d, 2),
                    "", SV_NOWHERE);
  return d->m;
}

// ---- all states

typedef bool each_state_fn(void *context, const sv_state *);

// Calls back for every state with values in their sorts; false: there are more than `most`.
static inline bool each_state(sv_exec *x, uint32_t most, each_state_fn *f, void *context) {
  const sv_net *net = sv_exec_net(x);
  SV_VEC(sv_sort) sorts = {0};
  for (uint32_t v = 0; v < net->vars.n; v++)
    for (uint32_t c = 0; c < net->vars.at[v].cells; c++)
      sv_push(sorts, sv_sort_scalar(net->model->terms, net->vars.at[v].sort));
  uint32_t cells = sorts.n, n = 0;
  for (uint32_t q = 0; q < net->queues.n; q++) {  // of capacity 1
    sv_push(sorts, sv_sort_bool(net->model->terms));
    for (uint32_t i = 0; i < net->queues.at[q].field_count; i++)
      sv_push(sorts, net->queues.at[q].fields[i]);
  }
  sv_values values = {0};
  sv_fill(values, sorts.n + 1);
  sv_state *s = sv_state_new(net);
  sv_choices_first(net, sorts.at, sorts.n, values.at);
  bool more = true;
  do {
    bool canonical = true;
    memcpy(s->cells, values.at, cells * sizeof *s->cells);
    for (uint32_t q = 0, k = cells; q < net->queues.n; q++) {
      sv_queue_state *queue = &s->queues[q];
      queue->messages = (uint32_t)sv_small_get(values.at[k++]);
      sv_clear(queue->fields);
      for (uint32_t i = 0; i < net->queues.at[q].field_count; i++, k++) {
        if (queue->messages) sv_push(queue->fields, values.at[k]);
        else
          canonical &= sv_value_same(values.at[k], sv_sort_default(net->model->terms, sorts.at[k]));
      }
    }
    if (canonical && sv_exec_invariants_hold(x, s)) more = f(context, s) && n++ < most;
  } while (more && sv_choices_next(net, sorts.at, sorts.n, values.at));
  sv_state_free(net, s);
  sv_vec_free(values);
  sv_vec_free(sorts);
  return more;
}

#endif
