// test_analysis_flow.c -- futures, live variables and cones, held against the
// state graphs of random models.

#include "analysis/reduction/future.h"
#include "analysis/rewrite/cone.h"
#include "analysis/rewrite/live.h"
#include "analysis/rewrite/slice.h"

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

// ---- futures

// By state: all actions that can still happen.
static sv_bits *possible_later(const graph *g) {
  sv_bits *later = SV_NEW_ARRAY(sv_bits, g->states.n + 1);
  for (uint32_t s = 0; s < g->states.n; s++) sv_bits_init(&later[s], g->net->actions.n);
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t s = g->states.n; s--;)
      for (uint32_t i = g->first_arc.at[s]; i < g->first_arc.at[s + 1]; i++) {
        const arc *a = &g->arcs.at[i];
        if (!sv_bits_has(&later[s], a->action)) sv_bits_add(&later[s], a->action), grew = true;
        grew |= sv_bits_join(&later[s], &later[a->to]);
      }
  }
  return later;
}

static bool in_some_life(const sv_future *f, const sv_state *s, uint32_t action) {
  const sv_net *net = f->all->net;
  for (uint32_t p = 0; p < net->processes.n; p++)
    if (sv_bits_has(sv_future_life(f, p, sv_state_location(net, s, p)), action)) return true;
  return false;
}

static void check_futures(const specimen *x, const sv_accesses *all) {
  sv_future *f = sv_future_new(all);
  sv_bits *later = possible_later(x->g);
  for (uint32_t s = 0; s < x->g->states.n; s++) {
    const sv_state *state = x->g->states.at[s];
    for (uint32_t a = sv_bits_next(&later[s], 0); a != UINT32_MAX;
         a = sv_bits_next(&later[s], a + 1)) {
      const sv_net_action *action = &x->net->actions.at[a];
      if (!in_some_life(f, state, a)) fail_msg("model %u: action %u is in no life", x->number, a);
      for (uint32_t i = 0; i < action->edge_count; i++) {
        uint32_t p = action->edges[i].process;
        if (!sv_bits_has(sv_future_slot(f, p, sv_state_location(x->net, state, p)), a))
          fail_msg("model %u: action %u is not expected", x->number, a);
      }
    }
    sv_bits_free(&later[s]);
  }
  sv_free(later);
  sv_future_free(f);
}

static void test_futures(void **state) { SV_UNUSED(state), on_models(check_futures); }

// ---- live variables

typedef struct {
  const specimen *x;
  const sv_live *live;
  sv_state *other, *one, *two;
  sv_steps steps, other_steps;
} reviver;

static uint64_t dead_changed;

// Equal but for dead variables.
static bool alike(const reviver *v, const sv_state *a, const sv_state *b) {
  const sv_net *net = v->x->net;
  for (uint32_t i = 0; i < net->vars.n; i++) {
    const sv_net_var *var = &net->vars.at[i];
    bool live = var->process == SV_NO_PROCESS ||
                sv_live_at(v->live, var->process, sv_state_location(net, a, var->process), i);
    for (uint32_t c = var->first_cell; live && c < var->first_cell + var->cells; c++)
      if (!sv_value_same(a->cells[c], b->cells[c])) return false;
  }
  for (uint32_t q = 0; q < net->queues.n; q++) {
    const sv_queue_state *m = &a->queues[q], *n = &b->queues[q];
    if (m->messages != n->messages || m->deferred != n->deferred) return false;
    for (uint32_t i = 0; i < m->fields.n; i++)
      if (!sv_value_same(m->fields.at[i], n->fields.at[i])) return false;
  }
  return true;
}

static void compare_lives(reviver *v, const sv_state *s) {
  const graph *g = v->x->g;
  sv_exec_steps(g->x, s, &v->steps, NULL);
  sv_exec_steps(g->x, v->other, &v->other_steps, NULL);
  if (v->steps.n != v->other_steps.n) fail_msg("model %u: a dead variable enables", v->x->number);
  for (uint32_t i = 0; i < v->steps.n; i++) {
    const sv_step *a = &v->steps.at[i], *b = &v->other_steps.at[i];
    if (a->action != b->action || choice_number(g, a) != choice_number(g, b))
      fail_msg("model %u: a dead variable decides between actions", v->x->number);
    sv_exec_fire(g->x, s, a, v->one);
    sv_exec_fire(g->x, v->other, b, v->two);
    if (!alike(v, v->one, v->two))
      fail_msg("model %u: a dead variable comes to life", v->x->number);
  }
  for (uint32_t p = 1; p < v->x->net->properties.n; p++)
    assert_int_equal(sv_exec_violated_in(g->x, s, p), sv_exec_violated_in(g->x, v->other, p));
  assert_int_equal(sv_exec_cut(g->x, s), sv_exec_cut(g->x, v->other));
}

static void change_dead(reviver *v, const sv_state *s, uint32_t process) {
  const sv_net *net = v->x->net;
  uint32_t location = sv_state_location(net, s, process);
  sv_u32s dead = {0};
  for (uint32_t i = 0; location && i < net->vars.n; i++)
    if (!sv_live_at(v->live, process, location, i)) sv_push(dead, i);
  for (uint32_t i = 0; i < dead.n; i++) {
    const sv_net_var *var = &net->vars.at[dead.at[i]];
    bool bits = var->cells > 1;
    for (int64_t value = 0; value < (bits ? 2 : 3); value++) {
      sv_state_copy(net, v->other, s);
      for (uint32_t c = 0; c < var->cells; c++)
        v->other->cells[var->first_cell + c] = sv_small(value);
      compare_lives(v, s);
      dead_changed++;
    }
  }
  sv_vec_free(dead);
}

static void check_live(const specimen *x, const sv_accesses *all) {
  sv_live *live = sv_live_new(all);
  reviver v = {.x = x,
               .live = live,
               .other = sv_state_new(x->net),
               .one = sv_state_new(x->net),
               .two = sv_state_new(x->net)};
  for (uint32_t s = 0; s < x->g->states.n && s < 100; s++)
    for (uint32_t p = 0; p < x->net->processes.n; p++) change_dead(&v, x->g->states.at[s], p);
  sv_state_free(x->net, v.other);
  sv_state_free(x->net, v.one);
  sv_state_free(x->net, v.two);
  sv_steps_free(&v.steps);
  sv_steps_free(&v.other_steps);
  sv_live_free(live);
}

static void test_live(void **state) {
  SV_UNUSED(state);
  on_models(check_live);
  assert_true(dead_changed > 1000);
}

// ---- cones

typedef struct {
  graph g;
  const sv_relevant *r;
  const sv_part_map *map;
  bool failed;
} slice;

static uint64_t left_out;

// Variables and queues outside of the cone get the values of nobody.
static void mask(const slice *s, sv_state *state) {
  const sv_net *net = s->g.net;
  for (uint32_t v = 0; v < net->vars.n; v++) {
    const sv_net_var *var = &net->vars.at[v];
    if (sv_bits_has(&s->r->objects, v) || v == net->holder) continue;
    for (uint32_t c = 0; c < var->cells; c++)
      state->cells[var->first_cell + c] = sv_sort_default(net->model->terms, var->sort);
  }
  for (uint32_t q = 0; q < net->queues.n; q++) {
    if (sv_bits_has(&s->r->objects, sv_queue_object(s->map, q))) continue;
    state->queues[q].messages = state->queues[q].deferred = 0;
    sv_clear(state->queues[q].fields);
  }
}

static bool slice_initial(void *context, const sv_state *state) {
  slice *s = context;
  sv_state_copy(s->g.net, s->g.spare, state);
  mask(s, s->g.spare);
  graph_add(&s->g, s->g.spare);
  return true;
}

static void slice_expand(slice *s, uint32_t state, uint32_t property) {
  sv_steps steps = {0};
  sv_exec_steps(s->g.x, s->g.states.at[state], &steps, NULL);
  for (uint32_t i = 0; i < steps.n; i++) {
    if (!sv_bits_has(&s->r->actions, steps.at[i].action)) continue;
    s->failed |= sv_exec_violated_by(s->g.net, &steps.at[i], property);
    sv_exec_fire(s->g.x, s->g.states.at[state], &steps.at[i], s->g.spare);
    mask(s, s->g.spare);
    graph_add(&s->g, s->g.spare);
  }
  sv_steps_free(&steps);
}

// Is the property violated, is a cut met, in what the cone keeps?
static unsigned answer_in_cone(const specimen *x, const sv_accesses *all, const sv_relevant *r,
                               uint32_t property) {
  slice *s = SV_NEW(slice);
  unsigned answer = 0;
  *s = (slice){.r = r,
               .map = &all->map,
               .g = {.net = x->net, .x = sv_exec_new(x->net), .spare = sv_state_new(x->net)}};
  sv_exec_initials(s->g.x, slice_initial, s);
  for (uint32_t i = 0; i < s->g.states.n; i++) {
    if (sv_exec_violated_in(s->g.x, s->g.states.at[i], property)) answer |= 1;
    if (sv_exec_cut(s->g.x, s->g.states.at[i]) != UINT32_MAX) answer |= 2;
    slice_expand(s, i, property);
  }
  if (s->failed) answer |= 1;
  graph_free(&s->g);  // the slice begins with its graph
  return answer;
}

static unsigned answer_in_graph(const graph *g, uint32_t property) {
  unsigned answer = 0;
  for (uint32_t s = 0; s < g->states.n; s++) {
    if (sv_exec_violated_in(g->x, g->states.at[s], property)) answer |= 1;
    if (sv_exec_cut(g->x, g->states.at[s]) != UINT32_MAX) answer |= 2;
  }
  for (uint32_t i = 0; i < g->arcs.n; i++)
    if (g->net->actions.at[g->arcs.at[i].action].fails == property) answer |= 1;
  return answer;
}

// The same, asked of the net that slice.h makes.
static unsigned answer_in_slice(const specimen *x, const sv_relevant *r, uint32_t property) {
  sv_net *net = sv_slice_new(x->net, r);
  if (!net) return answer_in_graph(x->g, property);
  graph *g = graph_new(net, 100000);
  unsigned answer = answer_in_graph(g, property);
  graph_free(g);
  sv_net_free(net);
  return answer;
}

static void check_cones(const specimen *x, const sv_accesses *all) {
  for (uint32_t p = 1; p < x->net->properties.n; p++) {
    sv_relevant *r = sv_relevant_new(all, &p, 1);
    left_out += x->net->actions.n - sv_bits_count(&r->actions);
    if (x->net->properties.at[p].kind == SV_PROP_DEADLOCK) assert_true(r->everything);
    if (answer_in_cone(x, all, r, p) != answer_in_graph(x->g, p))
      fail_msg("model %u: the cone of property %u gives another answer", x->number, p);
    if (answer_in_slice(x, r, p) != answer_in_graph(x->g, p))
      fail_msg("model %u: the slice for property %u gives another answer", x->number, p);
    sv_relevant_free(r);
  }
}

static void test_cones(void **state) {
  SV_UNUSED(state);
  on_models(check_cones);
  assert_true(left_out > 1000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_futures),
      cmocka_unit_test(test_live),
      cmocka_unit_test(test_cones),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
