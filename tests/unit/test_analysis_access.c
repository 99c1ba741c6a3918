// test_analysis_access.c -- read and write sets, and the relations made of
// them, held against what exec does on random models.
//
// A step changes nothing outside its write set. Changing a state outside of an
// action's read set changes neither whether the action is enabled nor what it
// does. Actions that do not conflict commute wherever both are enabled, and
// neither ever wakes the other.

#include "analysis/access/relations.h"

#include "unit/test_analysis_graph.h"

enum { MODELS = 800, MOST_STATES = 600 };

typedef void case_fn(const specimen *, const sv_accesses *);

static void on_models(case_fn *f) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < MODELS; i++) {
    specimen x;
    if (!specimen_new(&x, i, MOST_STATES)) continue;
    sv_accesses *all = sv_accesses_new(x.net);
    f(&x, all);
    sv_accesses_free(all);
    specimen_free(&x);
    n++;
  }
  assert_true(n > 600);
}

// ---- differences of states, as parts

static void add_difference(const sv_part_map *map, uint32_t var, const sv_state *s,
                           const sv_state *t, sv_parts *out) {
  const sv_net_var *v = &map->net->vars.at[var];
  for (uint32_t i = 0; i < v->cells; i++) {
    sv_value a = s->cells[v->first_cell + i], b = t->cells[v->first_cell + i];
    if (sv_value_same(a, b)) continue;
    uint32_t one = map->first[var] + (v->is_pc ? (uint32_t)sv_small_get(a) : i);
    uint32_t two = map->first[var] + (v->is_pc ? (uint32_t)sv_small_get(b) : i);
    sv_parts_add(out, one, one + 1);
    sv_parts_add(out, two, two + 1);
  }
}

static bool queue_differs(const sv_queue_state *a, const sv_queue_state *b) {
  if (a->messages != b->messages || a->deferred != b->deferred) return true;
  for (uint32_t i = 0; i < a->fields.n; i++)
    if (!sv_value_same(a->fields.at[i], b->fields.at[i])) return true;
  return false;
}

static void difference(const sv_part_map *map, const sv_state *s, const sv_state *t,
                       sv_parts *out) {
  sv_clear(*out);
  for (uint32_t v = 0; v < map->net->vars.n; v++) add_difference(map, v, s, t, out);
  for (uint32_t q = 0; q < map->net->queues.n; q++) {
    uint32_t part = map->first[sv_queue_object(map, q)];
    if (queue_differs(&s->queues[q], &t->queues[q])) sv_parts_add(out, part, part + 1);
  }
  sv_parts_seal(out);
}

// ---- writes

static void check_writes(const specimen *x, const sv_accesses *all) {
  const graph *g = x->g;
  sv_parts changed = {0};
  for (uint32_t s = 0; s < g->states.n; s++)
    for (uint32_t i = g->first_arc.at[s]; i < g->first_arc.at[s + 1]; i++) {
      const arc *a = &g->arcs.at[i];
      difference(&all->map, g->states.at[s], g->states.at[a->to], &changed);
      if (!sv_parts_subset(&changed, &all->actions[a->action].writes))
        fail_msg("model %u: action %u changes more than it writes", x->number, a->action);
    }
  sv_vec_free(changed);
}

static void test_writes(void **state) { SV_UNUSED(state), on_models(check_writes); }

// ---- reads

typedef struct {
  const specimen *x;
  const sv_accesses *all;
  sv_random rnd;
  sv_state *other, *after, *after_other;
  sv_steps steps, other_steps;
  sv_parts changed, extended, result;
  uint64_t compared;
} tamper;

static bool invariants_hold(const tamper *t) {
  const sv_net *net = t->x->net;
  for (uint32_t p = 0; p < net->processes.n; p++) {
    sv_term inv = net->location_invariants[p][sv_state_location(net, t->other, p)];
    if (!sv_is_none(inv) && !sv_small_get(sv_exec_evaluate(t->x->g->x, t->other, inv)))
      return false;
  }
  return true;
}

static bool var_is_ref(const sv_net *net, const sv_net_var *v) {
  return sv_sort_get(net->model->terms, v->sort)->kind == SV_SORT_REF;
}

static int64_t values_of(const sv_net *net, const sv_net_var *v) {
  if (v->is_pc) return sv_net_locations(net, v->process);
  return sv_sort_get(net->model->terms, sv_sort_scalar(net->model->terms, v->sort))->kind ==
                 SV_SORT_BOOL
             ? 2
             : 3;
}

// Gives one variable of a running process, or a global one, another value.
static void change_variable(tamper *t) {
  const sv_net *net = t->x->net;
  uint32_t var = sv_random_below(&t->rnd, net->vars.n);
  const sv_net_var *v = &net->vars.at[var];
  if (var == net->holder || var_is_ref(net, v) || (v->is_pc && net->holder != SV_NO_VARIABLE))
    return;
  if (v->process != SV_NO_PROCESS && !sv_state_location(net, t->other, v->process)) return;
  uint32_t cell = v->first_cell + sv_random_below(&t->rnd, v->cells);
  int64_t low = v->is_pc, n = values_of(net, v) - low;
  t->other->cells[cell] = sv_small(low + sv_random_below(&t->rnd, (uint32_t)n));
}

// Adds a message, or empties the queue.
static void change_queue(tamper *t) {
  sv_queue_state *q = &t->other->queues[sv_random_below(&t->rnd, t->x->net->queues.n)];
  if (q->messages) {
    q->messages = q->deferred = 0;
    sv_clear(q->fields);
  } else {
    q->messages = 1;
    sv_push(q->fields, sv_small(sv_random_below(&t->rnd, 3)));
  }
}

static const sv_step *same_step(const tamper *t, const sv_steps *steps, const sv_step *step) {
  for (uint32_t i = 0; i < steps->n; i++)
    if (steps->at[i].action == step->action &&
        choice_number(t->x->g, &steps->at[i]) == choice_number(t->x->g, step))
      return &steps->at[i];
  return NULL;
}

// What differs after the step differed before, and was not surely overwritten.
static void compare_effect(tamper *t, const sv_state *s, const sv_step *step) {
  const sv_access *a = &t->all->actions[step->action];
  sv_parts kept = {0};
  sv_exec_fire(t->x->g->x, s, step, t->after);
  sv_exec_fire(t->x->g->x, t->other, step, t->after_other);
  difference(&t->all->map, t->after, t->after_other, &t->result);
  if (!sv_parts_subset(&t->result, &t->changed))
    fail_msg("model %u: the effect of action %u reads more than it says", t->x->number,
             step->action);
  sv_parts_meet(&t->result, &a->surely, &kept);
  if (kept.n) fail_msg("model %u: action %u does not surely write", t->x->number, step->action);
  sv_vec_free(kept);
  t->compared++;
}

// Everything that decides whether the action is enabled, and its effect.
static void read_with_control(const sv_accesses *all, uint32_t action, sv_parts *out) {
  const sv_access *a = &all->actions[action];
  sv_clear(*out);
  sv_parts_append(out, &a->reads);
  sv_parts_append(out, &a->priority);
  sv_parts_append(out, &all->blocking);
  sv_parts_append(out, &all->yielding);
  sv_parts_append(out, &all->lower[all->net->actions.at[action].priority]);
  sv_parts_seal(out);
}

static void compare_steps(tamper *t, const sv_state *s, const sv_steps *some,
                          const sv_steps *others, bool fire) {
  for (uint32_t i = 0; i < some->n; i++) {
    read_with_control(t->all, some->at[i].action, &t->extended);
    if (sv_parts_overlap(&t->changed, &t->extended)) continue;
    if (!same_step(t, others, &some->at[i]))
      fail_msg("model %u: action %u is enabled by what it does not read", t->x->number,
               some->at[i].action);
    if (fire) compare_effect(t, s, &some->at[i]);
  }
}

static void tamper_with(tamper *t, const sv_state *s) {
  sv_state_copy(t->x->net, t->other, s);
  if (sv_random_below(&t->rnd, 6)) change_variable(t);
  else change_queue(t);
  difference(&t->all->map, s, t->other, &t->changed);
  if (!t->changed.n || !invariants_hold(t)) return;
  sv_exec_steps(t->x->g->x, s, &t->steps, NULL);
  sv_exec_steps(t->x->g->x, t->other, &t->other_steps, NULL);
  compare_steps(t, s, &t->steps, &t->other_steps, true);
  compare_steps(t, s, &t->other_steps, &t->steps, false);
}

static void check_reads(const specimen *x, const sv_accesses *all) {
  tamper t = {.x = x,
              .all = all,
              .rnd = {x->number},
              .other = sv_state_new(x->net),
              .after = sv_state_new(x->net),
              .after_other = sv_state_new(x->net)};
  for (uint32_t s = 0; s < x->g->states.n; s++)
    for (uint32_t i = 0; i < 4; i++) tamper_with(&t, x->g->states.at[s]);
  sv_state_free(x->net, t.other);
  sv_state_free(x->net, t.after);
  sv_state_free(x->net, t.after_other);
  sv_steps_free(&t.steps);
  sv_steps_free(&t.other_steps);
  sv_vec_free(t.changed);
  sv_vec_free(t.extended);
  sv_vec_free(t.result);
}

static void test_reads(void **state) { SV_UNUSED(state), on_models(check_reads); }

// ---- relations

static void check_diamond(const specimen *x, uint32_t s, const arc *a, const arc *b,
                          const char *what) {
  const arc *ab = graph_arc(x->g, a->to, b->action, b->choice);
  const arc *ba = graph_arc(x->g, b->to, a->action, a->choice);
  if (!ab || !ba || ab->to != ba->to)
    fail_msg("model %u, state %u: actions %u and %u %s and do not commute", x->number, s, a->action,
             b->action, what);
}

// Everything that a enables or disables in other actions is told by the relations.
static void check_effect(const specimen *x, const sv_relations *r, uint32_t s, const arc *a) {
  const graph *g = x->g;
  for (uint32_t b = 0; b < x->net->actions.n; b++) {
    if (b == a->action || graph_is_enabled(g, s, b) == graph_is_enabled(g, a->to, b)) continue;
    if (!sv_conflicts(r, a->action, b))
      fail_msg("model %u: %u wakes or stops %u without a conflict", x->number, a->action, b);
  }
}

static void check_state(const specimen *x, const sv_relations *r, uint32_t s) {
  const graph *g = x->g;
  for (uint32_t i = g->first_arc.at[s]; i < g->first_arc.at[s + 1]; i++) {
    check_effect(x, r, s, &g->arcs.at[i]);
    for (uint32_t j = g->first_arc.at[s]; j < i; j++) {
      const arc *a = &g->arcs.at[i], *b = &g->arcs.at[j];
      if (a->action == b->action) continue;
      if (!sv_conflicts(r, a->action, b->action)) check_diamond(x, s, a, b, "do not conflict");
      else if (sv_ends_apart(r, a->action, b->action)) check_diamond(x, s, a, b, "use other ends");
    }
  }
}

static void check_symmetry(const specimen *x, const sv_relations *r) {
  for (uint32_t a = 0; a < x->net->actions.n; a++)
    for (uint32_t b = 0; b < x->net->actions.n; b++)
      assert_int_equal(sv_conflicts(r, a, b), sv_conflicts(r, b, a));
}

static void check_relations(const specimen *x, const sv_accesses *all) {
  sv_relations *r = sv_relations_new(all);
  for (uint32_t s = 0; s < x->g->states.n; s++) check_state(x, r, s);
  check_symmetry(x, r);
  sv_relations_free(r);
}

static void test_relations(void **state) { SV_UNUSED(state), on_models(check_relations); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_writes),
      cmocka_unit_test(test_reads),
      cmocka_unit_test(test_relations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
