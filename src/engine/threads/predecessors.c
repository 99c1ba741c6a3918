// predecessors.c -- predecessors of an element.
//
// For every action: the thread that acts is one of the element's, or one that
// the element does not mention (then the step must write a global that it
// cares about, or start or rewrite one of its threads); a started thread is
// one of the element's, or not. What must be true before is the action's
// condition and the element's bits in terms of the old state. Passive threads
// stay as they are, but for broadcasts: there each of them has its say, one
// after the other, with the choices of the acting thread held fast.

#include "engine/threads/cover.h"

typedef struct {
  sv_cover *c;
  sv_thread_sets *x;
  uint32_t element;
  sv_element to;    // a copy: elements move
  uint32_t number;  // of the action
  const sv_thread_action *action;
  uint32_t acting, started;  // threads of `to`, or SV_NO_THREAD
  sv_u32s passive;           // the others
  sv_cube *now;              // their cubes before the step
} job;

// ---- conditions

static void demand(job *j, sv_lit *all, sv_lit value, bool want) {
  *all = sv_aig_and(j->x->s->aig, *all, sv_lit_not_if(value, !want));
}

static sv_lit demand_globals(job *j, sv_lit all) {
  sv_thread_system *s = j->x->s;
  for (uint32_t g = 0; g < s->globals && !sv_lit_same(all, SV_LIT_FALSE); g++)
    if (sv_cube_cares(&j->to.globals, g))
      demand(j, &all, sv_thread_after(&j->action->globals, g, s->global_inputs.at[g]),
             sv_cube_value(&j->to.globals, g));
  return all;
}

static sv_lit demand_thread(job *j, sv_lit all, uint32_t thread, const sv_thread_writes *writes,
                            const sv_lits *old) {
  const sv_cube *cube = &j->to.threads[thread];
  for (uint32_t l = 0; l < j->x->s->locals && !sv_lit_same(all, SV_LIT_FALSE); l++)
    if (sv_cube_cares(cube, l))
      demand(j, &all, sv_thread_after(writes, l, old->at[l]), sv_cube_value(cube, l));
  return all;
}

static sv_lit demand_started(job *j, sv_lit all) {
  const sv_cube *cube = &j->to.threads[j->started];
  assert(j->started < j->to.n && j->action->started.n == 1);
  for (uint32_t l = 0; l < j->x->s->locals && !sv_lit_same(all, SV_LIT_FALSE); l++)
    if (sv_cube_cares(cube, l))
      demand(j, &all, j->action->started.at[0].at[l], sv_cube_value(cube, l));
  return all;
}

// The step happens and leads into the element, as far as it is not about passive threads.
static sv_lit condition(job *j) {
  const sv_thread_action *a = j->action;
  sv_lit all = a->enabled;
  // Program counters first: they rule out most.
  if (j->acting != SV_NO_THREAD)
    all = demand_thread(j, all, j->acting, &a->locals, &j->x->s->own_inputs);
  if (j->started != SV_NO_THREAD) all = demand_started(j, all);
  return demand_globals(j, all);
}

// ---- what can be before

static bool surely(job *j, const sv_cube *cube, sv_lit predicate) {
  sv_bdd c = sv_cube_own(j->x, cube), p = sv_thread_diagram(j->x, predicate);
  bool yes = sv_bdd_implies(j->x->bdds, c, p);
  sv_bdd_drop(j->x->bdds, c);
  sv_bdd_drop(j->x->bdds, p);
  return yes;
}

// Globals that go with some thread state in the cube.
static sv_bdd seen_by(job *j, const sv_cube *cube) {
  sv_bdd own = sv_cube_own(j->x, cube);
  sv_bdd g = sv_bdd_and_exists(j->x->bdds, j->x->reached, own, j->x->own_cube);
  sv_bdd_drop(j->x->bdds, own);
  return g;
}

// What the thread states know of it: the same globals, no exclusive predicate twice.
static void believe_single(job *j, const sv_cube *passive, sv_bdd *set) {
  sv_thread_sets *x = j->x;
  sv_thread_meet(x->bdds, set, seen_by(j, passive));
  for (uint32_t k = 0; k < x->s->exclusive.n; k++)
    if (surely(j, passive, x->s->exclusive.at[k]))
      sv_thread_meet(x->bdds, set, sv_thread_diagram(x, sv_lit_not(x->s->exclusive.at[k])));
}

// What the pairs know of it.
static void believe_pair(job *j, const sv_cube *passive, sv_bdd *set) {
  sv_thread_sets *x = j->x;
  sv_bdd other = sv_cube_passive(x, passive);
  sv_thread_meet(x->bdds, set, sv_bdd_and_exists(x->bdds, x->together, other, x->passive_cube));
  sv_bdd_drop(x->bdds, other);
}

// Thread states in which the acting thread can be beside the passive ones.
static sv_bdd believable(job *j) {
  sv_thread_sets *x = j->x;
  sv_bdd set = sv_bdd_keep(x->bdds, x->reached);
  if (j->passive.n) sv_bdd_set(x->bdds, &set, sv_bdd_and(x->bdds, set, x->started));
  for (uint32_t i = 0; i < j->passive.n && !j->action->broadcasts; i++) {
    const sv_cube *cube = &j->to.threads[j->passive.at[i]];
    if (x->has_together) believe_pair(j, cube, &set);
    else believe_single(j, cube, &set);
  }
  return set;
}

// ---- new elements

static uint64_t signature_of(const sv_cover *c, const sv_element *e) {
  uint64_t all = 0, pc = c->pc_bits < 64 ? (UINT64_C(1) << c->pc_bits) - 1 : ~UINT64_C(0);
  for (uint32_t i = 0; i < e->n; i++)
    all |= UINT64_C(1) << ((e->threads[i].value[0] & pc) * UINT64_C(0x9E3779B97F4A7C15) >> 58);
  return all;
}

static void add_element(job *j, sv_bdd cube) {
  sv_cover *c = j->c;
  sv_element e = {.n = j->passive.n + 1, .next = j->element, .action = j->number};
  assert(j->element == SV_NO_ELEMENT || j->element < c->elements.n);
  e.globals = sv_cube_new(c->arena, c->global_words);
  e.threads = SV_ARENA_ARRAY(c->arena, sv_cube, e.n);
  e.before = SV_ARENA_ARRAY(c->arena, uint32_t, j->to.n + 1);
  for (uint32_t i = 0; i < j->to.n; i++) e.before[i] = SV_NO_THREAD;
  for (uint32_t i = 0; i < j->passive.n; i++) {
    e.threads[i] = j->now[i];
    e.before[j->passive.at[i]] = i;
    assert(j->passive.at[i] < j->to.n && j->passive.at[i] != j->acting);
  }
  e.acting = j->passive.n;
  if (j->acting != SV_NO_THREAD) e.before[j->acting] = e.acting;
  e.threads[e.acting] = sv_cube_new(c->arena, c->local_words);
  sv_cube_read(j->x, cube, &e.threads[e.acting], &e.globals);
  e.signature = signature_of(c, &e);
  sv_cover_add(c, &e);
}

static bool add_cube(void *context, sv_bdd cube) {
  job *j = context;
  add_element(j, cube);
  return !sv_limits_hit(j->x->run->limits);
}

static void keep_passive(job *j) {
  for (uint32_t i = 0; i < j->passive.n; i++) j->now[i] = j->to.threads[j->passive.at[i]];
}

static void step_back(job *j, sv_lit when) {
  sv_thread_sets *x = j->x;
  sv_bdd can = believable(j), set = sv_thread_diagram(x, when);
  keep_passive(j);
  sv_bdd_set(x->bdds, &set, sv_bdd_exists(x->bdds, set, x->choice_cube));
  sv_bdd outside = sv_bdd_not(x->bdds, can), allowed = sv_bdd_or(x->bdds, set, outside);
  sv_thread_meet(x->bdds, &set, can);
  sv_cubes_of(x, set, allowed, add_cube, j);
  sv_bdd_drop(x->bdds, set);
  sv_bdd_drop(x->bdds, outside);
  sv_bdd_drop(x->bdds, allowed);
}

// ---- broadcasts

typedef struct {
  job *j;
  uint32_t next;  // passive thread that has its say
} round;

static bool ask_passive(void *context, sv_bdd cube);

static sv_bdd passive_condition(job *j, uint32_t i) {
  sv_thread_sets *x = j->x;
  const sv_thread_action *a = j->action;
  sv_lit all =
      demand_thread(j, a->passive_enabled, j->passive.at[i], &a->passive, &x->s->passive_inputs);
  sv_u32s vars = {0};
  for (uint32_t k = 0; k < a->passive_choices.n; k++)
    sv_push(vars, x->var_of_node.at[a->passive_choices.at[k]]);
  sv_bdd cube = sv_bdd_cube(x->bdds, vars.at, vars.n), set = sv_thread_diagram(x, all);
  sv_bdd_set(x->bdds, &set, sv_bdd_exists(x->bdds, set, cube));
  sv_bdd_drop(x->bdds, cube);
  sv_vec_free(vars);
  return set;
}

static void ask_next(round *r, sv_bdd acting) {
  sv_thread_sets *x = r->j->x;
  sv_bdd set = passive_condition(r->j, r->next);
  assert(r->next < r->j->passive.n);
  sv_bdd twin = sv_bdd_image(x->bdds, x->reached, &x->to_passive);
  sv_bdd_set(x->bdds, &twin, sv_bdd_exists(x->bdds, twin, x->own_cube));
  sv_bdd_set(x->bdds, &set, sv_bdd_and(x->bdds, set, acting));
  sv_thread_meet(x->bdds, &set, twin);
  sv_bdd_set(x->bdds, &set, sv_bdd_and(x->bdds, set, x->apart));
  sv_cubes_of(x, set, set, ask_passive, r);
  sv_bdd_drop(x->bdds, set);
}

// The cube says what this passive thread was, and what the acting one may be.
static bool ask_passive(void *context, sv_bdd cube) {
  round *r = context;
  job *j = r->j;
  sv_thread_sets *x = j->x;
  j->now[r->next] = sv_cube_new(j->c->arena, j->c->local_words);
  sv_cube_read_passive(x, cube, &j->now[r->next]);
  sv_bdd acting = sv_bdd_exists(x->bdds, cube, x->passive_cube);
  round after = {j, r->next + 1};
  if (after.next == j->passive.n) add_element(j, acting);
  else ask_next(&after, acting);
  sv_bdd_drop(x->bdds, acting);
  return !sv_limits_hit(x->run->limits);
}

static void step_back_broadcast(job *j, sv_lit when) {
  sv_thread_sets *x = j->x;
  sv_bdd can = believable(j), set = sv_thread_diagram(x, when);
  sv_thread_meet(x->bdds, &set, can);
  round r = {j, 0};
  ask_next(&r, set);
  sv_bdd_drop(x->bdds, set);
}

// ---- who acts, who is started

static void attempt(job *j) {
  sv_lit when = condition(j);
  if (sv_lit_same(when, SV_LIT_FALSE)) return;
  sv_clear(j->passive);
  assert(j->acting == SV_NO_THREAD || j->acting != j->started);
  for (uint32_t i = 0; i < j->to.n; i++)
    if (i != j->acting && i != j->started) sv_push(j->passive, i);
  j->now = SV_NEW_ARRAY(sv_cube, j->passive.n + 1);
  if (j->action->broadcasts && j->passive.n) step_back_broadcast(j, when);
  else step_back(j, when);
  sv_free(j->now);
}

static bool writes_cared(const job *j) {
  for (uint32_t i = 0; i < j->action->globals.n; i++)
    if (sv_cube_cares(&j->to.globals, j->action->globals.at[i].bit)) return true;
  return false;
}

static bool matters(const job *j) {
  if (j->acting != SV_NO_THREAD) return true;
  return j->started != SV_NO_THREAD || j->action->broadcasts || writes_cared(j);
}

// Threads that are cubes of the same bits need not all be tried.
static bool is_twin(const job *j, uint32_t thread) {
  for (uint32_t i = 0; i < thread; i++)
    if (sv_cube_contains(&j->to.threads[i], &j->to.threads[thread], j->c->local_words) &&
        sv_cube_contains(&j->to.threads[thread], &j->to.threads[i], j->c->local_words))
      return true;
  return false;
}

static void try_starts(job *j) {
  j->started = SV_NO_THREAD;
  if (matters(j)) attempt(j);
  for (uint32_t i = 0; i < j->to.n && j->action->started.n; i++)
    if (i != j->acting) j->started = i, attempt(j);
}

void sv_cover_predecessors(sv_cover *c, uint32_t element) {
  job j = {.c = c, .x = c->x, .element = element, .to = c->elements.at[element]};
  sv_thread_system *s = c->x->s;
  for (uint32_t i = 0; i < s->actions.n && !sv_limits_hit(c->x->run->limits); i++) {
    j.number = i;
    j.action = &s->actions.at[i];
    if (j.action->net->cut) continue;
    j.acting = SV_NO_THREAD;
    try_starts(&j);
    for (uint32_t k = 0; k < j.to.n && !j.action->ends; k++)
      if (!is_twin(&j, k)) j.acting = k, try_starts(&j);
  }
  sv_vec_free(j.passive);
}

// ---- the first elements

static void begin_with_thread(sv_cover *c, uint32_t action, sv_lit bad) {
  sv_thread_sets *x = c->x;
  job j = {.c = c, .x = x, .element = SV_NO_ELEMENT, .number = action, .acting = SV_NO_THREAD};
  sv_bdd set = sv_thread_diagram(x, bad);
  sv_bdd_set(x->bdds, &set, sv_bdd_exists(x->bdds, set, x->choice_cube));
  sv_bdd outside = sv_bdd_not(x->bdds, x->reached), allowed = sv_bdd_or(x->bdds, set, outside);
  sv_bdd_set(x->bdds, &set, sv_bdd_and(x->bdds, set, x->reached));
  sv_cubes_of(x, set, allowed, add_cube, &j);
  sv_bdd_drop(x->bdds, set);
  sv_bdd_drop(x->bdds, outside);
  sv_bdd_drop(x->bdds, allowed);
}

// Elements without threads.
static bool add_globals(void *context, sv_bdd cube) {
  sv_cover *c = context;
  sv_element e = {.next = SV_NO_ELEMENT, .action = SV_NO_ELEMENT};
  e.globals = sv_cube_new(c->arena, c->global_words);
  sv_cube_read(c->x, cube, NULL, &e.globals);
  sv_cover_add(c, &e);
  return true;
}

static void begin_with_globals(sv_cover *c, sv_lit bad) {
  sv_bdd set = sv_thread_diagram(c->x, bad);
  sv_cubes_of(c->x, set, set, add_globals, c);
  sv_bdd_drop(c->x->bdds, set);
}

void sv_cover_begin(sv_cover *c) {
  sv_thread_system *s = c->x->s;
  sv_property_kind kind = s->model->properties.at[c->property].kind;
  if (kind == SV_PROP_INVARIANT)
    begin_with_globals(c, sv_lit_not(sv_thread_invariant(s, c->property)));
  for (uint32_t i = 0; i < s->actions.n && kind == SV_PROP_ASSERTION; i++)
    if (s->actions.at[i].net->fails == c->property)
      begin_with_thread(c, i, s->actions.at[i].enabled);
  const sv_template *t = &s->model->templates.at[1];
  for (uint32_t l = 1; l < t->locations.n && kind == SV_PROP_LOCATION; l++)
    if (t->locations.at[l].bad == c->property) begin_with_thread(c, SV_NO_ELEMENT, s->at.at[l]);
}
