// test_flat.c -- nets as flat transition systems against exec, on random models.
//
// From states of random walks: the flat condition of an action holds with some
// choices exactly if exec lets it be taken with them, and every leaf has after
// the step the value that the flat system says. Every property is violated in
// the same states, a run is cut in the same ones, initial states satisfy the
// initial condition. FLAT_SEED and FLAT_COUNT in the environment choose other
// models.

#include "unit/unit.h"

#include "base/random.h"
#include "encode/abstract/flat.h"
#include "exec/trace.h"
#include "unit/test_machine_models.h"

enum { MODELS = 60, STATES = 12, STEPS_MOST = 400, CHOICES_MOST = 64 };

typedef struct {
  uint64_t seed;
  sv_random random;
  const sv_net *net;
  sv_exec *exec;
  sv_flat *flat;
  sv_state *state, *after;
  uint64_t enabled, leaves;
} held;

static void differs(const held *h, uint32_t n, const char *what) {
  fail_msg("seed %llu: %s %u differs", (unsigned long long)h->seed, what, n);
}

// ---- one step

// Does a term speak of an invented value?
static bool invents(const held *h, uint32_t action, sv_term t) {
  sv_u32s cone = {0};
  bool found = false;
  sv_cone(h->flat->terms, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node node = sv_node_of(h->flat->terms, cone.at[i]);
    found |= node.op == SV_OP_CHOICE && node.id >= h->net->actions.at[action].choice_count;
  }
  sv_vec_free(cone);
  return found;
}

static void compare_leaf(held *h, const sv_step *step, sv_term leaf) {
  sv_term later = sv_flat_after(h->flat, step->action, leaf);
  if (invents(h, step->action, later)) return;
  sv_value have = sv_exec_evaluate_step(h->exec, h->state, step, later);
  sv_value want = sv_exec_evaluate(h->exec, h->after, leaf);
  if (!sv_value_same(have, want)) differs(h, step->action, "a leaf after action");
  h->leaves++;
}

static sv_term cell_term(const held *h, const sv_net_var *v, sv_term t, uint32_t cell) {
  sv_terms *T = h->flat->terms;
  sv_sort sort = v->sort;
  while (sv_sort_get(T, sort)->kind == SV_SORT_ARRAY) {
    sort = sv_sort_get(T, sort)->element;
    uint32_t size = sv_sort_cells(T, sort);
    t = sv_app2(T, SV_OP_SELECT, t, sv_int_const(T, cell / size));
    cell %= size;
  }
  return t;
}

static void compare_variable(held *h, const sv_step *step, uint32_t number) {
  const sv_net_var *v = &h->net->vars.at[number];
  sv_term later = sv_flat_after(h->flat, step->action, sv_net_var_term(h->net, number));
  for (uint32_t c = 0; c < v->cells; c++) {
    sv_value have = sv_exec_evaluate_step(h->exec, h->state, step, cell_term(h, v, later, c));
    if (!sv_value_same(have, h->after->cells[v->first_cell + c]))
      differs(h, number, "a variable after a step");
    h->leaves++;
  }
}

static void compare_queue(held *h, const sv_step *step, uint32_t q) {
  sv_terms *T = h->flat->terms;
  const sv_net_queue *queue = &h->net->queues.at[q];
  sv_term ref = sv_const(T, sv_sort_ref(T), sv_small((int64_t)q + 1));
  sv_term readings[2] = {sv_app1(T, SV_OP_QLEN, ref), sv_app1(T, SV_OP_QDEFER, ref)};
  for (uint32_t i = 0; i < 2; i++) {
    sv_term leaf = sv_flat_term(h->flat, readings[i]);
    if (sv_flat_is_leaf(h->flat, leaf)) compare_leaf(h, step, leaf);
  }
  for (uint32_t s = 0; s < 3 && s < queue->capacity; s++)
    for (uint32_t f = 0; f < queue->field_count; f++) {
      sv_term peek = sv_peek(T, queue->fields[f], ref, sv_int_const(T, s), f);
      compare_leaf(h, step, sv_flat_term(h->flat, peek));
    }
}

static void compare_step(held *h, const sv_step *step) {
  sv_exec_fire(h->exec, h->state, step, h->after);
  for (uint32_t v = 0; v < h->net->vars.n; v++) compare_variable(h, step, v);
  for (uint32_t q = 0; q < h->net->queues.n; q++) compare_queue(h, step, q);
}

// ---- one state

static sv_value some_value(held *h, sv_sort s) {
  const sv_sort_info *info = sv_sort_get(h->flat->terms, s);
  uint64_t n = 2;
  int64_t lo = 0;
  if (info->kind == SV_SORT_BV) n = UINT64_C(1) << info->size;
  if (info->kind == SV_SORT_BV && info->is_signed) lo = -(int64_t)(n / 2);
  if (info->kind == SV_SORT_ENUM) n = info->size;
  if (info->kind == SV_SORT_INT) n = (uint64_t)(info->hi - info->lo + 1), lo = info->lo;
  if (info->kind == SV_SORT_REF) n = (uint64_t)h->net->queues.n + 1;
  if (info->kind == SV_SORT_LOC) n = h->net->model->templates.at[info->size].locations.n;
  return sv_small(lo + (int64_t)sv_random_below(&h->random, (uint32_t)n));
}

static void compare_action(held *h, uint32_t a) {
  const sv_net_action *action = &h->net->actions.at[a];
  sv_value *choices = SV_NEW_ARRAY(sv_value, action->choice_count + 1);
  sv_step step = {.action = a, .choices = choices};
  for (uint32_t tries = action->choice_count ? 6 : 1; tries--;) {
    for (uint32_t i = 0; i < action->choice_count; i++)
      choices[i] = some_value(h, action->choices[i]);
    sv_value have = sv_exec_evaluate_step(h->exec, h->state, &step, h->flat->actions[a].enabled);
    bool want = !action->cut && sv_exec_enabled(h->exec, h->state, &step);
    if (action->cut) continue;
    if (sv_small_get(have) != want) differs(h, a, "action");
    if (want) compare_step(h, &step), h->enabled++;
  }
  sv_free(choices);
}

static bool holds(held *h, sv_term t) {
  return sv_small_get(sv_exec_evaluate(h->exec, h->state, t));
}

static void compare_state(held *h) {
  for (uint32_t a = 0; a < h->net->actions.n; a++) compare_action(h, a);
  for (uint32_t p = 1; p < h->net->properties.n; p++) {
    sv_term bad = sv_flat_bad(h->flat, p);
    if (sv_is_none(bad) || h->net->properties.at[p].kind == SV_PROP_ASSERTION) continue;
    if (holds(h, bad) != sv_exec_violated_in(h->exec, h->state, p)) differs(h, p, "property");
  }
  if (holds(h, h->flat->cut) != (sv_exec_cut(h->exec, h->state) != UINT32_MAX))
    differs(h, 0, "cut");
  if (!holds(h, h->flat->invariants)) differs(h, 0, "legality");
  for (uint32_t v = 0; v < h->net->vars.n; v++)
    if (!holds(h, sv_flat_within(h->flat, sv_net_var_term(h->net, v)))) differs(h, v, "range");
}

static bool walk_on(held *h) {
  sv_steps steps = {0};
  sv_exec_steps(h->exec, h->state, &steps, NULL);
  bool goes = steps.n;
  if (goes) {
    uint32_t k = sv_random_below(&h->random, steps.n);
    sv_exec_fire(h->exec, h->state, &steps.at[k], h->after);
    sv_state_copy(h->net, h->state, h->after);
  }
  sv_steps_free(&steps);
  return goes;
}

static bool take_initial(void *context, const sv_state *s) {
  held *h = context;
  sv_state_copy(h->net, h->state, s);
  if (!holds(h, h->flat->initial)) differs(h, 0, "initial state");
  return sv_random_below(&h->random, 3);
}

// ---- all

static void compare_model(held *h) {
  sv_model *m = gen_model(h->seed);
  sv_text why = {0};
  sv_net *net = sv_net_new(m, (sv_net_options){.threads = 2}, &why);
  assert_non_null(net);
  h->net = net;
  h->flat = sv_flat_new(net);
  h->exec = sv_exec_new(net);
  h->state = sv_state_new(net), h->after = sv_state_new(net);
  h->random.state = h->seed;
  if (!h->flat->refused) {
    sv_exec_initials(h->exec, take_initial, h);
    for (uint32_t i = 0; i < STATES; i++) {
      compare_state(h);
      if (!walk_on(h)) break;
    }
  }
  sv_state_free(net, h->state);
  sv_state_free(net, h->after);
  sv_exec_free(h->exec);
  sv_flat_free(h->flat);
  sv_net_free(net);
  sv_model_free(m);
  sv_text_free(&why);
}

static uint64_t from_environment(const char *name, uint64_t fallback) {
  const char *text = getenv(name);
  return text ? strtoull(text, NULL, 10) : fallback;
}

static void test_random(void **state) {
  SV_UNUSED(state);
  held h = {0};
  uint64_t first = from_environment("FLAT_SEED", 1), n = from_environment("FLAT_COUNT", MODELS);
  for (h.seed = first; h.seed < first + n; h.seed++) compare_model(&h);
  printf("%llu steps, %llu values\n", (unsigned long long)h.enabled, (unsigned long long)h.leaves);
  assert_true(h.enabled > n / 4 && h.leaves > n);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
