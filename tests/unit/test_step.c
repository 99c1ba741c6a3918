// test_step.c -- transition formulas: how many runs they have.
//
// Acyclic systems are drawn: processes that run down a line of locations over
// shared variables, an array and a queue. All their runs are listed with exec.
// Interleaving formulas must have a model for each run, projected to moves and
// choices, and the process normal form one for each Mazurkiewicz trace
// (Theorem 1 of the thesis), under the encoder's own dependence, static and dynamic.

#include "base/random.h"
#include "unit/test_step_kit.h"
#include "unit/test_svm_kit.h"

enum { SYSTEMS = 40, PROCESSES = 3, LINE = 3, MOST_RUNS = 3000 };

// ---- drawing

static uint32_t below(sv_random *r, uint32_t n) { return (uint32_t)(sv_random_next(r) % n); }

static void draw_guard(sv_random *r, sv_text *t) {
  switch (below(r, 5)) {
  case 0: sv_text_printf(t, "    guard (= x %u)\n", below(r, 3)); break;
  case 1: sv_text_printf(t, "    guard (< (select a i) %u)\n", 1 + below(r, 3)); break;
  default: break;
  }
}

static void draw_effect(sv_random *r, sv_text *t) {
  switch (below(r, 7)) {
  case 0: sv_text_printf(t, "    set x := %u\n", below(r, 3)); break;
  case 1: sv_text_printf(t, "    set y := x\n"); break;
  case 2: sv_text_printf(t, "    set (select a i) := %u\n", below(r, 4)); break;
  case 3: sv_text_printf(t, "    set (select a %u) := y\n", below(r, 3)); break;
  case 4: sv_text_printf(t, "    enqueue q : x\n"); break;
  case 5: sv_text_printf(t, "    dequeue q\n    set y := (peek q 0 0)\n"); break;
  default: sv_text_printf(t, "    choice c : int 0..2\n    set i := ?c\n"); break;
  }
}

static void draw_process(sv_random *r, uint32_t p, sv_text *t) {
  sv_text_printf(t, "process p%u initial 1 pool 1 entry l0\n", p);
  for (uint32_t l = 0; l <= LINE; l++) sv_text_printf(t, "  location l%u end\n", l);
  for (uint32_t l = 0; l < LINE; l++)
    for (uint32_t n = 1 + below(r, 2); n--;) {
      sv_text_printf(t, "  action s%u_%u\n    from l%u -> l%u\n", l, n, l, l + 1);
      draw_guard(r, t);
      draw_effect(r, t);
    }
  sv_text_string(t, "end\n");
}

static sv_model *draw_system(uint64_t seed) {
  sv_random r = {seed * 77777 + 1};
  sv_text t = {0};
  sv_text_string(&t, "var x : int 0..3 = 0\nvar y : int 0..3 = 1\nvar i : int 0..2 = 0\n"
                     "var a : array 3 of int 0..3 = (array 0 0 0)\n"
                     "queue q capacity 2 of int 0..3\n");
  for (uint32_t p = 0; p < PROCESSES; p++) draw_process(&r, p, &t);
  sv_model *m = kit_model(sv_text_get(&t));
  sv_text_free(&t);
  return m;
}

// ---- all runs

typedef struct {
  uint32_t action, choice, index;  // index: the value of i, where the action began
} symbol;
typedef SV_VEC(symbol) word;

typedef struct {
  const sv_net *net;
  sv_exec *exec;
  const sv_stepper *stepper;
  uint32_t index_cell;
  word run;
  uint64_t runs;
  sv_map traces;
} listing;

// Conditions are the last roots of an action: rows of three, one for each cell of `a`.
static bool in_use(const listing *l, const sv_use *use, const symbol *s) {
  const sv_step_action *a = &l->stepper->actions[s->action];
  sv_lit when = a->here.roots.at[use->when];
  if (!use->when || sv_lit_is_const(when)) return !use->when || sv_lit_same(when, SV_LIT_TRUE);
  return (use->when - SV_ROOT_VALUES - a->bits.n) % 3 == s->index;
}

static bool dependent(const listing *l, const symbol *a, const symbol *b) {
  const sv_uses *x = &l->stepper->resources->uses[a->action],
                *y = &l->stepper->resources->uses[b->action];
  if (a->action == b->action) return true;
  for (uint32_t i = 0; i < x->n; i++)
    for (uint32_t j = 0; j < y->n; j++)
      if (x->at[i].resource == y->at[j].resource && (x->at[i].writes || y->at[j].writes) &&
          in_use(l, &x->at[i], a) && in_use(l, &y->at[j], b))
        return true;
  return false;
}

static bool is_first(const listing *l, const word *w, const bool *gone, uint32_t i) {
  for (uint32_t j = 0; j < i; j++)
    if (!gone[j] && dependent(l, &w->at[j], &w->at[i])) return false;
  return true;
}

// The least word of the trace.
static uint64_t trace_hash(const listing *l, const word *w) {
  bool *gone = SV_NEW_ARRAY(bool, w->n + 1);
  uint64_t hash = 1;
  for (uint32_t n = 0; n < w->n; n++) {
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < w->n; i++)
      if (!gone[i] && is_first(l, w, gone, i) &&
          (best == UINT32_MAX || w->at[i].action < w->at[best].action))
        best = i;
    gone[best] = true;
    hash = sv_mix64(hash * 31 + w->at[best].action * 64 + w->at[best].choice + 7);
  }
  sv_free(gone);
  return hash;
}

static void list_from(listing *l, const sv_state *state) {
  sv_steps steps = {0};
  sv_state *next = sv_state_new(l->net);
  sv_exec_steps(l->exec, state, &steps, NULL);
  for (uint32_t i = 0; i < steps.n && l->runs <= MOST_RUNS; i++) {
    uint32_t action = steps.at[i].action, choices = l->net->actions.at[action].choice_count;
    symbol s = {action, choices ? (uint32_t)sv_small_get(steps.at[i].choices[0]) : 0,
                (uint32_t)sv_small_get(state->cells[l->index_cell])};
    sv_push(l->run, s);
    l->runs++;
    sv_map_put(&l->traces, trace_hash(l, &l->run), 1);
    sv_exec_fire(l->exec, state, &steps.at[i], next);
    list_from(l, next);
    l->run.n--;
  }
  sv_steps_free(&steps);
  sv_state_free(l->net, next);
}

static bool list_initial(void *context, const sv_state *s) {
  list_from(context, s);
  return true;
}

static listing list_runs(const sv_net *net, const sv_stepper *s) {
  listing l = {.net = net, .exec = sv_exec_new(net), .stepper = s};
  for (uint32_t v = 0; v < net->vars.n; v++)
    if (!strcmp(sv_names_get(net->model->names, net->vars.at[v].name), "i"))
      l.index_cell = net->vars.at[v].first_cell;
  sv_exec_initials(l.exec, list_initial, &l);
  sv_exec_free(l.exec);
  sv_vec_free(l.run);
  return l;
}

// ---- all models

static uint64_t count_all(const sv_net *net, sv_semantics semantics, bool dynamic) {
  sv_text why = {0};
  uint64_t sum = 0;
  sv_coding *coding = sv_coding_new(net, NULL, SV_QUEUE_SHIFTING, &why);
  sv_step_options o = {.semantics = semantics, .order = SV_OPT_ORDER_FLOW, .dynamic = dynamic};
  sv_stepper *s = sv_stepper_new(coding, &o, &why);
  if (!s) fail_msg("%s", sv_text_get(&why));
  for (uint32_t k = 1; k <= PROCESSES * LINE; k++) {
    uint64_t models = count_models(s, net, k, 0, MOST_RUNS);
    sum += models;
    if (!models) break;
  }
  sv_stepper_free(s);
  sv_coding_free(coding);
  sv_text_free(&why);
  return sum;
}

// ---- the tests

// The resources that the encoder itself goes by.
static uint64_t count_normal(const sv_net *net, bool dynamic, uint64_t *runs, uint64_t *traces) {
  sv_text why = {0};
  sv_coding *coding = sv_coding_new(net, NULL, SV_QUEUE_SHIFTING, &why);
  sv_step_options o = {
      .semantics = SV_STEPS_PROCESS, .order = SV_OPT_ORDER_FLOW, .dynamic = dynamic};
  sv_stepper *s = sv_stepper_new(coding, &o, &why);
  listing l = list_runs(net, s);
  *runs = l.runs, *traces = l.traces.n;
  sv_map_free(&l.traces);
  sv_stepper_free(s);
  sv_coding_free(coding);
  return *runs <= MOST_RUNS ? count_all(net, SV_STEPS_PROCESS, dynamic) : *traces;
}

static uint64_t compare_normal(uint64_t seed, const sv_net *net, uint64_t *few, uint64_t *fewer) {
  uint64_t runs = 0;
  for (uint32_t dynamic = 0; dynamic < 2; dynamic++) {
    uint64_t traces, models = count_normal(net, dynamic, &runs, &traces);
    if (models != traces)
      fail_msg("seed %llu: %llu in normal form, but %llu traces (%s)", (unsigned long long)seed,
               (unsigned long long)models, (unsigned long long)traces,
               dynamic ? "dynamic" : "static");
    *(dynamic ? fewer : few) += runs <= MOST_RUNS ? traces : 0;
  }
  return runs;
}

static void compare(uint64_t seed, uint64_t *all, uint64_t *traces, uint64_t *fewer) {
  sv_text why = {0};
  sv_model *m = draw_system(seed);
  sv_net *net = sv_net_new(m, (sv_net_options){0}, &why);
  uint64_t runs = compare_normal(seed, net, traces, fewer);
  if (runs <= MOST_RUNS) {
    uint64_t single = count_all(net, SV_STEPS_INTERLEAVING, false);
    uint64_t serial = count_all(net, SV_STEPS_SERIAL, false);
    uint64_t parallel = count_all(net, SV_STEPS_PARALLEL, false);
    if (single != runs || serial < parallel || parallel < single)
      fail_msg("seed %llu: %llu runs of %llu; serial %llu, parallel %llu", (unsigned long long)seed,
               (unsigned long long)single, (unsigned long long)runs, (unsigned long long)serial,
               (unsigned long long)parallel);
    *all += runs;
  }
  sv_net_free(net);
  sv_model_free(m);
  sv_text_free(&why);
}

static void counts(void **state) {
  uint64_t runs = 0, traces = 0, fewer = 0;
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= SYSTEMS; seed++) compare(seed, &runs, &traces, &fewer);
  printf("%llu runs, %llu traces, %llu if cells are told apart\n", (unsigned long long)runs,
         (unsigned long long)traces, (unsigned long long)fewer);
  assert_true(runs > 1000 && traces * 3 < runs * 2 && fewer < traces);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(counts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
