// test_abstract.c -- abstract models against all steps of exec.
//
// For small random models and random predicates the abstract relation is
// computed by brute force: every legal state, every enabled step, what both
// ends look like. The abstract model must have exactly these steps, whichever
// way it was computed: from abstract states that some state looks like, and none
// from others; initial states and the property likewise. With cartesian
// abstraction it may have more. ABSTRACT_SEED and ABSTRACT_COUNT in the
// environment choose other models.

#include <signal.h>
#include <sys/time.h>

#include "unit/test_abstract_kit.h"
#include "unit/test_svm_kit.h"

#ifdef __SANITIZE_ADDRESS__
enum { MODELS = 2, PATIENCE = 4 };
#else
enum { MODELS = 5, PATIENCE = 1 };
#endif
enum { MOST_STATES = 4000, MOST_PREDICATES = 5 };

typedef struct {
  uint64_t seed;
  const char *way;
  sv_net *net, *abstract_net;
  sv_exec *exec, *abstract_exec;
  sv_flat *flat;
  sv_abstraction *a;
  sv_abstract_model *x;
  sv_map pairs;    // hash of (abstract state, action, abstract state)
  sv_map looks;    // hash of an abstract state -> 1
  sv_map initial;  // likewise
  sv_state *abstract_state, *abstract_after, *after;
  bool more_is_fine;
  uint64_t steps, compared, skipped, sampled, samples;
} held;

static void differs(const held *h, const char *what) {
  fail_msg("seed %llu, %s: %s", (unsigned long long)h->seed, h->way, what);
}

// ---- what a state looks like

static uint64_t mix(uint64_t h, uint64_t x) {
  h ^= x + UINT64_C(0x9E3779B97F4A7C15) + (h << 6) + (h >> 2);
  h *= UINT64_C(0xBF58476D1CE4E5B9);
  return h ^ h >> 29;
}

static void look(held *h, const sv_state *s, sv_state *out) {
  const sv_net *net = h->net, *abstract = h->abstract_net;
  for (uint32_t v = 0; v < net->vars.n; v++) {
    if (!h->x->variables.at[v]) continue;
    for (uint32_t k = 0; k < abstract->vars.n; k++)
      if (abstract->vars.at[k].variable == h->x->variables.at[v])
        memcpy(out->cells + abstract->vars.at[k].first_cell, s->cells + net->vars.at[v].first_cell,
               net->vars.at[v].cells * sizeof *s->cells);
  }
  for (uint32_t j = 0; j < h->a->predicates.n; j++) {
    sv_value holds = sv_exec_evaluate(h->exec, s, h->a->predicates.at[j]);
    for (uint32_t k = 0; k < abstract->vars.n; k++)
      if (abstract->vars.at[k].variable == h->x->predicates.at[j])
        out->cells[abstract->vars.at[k].first_cell] = holds;
  }
  for (uint32_t q = 0; q < net->queues.n; q++) {
    const sv_net_queue *queue = &net->queues.at[q];
    sv_queue_state *to = &out->queues[q];
    to->messages = s->queues[q].messages, to->deferred = s->queues[q].deferred;
    sv_clear(to->fields);
    for (uint32_t i = 0; i < s->queues[q].fields.n; i++)
      if (sv_bits_has(&h->a->kept_fields[q], i % queue->field_count))
        sv_push(to->fields, s->queues[q].fields.at[i]);
  }
}

static uint64_t hash_of(const held *h, const sv_state *s) {
  uint64_t x = 1;
  for (uint32_t c = 0; c < h->abstract_net->cells; c++) x = mix(x, (uint64_t)s->cells[c].x);
  for (uint32_t q = 0; q < h->abstract_net->queues.n; q++) {
    x = mix(x, s->queues[q].messages);
    for (uint32_t i = 0; i < s->queues[q].fields.n; i++)
      x = mix(x, (uint64_t)s->queues[q].fields.at[i].x);
  }
  return x;
}

static uint64_t hash_step(uint64_t from, uint32_t action, uint64_t to) {
  return mix(mix(from, action), to);
}

// Several actions in one have no number; with don't-cares a step that an earlier action has is
// not looked for in others that do the same to kept things.
static uint32_t label(const held *h, uint32_t net_action) {
  if (h->a->options.structure.dont_cares) return UINT32_MAX;
  for (uint32_t i = 1; i < h->x->actions.n; i++)
    if (h->x->actions.at[i] == net_action) return net_action;
  return UINT32_MAX;
}

// ---- by brute force

static bool note_state(void *context, const sv_state *s) {
  held *h = context;
  sv_steps steps = {0};
  look(h, s, h->abstract_state);
  uint64_t from = hash_of(h, h->abstract_state);
  sv_map_put(&h->looks, from, 1);
  if (sv_exec_is_initial(h->exec, s)) sv_map_put(&h->initial, from, 1);
  sv_exec_steps(h->exec, s, &steps, NULL);
  for (uint32_t i = 0; i < steps.n; i++) {
    sv_exec_fire(h->exec, s, &steps.at[i], h->after);
    look(h, h->after, h->abstract_state);
    sv_map_put(&h->pairs,
               hash_step(from, label(h, steps.at[i].action), hash_of(h, h->abstract_state)), 1);
  }
  h->steps += steps.n;
  sv_steps_free(&steps);
  return true;
}

// ---- by the abstract model

static bool known(const sv_map *map, uint64_t key) { return sv_map_get(map, key) != SV_MAP_NONE; }

// How many different steps there are from a state; all of them must be real.
static uint64_t check_steps(held *h, sv_map *seen) {
  sv_steps steps = {0};
  uint64_t from = hash_of(h, h->abstract_state), n = 0;
  sv_exec_steps(h->abstract_exec, h->abstract_state, &steps, NULL);
  for (uint32_t i = 0; i < steps.n; i++) {
    uint32_t action = h->abstract_net->actions.at[steps.at[i].action].action;
    sv_exec_fire(h->abstract_exec, h->abstract_state, &steps.at[i], h->abstract_after);
    uint64_t step =
        hash_step(from, label(h, h->x->actions.at[action]), hash_of(h, h->abstract_after));
    if (!known(&h->pairs, step) && !h->more_is_fine) differs(h, "a step that is none");
    if (known(&h->pairs, step) && !known(seen, step)) sv_map_put(seen, step, 1), n++;
  }
  sv_steps_free(&steps);
  return n;
}

typedef struct {
  held *h;
  sv_map done, seen;
  uint64_t found;
} check;

// With another value of one predicate it must not be an initial state, if no state looks like that.
static void check_neighbours(held *h) {
  for (uint32_t k = 0; k < h->abstract_net->vars.n; k++)
    for (uint32_t j = 0; j < h->a->predicates.n; j++) {
      sv_value *cell = &h->abstract_state->cells[h->abstract_net->vars.at[k].first_cell];
      sv_value old = *cell;
      if (h->abstract_net->vars.at[k].variable != h->x->predicates.at[j]) continue;
      *cell = sv_bool_value(!sv_small_get(old));
      if (!known(&h->looks, hash_of(h, h->abstract_state)) &&
          sv_exec_is_initial(h->abstract_exec, h->abstract_state))
        differs(h, "an initial state that nothing looks like");
      *cell = old;
    }
}

static bool check_state(void *context, const sv_state *s) {
  check *c = context;
  held *h = c->h;
  look(h, s, h->abstract_state);
  uint64_t here = hash_of(h, h->abstract_state);
  if (sv_exec_violated_in(h->exec, s, 1) !=
      sv_exec_violated_in(h->abstract_exec, h->abstract_state, 1))
    differs(h, "the property");
  if (known(&c->done, here)) return true;
  sv_map_put(&c->done, here, 1);
  bool starts = sv_exec_is_initial(h->abstract_exec, h->abstract_state);
  if (starts != known(&h->initial, here) && !(h->more_is_fine && starts))
    differs(h, "an initial state");
  if (starts && !h->more_is_fine) check_neighbours(h);
  c->found += check_steps(h, &c->seen);
  h->compared++;
  return true;
}

// Predicates drawn anew: mostly states that nothing looks like.
static void check_impossible(held *h, sv_random *random) {
  for (uint32_t tries = 0; tries < 40 && !h->more_is_fine; tries++) {
    for (uint32_t k = 0; k < h->abstract_net->vars.n; k++)
      for (uint32_t j = 0; j < h->a->predicates.n; j++)
        if (h->abstract_net->vars.at[k].variable == h->x->predicates.at[j])
          h->abstract_state->cells[h->abstract_net->vars.at[k].first_cell] =
              sv_bool_value(sv_random_below(random, 2));
    sv_map seen = {0};
    if (!known(&h->looks, hash_of(h, h->abstract_state))) check_steps(h, &seen);
    sv_map_free(&seen);
  }
}

static void check_model(held *h, sv_random *random) {
  check c = {.h = h};
  each_state(h->exec, MOST_STATES, check_state, &c);
  if (c.found != h->pairs.n) differs(h, "steps are missing");
  check_impossible(h, random);
  sv_map_free(&c.done);
  sv_map_free(&c.seen);
}

// ---- one model in one way

typedef struct {
  const char *name;
  sv_abstraction_options options;
} way;

static const way ways[] = {
    {"monolithic", {false, false, false, {false, false, false, false, false}, 1, false, false}},
    {"partition", {true, false, false, {false, false, false, false, false}, 1, false, false}},
    {"locality", {true, true, false, {false, false, false, false, false}, 1, false, false}},
    {"inlining", {true, true, false, {true, false, false, false, false}, 1, false, false}},
    {"clustering", {true, true, false, {true, true, false, false, false}, 0, false, false}},
    {"clustering alone", {true, false, false, {false, true, false, false, false}, 1, false, false}},
    {"sampling", {true, true, false, {true, true, true, false, false}, 1, false, false}},
    {"all", {true, true, false, {true, true, true, true, false}, 1, false, false}},
    {"all, keeping more", {true, true, false, {true, true, true, true, false}, 2, false, false}},
    {"don't-cares alone", {true, true, false, {false, false, false, true, false}, 1, false, false}},
    {"integers", {true, true, false, {true, true, true, true, false}, 1, false, true}},
    {"integers, monolithic",
     {false, false, false, {false, false, false, false, false}, 1, false, true}},
    {"guided", {true, true, false, {true, true, false, true, true}, 1, false, false}},
    {"guided monolithic",
     {false, false, false, {false, false, false, false, true}, 1, false, false}},
    {"cartesian", {true, true, true, {true, true, true, true, false}, 1, false, false}},
};

// The properties of a model that was written down.
static void add_properties(held *h) {
  for (uint32_t i = 1; i < h->net->properties.n; i++)
    sv_abstraction_add(h->a, sv_flat_term(h->flat, h->net->properties.at[i].term), &(bool){false});
}

static void add_predicates(held *h, drawn *d) {
  if (!d->m) return add_properties(h);
  sv_random random = {.state = h->seed * 77};
  d->random = random;
  for (uint32_t tries = 0; tries < 12 && h->a->predicates.n < MOST_PREDICATES; tries++) {
    // Terms of the model become terms of the net by their places: all variables are global.
    sv_term t = draw_condition(d, 0);
    sv_abstraction_add(h->a, sv_flat_term(h->flat, t), &(bool){false});
  }
}

// Seconds of processor time: the machine may be busy.
static volatile int is_late;
static void be_late(int signal) { is_late = signal != 0; }

static sv_limits be_patient(void) {
  struct itimerval time = {.it_value.tv_sec = PATIENCE};
  is_late = 0;
  signal(SIGPROF, be_late);
  setitimer(ITIMER_PROF, &time, NULL);
  return sv_limits_make(0, 0, &is_late);
}

static void compare_way(held *h, drawn *d, const way *w) {
  sv_text why = {0};
  h->way = w->name;
  h->more_is_fine = w->options.cartesian;
  h->a = sv_abstraction_new(h->flat, w->options);
  add_predicates(h, d);
  uint32_t property = 1;
  sv_limits limits = be_patient();
  sv_abstract_question question = {.properties = &property, .n = 1};
  h->x = sv_abstraction_model(h->a, &question, &limits, &why);
  if (!h->x && limits.hit) {  // too many models to be enumerated one by one
    sv_abstraction_free(h->a);
    sv_text_free(&why);
    h->skipped++;
    return;
  }
  if (!h->x) fail_msg("seed %llu, %s: %s", (unsigned long long)h->seed, h->way, sv_text_get(&why));
  h->sampled += h->x->numbers.sampled, h->samples += h->x->numbers.samples;
  h->abstract_net = sv_net_new(h->x->model, (sv_net_options){0}, &why);
  assert_non_null(h->abstract_net);
  h->abstract_exec = sv_exec_new(h->abstract_net);
  h->abstract_state = sv_state_new(h->abstract_net);
  h->abstract_after = sv_state_new(h->abstract_net);
  sv_map_clear(&h->pairs), sv_map_clear(&h->looks), sv_map_clear(&h->initial);
  if (each_state(h->exec, MOST_STATES, note_state, h)) check_model(h, &d->random);
  sv_state_free(h->abstract_net, h->abstract_state);
  sv_state_free(h->abstract_net, h->abstract_after);
  sv_exec_free(h->abstract_exec);
  sv_net_free(h->abstract_net);
  sv_abstract_model_free(h->x);
  sv_abstraction_free(h->a);
  sv_text_free(&why);
}

// In the net variables have other numbers than in the model.
static void use_net_terms(held *h, drawn *d) {
  for (uint32_t v = 0; v < h->net->vars.n; v++) {
    sv_term t = sv_net_var_term(h->net, v);
    const sv_net_var *x = &h->net->vars.at[v];
    if (x->process != SV_NO_PROCESS || !x->variable) continue;
    sv_term old = sv_model_var(d->m, x->variable, 0);
    for (uint32_t i = 0; i < d->number_count; i++)
      if (sv_same(d->numbers[i], old)) d->numbers[i] = t;
    if (sv_same(d->flag, old)) d->flag = t;
    else if (sv_same(d->vector, old)) d->vector = t;
    else if (sv_same(d->array, old)) d->array = t;
  }
}

static void compare_all_ways(held *h, sv_model *m, drawn *d) {
  sv_text why = {0};
  h->net = sv_net_new(m, (sv_net_options){0}, &why);
  assert_non_null(h->net);
  if (d->m) use_net_terms(h, d);
  h->exec = sv_exec_new(h->net);
  h->flat = sv_flat_new(h->net);
  assert_null(h->flat->refused);
  h->after = sv_state_new(h->net);
  const char *only = getenv("ABSTRACT_WAY");
  for (uint32_t i = 0; i < SV_COUNT(ways); i++)
    if (!only || !strcmp(only, ways[i].name)) compare_way(h, d, &ways[i]);
  sv_state_free(h->net, h->after);
  sv_flat_free(h->flat);
  sv_exec_free(h->exec);
  sv_net_free(h->net);
  sv_model_free(m);
  sv_text_free(&why);
}

static void compare_model(held *h) {
  drawn d;
  sv_model *m = draw_model(&d, h->seed, false);
  compare_all_ways(h, m, &d);
}

static uint64_t from_environment(const char *name, uint64_t fallback) {
  const char *text = getenv(name);
  return text ? strtoull(text, NULL, 10) : fallback;
}

static void forget(held *h) {
  sv_map_free(&h->pairs);
  sv_map_free(&h->looks);
  sv_map_free(&h->initial);
}

static void test_random(void **state) {
  SV_UNUSED(state);
  held h = {0};
  uint64_t first = from_environment("ABSTRACT_SEED", 1);
  uint64_t n = from_environment("ABSTRACT_COUNT", MODELS);
  for (h.seed = first; h.seed < first + n; h.seed++) compare_model(&h);
  printf("%llu steps, %llu abstract states, %llu skipped\n", (unsigned long long)h.steps,
         (unsigned long long)h.compared, (unsigned long long)h.skipped);
  assert_true(h.skipped * 4 < n * SV_COUNT(ways));
  forget(&h);
}

// Where the definition of a predicate that a step leaves alone must not be left out: as the thesis
// prints it, these have steps that no other predicate would take away.
static void test_locality(void **state) {
  SV_UNUSED(state);
  static const char *const texts[] = {
      "var x : int -2..3 = any\nvar y : int 0..9 = any\n"
      "property p invariant (> x 0)\nproperty q invariant (> y 5)\n"
      "action up\n  guard (and (> x 0) (< y 9))\n  set y := (+ y 1)\n",
      "var y : int -3..3 = any\nvar z : int -3..3 = any\n"
      "property p invariant (> y z)\nproperty q invariant (> z 0)\n"
      "action clear\n  set y := 0\n",
      "var x : int -3..3 = any\nvar z : int -3..3 = any\n"
      "property p invariant (> x 0)\nproperty q invariant (> z -1)\nproperty r invariant (> z 0)\n"
      "action clear\n  set x := 0\n",
  };
  held h = {0};
  for (h.seed = 0; h.seed < SV_COUNT(texts); h.seed++) {
    drawn none = {.random = {.state = 7}};
    compare_all_ways(&h, kit_model(texts[h.seed]), &none);
  }
  assert_true(h.steps > 0 && !h.skipped);
  forget(&h);
}

// What passes holds two variables together, which a few of its values take apart: more than one is
// needed, and what is kept decides which of them are possible.
static void test_sampling(void **state) {
  SV_UNUSED(state);
  static const char *const texts[] = {
      "var x : int 0..7 = any\nvar y : int 0..7 = any\nvar fast : bool = any\n"
      "property p invariant (> x 2)\nproperty q invariant (> x 5)\n"
      "property r invariant (> y 3)\nproperty s invariant (> y 6)\n"
      "action wait\n  choice d : int 0..7\n  guard (not (= x 7))\n"
      "  constraint (and (<= (+ x ?d) 7) (<= (+ y ?d) 7) (or fast (< ?d 2)))\n"
      "  set x := (+ x ?d), y := (+ y ?d)\n",
      "var x : int 0..5 = any\nvar y : int 0..5 = any\nvar z : int 0..5 = any\n"
      "property p invariant (> x y)\nproperty q invariant (> y 2)\n"
      "property r invariant (> z y)\nproperty s invariant (> z 3)\n"
      "action wait\n  choice d : int 0..3\n"
      "  constraint (and (<= (+ x ?d) 5) (<= (+ y ?d) 5) (<= (+ z ?d) 5))\n"
      "  set x := (+ x ?d), z := (+ z ?d)\n",
  };
  held h = {0};
  for (h.seed = 0; h.seed < SV_COUNT(texts); h.seed++) {
    drawn none = {.random = {.state = 7}};
    compare_all_ways(&h, kit_model(texts[h.seed]), &none);
  }
  assert_true(h.sampled > 0 && h.samples > 2 * h.sampled);
  forget(&h);
}

// A slot without a message has the default, at the start and later.
static void test_slots(void **state) {
  SV_UNUSED(state);
  static const char text[] =
      "queue q capacity 2 of int -3..3\nvar x : int -3..3 = 0\n"
      "property p invariant (> (peek (queue q) 0 0) 1)\n"
      "property r invariant (< (peek (queue q) 1 0) 0)\n"
      "property s invariant (> x 1)\n"
      "action send\n  choice d : int -3..3\n  guard (< (len (queue q)) 2)\n"
      "  enqueue (queue q) : ?d\n"
      "action take\n  guard (> (len (queue q)) 0)\n  set x := (peek (queue q) 0 0)\n"
      "  dequeue (queue q)\n";
  held h = {0};
  drawn none = {.random = {.state = 7}};
  compare_all_ways(&h, kit_model(text), &none);
  assert_true(h.steps > 0 && !h.skipped);
  forget(&h);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_locality),
                                     cmocka_unit_test(test_sampling), cmocka_unit_test(test_slots)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
