// test_analysis_stubborn.c -- stubborn sets held against the whole state graph.
//
// On random models: the reduced searches (any order with the closed-set
// proviso, depth first with the stack proviso) meet the same deadlocks, fire
// the same actions, violate the same properties and notice cuts as the whole
// graph does; and where control is plain, every selection meets the definition
// of a strong stubborn set, looked up in the graph.

#include "analysis/stubborn.h"

#include "unit/test_analysis_graph.h"

enum { MODELS = 1000, MOST_STATES = 2500, MOST_CHECKED = 300 };

typedef struct {
  graph *g;
  sv_reduction *r;
  sv_stubborn *s;
  sv_u32s enabled, location, chosen;
  uint32_t state;
  uint64_t full, picked;   // enabled actions, and those selected
} oracle;

static bool guard_holds(void *context, uint32_t action) {
  const oracle *o = context;
  sv_value v = sv_exec_evaluate(o->g->x, o->g->states.at[o->state], o->g->net->actions.at[action].guard);
  return sv_small_get(v);
}

static bool oracle_new(oracle *o, graph *g, const uint32_t *properties, uint32_t n) {
  sv_text why = {0};
  *o = (oracle){.g = g, .r = sv_reduction_new(g->net, properties, n, &why)};
  if (!o->r) assert_true(why.n > 0);
  sv_text_free(&why);
  if (o->r) o->s = sv_stubborn_new(o->r);
  sv_fill(o->location, g->net->processes.n + 1);
  return o->r;
}

static void oracle_free(oracle *o) {
  sv_stubborn_free(o->s);
  sv_reduction_free(o->r);
  sv_vec_free(o->enabled);
  sv_vec_free(o->location);
  sv_vec_free(o->chosen);
}

// Fills enabled and chosen for this state.
static void ask(oracle *o, uint32_t state) {
  graph_enabled(o->g, state, &o->enabled);
  sv_fill(o->chosen, o->enabled.n);
  o->state = state;
  for (uint32_t p = 0; p < o->g->net->processes.n; p++)
    o->location.at[p] = sv_state_location(o->g->net, o->g->states.at[state], p);
  o->chosen.n = sv_stubborn_select(o->s, o->enabled.at, o->enabled.n, o->location.at, guard_holds, o,
                                   o->chosen.at);
  assert_true(o->chosen.n <= o->enabled.n && (o->chosen.n || !o->enabled.n));
  o->full += o->enabled.n;
  o->picked += o->chosen.n;
}

static bool is_chosen(const oracle *o, uint32_t action) {
  for (uint32_t i = 0; i < o->chosen.n; i++)
    if (o->chosen.at[i] == action) return true;
  return false;
}

// ---- searches

typedef struct {
  sv_bits seen, expanded, on_stack, fired;
  sv_u32s todo;
  uint32_t states;
} search;

static void search_init(search *s, const graph *g) {
  *s = (search){0};
  sv_bits_init(&s->seen, g->states.n);
  sv_bits_init(&s->expanded, g->states.n);
  sv_bits_init(&s->on_stack, g->states.n);
  sv_bits_init(&s->fired, g->net->actions.n);
}

static void search_free(search *s) {
  sv_bits_free(&s->seen);
  sv_bits_free(&s->expanded);
  sv_bits_free(&s->on_stack);
  sv_bits_free(&s->fired);
  sv_vec_free(s->todo);
}

static void see(search *s, uint32_t state) {
  if (sv_bits_has(&s->seen, state)) return;
  sv_bits_add(&s->seen, state);
  sv_push(s->todo, state);
  s->states++;
}

// The proviso: some selected successor is not in `old`.
static bool has_fresh(const oracle *o, uint32_t state, const sv_bits *old) {
  for (uint32_t i = o->g->first_arc.at[state]; i < o->g->first_arc.at[state + 1]; i++)
    if (is_chosen(o, o->g->arcs.at[i].action) && !sv_bits_has(old, o->g->arcs.at[i].to)) return true;
  return false;
}

static void select_for(oracle *o, uint32_t state, const sv_bits *old) {
  ask(o, state);
  if (o->chosen.n == o->enabled.n) return;
  if (!sv_reduction_needs_proviso(o->r) || has_fresh(o, state, old)) return;
  sv_fill(o->chosen, o->enabled.n);
  memcpy(o->chosen.at, o->enabled.at, o->enabled.n * sizeof *o->enabled.at);
}

// Random order of expansion: breadth first if `order` is NULL.
static void run_closed(oracle *o, search *s, sv_random *order) {
  const graph *g = o->g;
  for (uint32_t i = 0; i < g->initials; i++) see(s, i);
  for (uint32_t next = 0; next < s->todo.n; next++) {
    uint32_t left = s->todo.n - next, pick = order ? next + sv_random_below(order, left) : next;
    uint32_t state = s->todo.at[pick];
    s->todo.at[pick] = s->todo.at[next], s->todo.at[next] = state;
    sv_bits_add(&s->expanded, state);
    select_for(o, state, &s->expanded);
    for (uint32_t i = g->first_arc.at[state]; i < g->first_arc.at[state + 1]; i++) {
      if (!is_chosen(o, g->arcs.at[i].action)) continue;
      sv_bits_add(&s->fired, g->arcs.at[i].action);
      see(s, g->arcs.at[i].to);
    }
  }
}

// Depth of recursion: the length of a path.
static void visit(oracle *o, search *s, uint32_t state) {
  const graph *g = o->g;
  sv_u32s successors = {0};
  sv_bits_add(&s->seen, state);
  sv_bits_add(&s->on_stack, state);
  s->states++;
  select_for(o, state, &s->on_stack);
  for (uint32_t i = g->first_arc.at[state]; i < g->first_arc.at[state + 1]; i++)
    if (is_chosen(o, g->arcs.at[i].action)) {
      sv_bits_add(&s->fired, g->arcs.at[i].action);
      sv_push(successors, g->arcs.at[i].to);
    }
  for (uint32_t i = 0; i < successors.n; i++)
    if (!sv_bits_has(&s->seen, successors.at[i])) visit(o, s, successors.at[i]);
  sv_bits_remove(&s->on_stack, state);
  sv_vec_free(successors);
}

static void run_stack(oracle *o, search *s) {
  for (uint32_t i = 0; i < o->g->initials; i++)
    if (!sv_bits_has(&s->seen, i)) visit(o, s, i);
}

// ---- what must be kept

static bool violated(const graph *g, const sv_bits *seen, const sv_bits *fired, uint32_t property) {
  for (uint32_t a = 0; a < g->net->actions.n; a++)
    if (g->net->actions.at[a].fails == property && (!fired || sv_bits_has(fired, a))) return true;
  for (uint32_t s = 0; s < g->states.n; s++)
    if ((!seen || sv_bits_has(seen, s)) && sv_exec_violated_in(g->x, g->states.at[s], property)) return true;
  return false;
}

static bool cut_met(const graph *g, const sv_bits *seen) {
  for (uint32_t s = 0; s < g->states.n; s++)
    if ((!seen || sv_bits_has(seen, s)) && sv_exec_cut(g->x, g->states.at[s]) != UINT32_MAX) return true;
  return false;
}

static void all_fired(const graph *g, sv_bits *fired) {
  for (uint32_t i = 0; i < g->arcs.n; i++) sv_bits_add(fired, g->arcs.at[i].action);
}

// Same deadlocked states, if nobody can be stuck inside a section and control
// is not held; else it is the verdict that counts.
static void compare_deadlocks(const specimen *x, const search *s) {
  const graph *g = x->g;
  if (x->k.with & WITH_SECTIONS) return;
  for (uint32_t i = 0; i < g->states.n; i++)
    if (sv_exec_deadlocked(g->x, g->states.at[i]) && !sv_bits_has(&s->seen, i))
      fail_msg("model %u: a deadlock is lost", x->number);
}

static void compare(const specimen *x, const oracle *o, const search *s, const uint32_t *properties,
                    uint32_t n, const char *how) {
  const graph *g = x->g;
  sv_bits fired;
  sv_bits_init(&fired, g->net->actions.n);
  all_fired(g, &fired);
  for (uint32_t i = 0; i < n; i++)
    if (violated(g, NULL, &fired, properties[i]) != violated(g, &s->seen, &s->fired, properties[i]))
      fail_msg("model %u, %s: property %u of kind %d is lost", x->number, how, properties[i],
               (int)g->net->properties.at[properties[i]].kind);
  if (sv_reduction_needs_proviso(o->r) && !sv_bits_equal(&fired, &s->fired))
    fail_msg("model %u, %s: an action is lost", x->number, how);
  if (cut_met(g, NULL) != cut_met(g, &s->seen)) fail_msg("model %u, %s: a cut is lost", x->number, how);
  for (uint32_t i = 0; i < n; i++)
    if (g->net->properties.at[properties[i]].kind == SV_PROP_DEADLOCK) compare_deadlocks(x, s);
  sv_bits_free(&fired);
}

static uint64_t whole_states, reduced_states, reducible;

static void compare_searches(const specimen *x, oracle *o, const uint32_t *properties, uint32_t n) {
  sv_random order = {x->number};
  static const char *const names[] = {"breadth first", "random order", "depth first"};
  for (int how = 0; how < 3; how++) {
    search s;
    search_init(&s, x->g);
    if (how == 2) run_stack(o, &s);
    else run_closed(o, &s, how ? &order : NULL);
    compare(x, o, &s, properties, n, names[how]);
    if (!how) reduced_states += s.states, whole_states += x->g->states.n;
    search_free(&s);
  }
}

static void test_verdicts(void **state) {
  SV_UNUSED(state);
  for (uint32_t i = 0; i < MODELS; i++) {
    specimen x;
    if (!specimen_new(&x, i, MOST_STATES)) continue;
    uint32_t all[] = {x.k.assertion, x.k.location, x.k.invariant, x.k.deadlock};
    for (uint32_t set = 0; set < 5; set++) {        // each alone, then all together
      oracle o;
      const uint32_t *properties = set < 4 ? &all[set] : all;
      uint32_t n = set < 4 ? 1 : 4;
      if (oracle_new(&o, x.g, properties, n)) reducible++, compare_searches(&x, &o, properties, n);
      oracle_free(&o);
    }
    specimen_free(&x);
  }
  print_message("%lu searches: %lu states of %lu\n", (unsigned long)reducible,
                (unsigned long)reduced_states, (unsigned long)whole_states);
  assert_true(reducible > 300 && reduced_states < whole_states);
}

// ---- the definition

typedef struct { uint32_t state, image; } pair;

// From s on, as long as nothing selected happens: t stays enabled with the
// same choices, and what happens, happens after t as well, to the same effect.
static void check_member(const oracle *o, uint32_t s, const arc *t, uint32_t number) {
  const graph *g = o->g;
  SV_VEC(pair) todo = {0};
  sv_bits seen;
  sv_bits_init(&seen, g->states.n);
  sv_push(todo, (pair){s, t->to});
  sv_bits_add(&seen, s);
  while (todo.n) {
    pair p = sv_pop(todo);
    for (uint32_t i = g->first_arc.at[p.state]; i < g->first_arc.at[p.state + 1]; i++) {
      arc b = g->arcs.at[i];
      if (is_chosen(o, b.action)) continue;
      const arc *after = graph_arc(g, p.image, b.action, b.choice);
      const arc *still = graph_arc(g, b.to, t->action, t->choice);
      if (!after || !still || after->to != still->to)
        fail_msg("model %u, state %u: action %u and %u, selected, do not commute", number, s, b.action,
                 t->action);
      if (sv_bits_has(&seen, b.to)) continue;
      sv_bits_add(&seen, b.to);
      sv_push(todo, (pair){b.to, after->to});
    }
  }
  sv_bits_free(&seen);
  sv_vec_free(todo);
}

// No selected action gets new choices on the way.
static void check_no_more(const oracle *o, uint32_t s, uint32_t number) {
  const graph *g = o->g;
  sv_u32s todo = {0};
  sv_bits seen;
  sv_bits_init(&seen, g->states.n);
  sv_push(todo, s);
  sv_bits_add(&seen, s);
  while (todo.n) {
    uint32_t at = sv_pop(todo);
    for (uint32_t i = g->first_arc.at[at]; i < g->first_arc.at[at + 1]; i++) {
      arc b = g->arcs.at[i];
      if (is_chosen(o, b.action)) {
        if (!graph_arc(g, s, b.action, b.choice)) fail_msg("model %u: a member gains a choice", number);
      } else if (!sv_bits_has(&seen, b.to)) {
        sv_bits_add(&seen, b.to);
        sv_push(todo, b.to);
      }
    }
  }
  sv_bits_free(&seen);
  sv_vec_free(todo);
}

static void check_definition(const specimen *x, oracle *o) {
  const graph *g = x->g;
  for (uint32_t s = 0; s < g->states.n; s++) {
    ask(o, s);
    if (o->chosen.n == o->enabled.n) continue;
    for (uint32_t i = g->first_arc.at[s]; i < g->first_arc.at[s + 1]; i++)
      if (is_chosen(o, g->arcs.at[i].action)) check_member(o, s, &g->arcs.at[i], x->number);
    check_no_more(o, s, x->number);
  }
}

static void test_definition(void **state) {
  SV_UNUSED(state);
  uint32_t checked = 0;
  for (uint32_t i = 0; i < MODELS; i++) {
    specimen x;
    oracle o;
    if (features_of(i) & WITH_SECTIONS || !specimen_new(&x, i, MOST_CHECKED)) continue;
    if (oracle_new(&o, x.g, &x.k.deadlock, 1)) checked++, check_definition(&x, &o);
    oracle_free(&o);
    specimen_free(&x);
  }
  assert_true(checked > 200);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_verdicts),
    cmocka_unit_test(test_definition),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
