// test_smt_net.c -- nets in SMT against exec, on random models.
//
// From states of random walks: an action can be taken by the formula exactly if
// exec lets it be taken with some choices, what a model of the formula says is
// a step of exec's, and the state after it is the one that exec gets. Every
// property is violated in the same states, a run is cut in the same ones. With steps
// of several actions that is asked of each action alone; and of steps with two actions
// that were drawn, exec must be able to take all that the model takes.
// SMT_SEED and SMT_COUNT in the environment choose other models.

#include "unit/unit.h"

#include "base/random.h"
#include "encode/smt/smt_unroll.h"
#include "unit/test_machine_models.h"

enum { MODELS = 24, STATES = 6, PAIRS = 20 };

typedef struct {
  uint64_t seed;
  sv_opt_queue_terms queue;
  sv_random random;
  const sv_net *net;
  sv_exec *exec;
  sv_smt_net *s;
  sv_smt_unroll *u;
  sv_state *state, *after;
  uint64_t checked, taken, joint;
  sv_semantics semantics;
} held;

static void differs(const held *h, uint32_t n, const char *what) {
  sv_text text = {0};
  sv_state_print(h->net, h->state, &text);
  fprintf(stderr, "%s\n", sv_text_get(&text));
  sv_text_free(&text);
  fail_msg("seed %llu, %s: %s %u differs", (unsigned long long)h->seed,
           sv_opt_queue_terms_text(h->queue), what, n);
}

// ---- a state as an assertion about a frame

static sv_smt_term same_cell(held *h, uint32_t c, sv_sort scalar, const sv_state *x,
                             uint32_t time) {
  sv_smt_term t = sv_smt_at(h->u, h->s->now.cells[c], time);
  return sv_smt_eq(h->s->z, t, sv_rep_value(&h->s->rep, scalar, x->cells[c]));
}

static void push_queue(held *h, uint32_t i, const sv_state *x, uint32_t time, sv_smt_terms *all) {
  sv_smt *z = h->s->z;
  const sv_queue_smt *q = h->s->queues[i];
  const sv_net_queue *nq = &h->net->queues.at[i];
  const sv_queue_state *qs = &x->queues[i];
  sv_smt_terms parts = {0};
  for (uint32_t k = 0; k < q->parts; k++) sv_push(parts, h->s->now.queues[i][k]);
  sv_smt_sort number = sv_smt_int(z);
  sv_push(*all, sv_smt_eq(z, sv_queue_smt_length(q, parts.at),
                          sv_smt_small(z, qs->messages - qs->deferred, number)));
  sv_push(*all,
          sv_smt_eq(z, sv_queue_smt_deferred(q, parts.at), sv_smt_small(z, qs->deferred, number)));
  for (uint32_t m = 0; q->parts && m < qs->messages; m++)
    for (uint32_t f = 0; f < nq->field_count; f++) {
      int64_t slot = (int64_t)m - qs->deferred;
      sv_smt_term t = sv_queue_smt_slot(q, parts.at, sv_smt_small(z, slot, number), f);
      sv_value v = qs->fields.at[m * nq->field_count + f];
      sv_push(*all, sv_smt_eq(z, t, sv_rep_value(&h->s->rep, nq->fields[f], v)));
    }
  for (uint32_t k = 0; k < all->n; k++)
    if (all->at[k].x) all->at[k] = sv_smt_at(h->u, all->at[k], time);
  sv_vec_free(parts);
}

static sv_smt_term is_state(held *h, const sv_state *x, uint32_t time) {
  sv_smt_terms all = {0}, queues = {0};
  for (uint32_t i = 0; i < h->net->vars.n; i++) {
    const sv_net_var *v = &h->net->vars.at[i];
    for (uint32_t c = v->first_cell; c < v->first_cell + v->cells; c++)
      sv_push(all, same_cell(h, c, sv_sort_scalar(h->s->rep.terms, v->sort), x, time));
  }
  for (uint32_t i = 0; i < h->net->queues.n; i++) {
    sv_clear(queues);
    push_queue(h, i, x, time, &queues);
    sv_push(all, sv_smt_and_all(h->s->z, queues.at, queues.n));
  }
  sv_smt_term t = sv_smt_and_all(h->s->z, all.at, all.n);
  sv_vec_free(all);
  sv_vec_free(queues);
  return t;
}

// ---- comparing

static bool holds(held *h, sv_smt_term t) {
  sv_smt_push(h->s->z);
  sv_smt_assert(h->s->z, t);
  sv_sat_answer answer = sv_smt_check(h->s->z, NULL, 0, NULL);
  sv_smt_pop(h->s->z);
  if (answer == SV_SAT_UNKNOWN) fail_msg("unknown: %s", sv_smt_reason(h->s->z));
  return answer == SV_SAT_YES;
}

static bool has_step(const sv_steps *steps, uint32_t action) {
  for (uint32_t i = 0; i < steps->n; i++)
    if (steps->at[i].action == action) return true;
  return false;
}

// What the model says is a step, and leads where exec says.
static void check_step(held *h, uint32_t a) {
  const sv_net_action *x = &h->net->actions.at[a];
  sv_value choices[64];
  sv_step step = {.action = a, .choices = choices};
  for (uint32_t k = 0; k < x->choice_count; k++) {
    sv_smt_term t = sv_smt_input_at(h->u, h->s->choices[a][k], 0);
    sv_value v = sv_small(0);
    if (!sv_smt_value(h->s->z, t, h->s->rep.numbers, &v)) differs(h, a, "a choice of action");
    choices[k] = sv_rep_read(&h->s->rep, x->choices[k], v);
  }
  const char *why = sv_exec_refusal(h->exec, h->state, &step);
  if (why) fprintf(stderr, "%s\n", why), differs(h, a, "the step of action");
  sv_exec_fire(h->exec, h->state, &step, h->after);
  for (uint32_t k = 0; k < x->choice_count; k++) {
    sv_smt_term t = sv_smt_input_at(h->u, h->s->choices[a][k], 0);
    sv_smt_assert(h->s->z,
                  sv_smt_eq(h->s->z, t, sv_rep_value(&h->s->rep, x->choices[k], choices[k])));
  }
  sv_smt_term here = is_state(h, h->after, 1);
  if (!holds(h, here)) differs(h, a, "the state after action");
  if (holds(h, sv_smt_not(h->s->z, here))) differs(h, a, "another state after action");
  h->taken++;
}

// Steps of several actions are for check_joint_step.
static void assert_alone(held *h, uint32_t a) {
  sv_smt *z = h->s->z;
  for (uint32_t b = 0; b < h->net->actions.n; b++)
    if (b != a) sv_smt_assert(z, sv_smt_not(z, sv_smt_input_at(h->u, h->s->taken[b], 0)));
}

static void check_action(held *h, uint32_t a, const sv_steps *steps) {
  sv_smt_term take = h->s->taken[a];
  bool want = has_step(steps, a);
  if (sv_smt_is_false(h->s->z, take)) {
    if (want) differs(h, a, "being enabled of action");
    return;
  }
  sv_smt_push(h->s->z);
  sv_smt_assert(h->s->z, sv_smt_input_at(h->u, take, 0));
  assert_alone(h, a);
  sv_sat_answer answer = sv_smt_check(h->s->z, NULL, 0, NULL);
  if (answer == SV_SAT_UNKNOWN) fail_msg("unknown: %s", sv_smt_reason(h->s->z));
  if ((answer == SV_SAT_YES) != want) differs(h, a, "being enabled of action");
  if (want) check_step(h, a);
  sv_smt_pop(h->s->z);
  h->checked++;
}

// The step that the model says, and what says so.
static sv_step read_step(held *h, uint32_t a, sv_value *choices, sv_smt_terms *said) {
  const sv_net_action *x = &h->net->actions.at[a];
  sv_push(*said, sv_smt_input_at(h->u, h->s->taken[a], 0));
  for (uint32_t k = 0; k < x->choice_count; k++) {
    sv_smt_term t = sv_smt_input_at(h->u, h->s->choices[a][k], 0);
    sv_value v = sv_small(0);
    if (!sv_smt_value(h->s->z, t, h->s->rep.numbers, &v)) differs(h, a, "a choice of action");
    choices[k] = sv_rep_read(&h->s->rep, x->choices[k], v);
    sv_push(*said, sv_smt_eq(h->s->z, t, sv_rep_value(&h->s->rep, x->choices[k], choices[k])));
  }
  return (sv_step){.action = a, .choices = choices};
}

// Exec takes the actions of the model one by one, from h->state to h->after.
static uint32_t replay(held *h, sv_smt_terms *said) {
  sv_state *now = sv_state_new(h->net);
  uint32_t n = 0;
  sv_state_copy(h->net, now, h->state);
  for (uint32_t i = 0; i < h->s->order.n; i++) {
    uint32_t a = h->s->order.at[i];
    sv_value choices[64];
    sv_smt_term taken = sv_smt_input_at(h->u, h->s->taken[a], 0);
    if (!sv_smt_holds(h->s->z, taken)) {
      sv_push(*said, sv_smt_not(h->s->z, taken));
      continue;
    }
    sv_step step = read_step(h, a, choices, said);
    const char *why = sv_exec_refusal(h->exec, now, &step);
    if (why) fprintf(stderr, "%s\n", why), differs(h, a, "in a joint step action");
    sv_exec_fire(h->exec, now, &step, h->after);
    sv_state_copy(h->net, now, h->after);
    n++;
  }
  sv_state_free(h->net, now);
  return n;
}

// A step with these two actions, if there is one: exec takes it too, and comes to the same state.
static void check_joint_step(held *h, uint32_t a, uint32_t b) {
  sv_smt *z = h->s->z;
  sv_smt_terms said = {0};
  sv_smt_push(z);
  sv_smt_assert(z, sv_smt_input_at(h->u, h->s->taken[a], 0));
  sv_smt_assert(z, sv_smt_input_at(h->u, h->s->taken[b], 0));
  if (sv_smt_check(z, NULL, 0, NULL) == SV_SAT_YES) {
    h->joint += replay(h, &said) > 1;
    sv_smt_assert(z, sv_smt_and_all(z, said.at, said.n));
    sv_smt_term here = is_state(h, h->after, 1);
    if (!holds(h, here)) differs(h, a, "the state after a joint step with action");
    if (holds(h, sv_smt_not(z, here))) differs(h, a, "another state after action");
  }
  sv_smt_pop(z);
  sv_vec_free(said);
}

static void check_joint_steps(held *h) {
  uint32_t n = h->s->order.n;
  for (uint32_t i = 0; n && i < PAIRS && h->semantics != SV_STEPS_INTERLEAVING; i++) {
    uint32_t a = h->s->order.at[sv_random_below(&h->random, n)];
    check_joint_step(h, a, h->s->order.at[sv_random_below(&h->random, n)]);
  }
}

static void check_properties(held *h) {
  for (uint32_t p = 1; p < h->net->properties.n; p++)
    if (holds(h, sv_smt_at(h->u, h->s->bad[p], 0)) != sv_exec_violated_in(h->exec, h->state, p))
      differs(h, p, "property");
  bool cut = sv_exec_cut(h->exec, h->state) != UINT32_MAX;
  if (holds(h, sv_smt_at(h->u, h->s->cut, 0)) != cut) differs(h, 0, "being cut");
  if (!holds(h, sv_smt_truth(h->s->z, true))) differs(h, 0, "being legal");
}

static void check_state(held *h) {
  sv_steps steps = {0};
  sv_exec_steps(h->exec, h->state, &steps, NULL);
  sv_smt_push(h->s->z);
  sv_smt_assert(h->s->z, is_state(h, h->state, 0));
  check_properties(h);
  sv_smt_pop(h->s->z);
  sv_smt_push(h->s->z);
  sv_smt_assert(h->s->z, is_state(h, h->state, 0));
  sv_smt_unroll_step(h->u);
  sv_smt_assert(h->s->z, sv_smt_moves_at(h->u, 0));
  for (uint32_t a = 0; a < h->net->actions.n; a++) check_action(h, a, &steps);
  check_joint_steps(h);
  sv_smt_pop(h->s->z);
  if (steps.n) {
    uint32_t pick = sv_random_below(&h->random, steps.n);
    sv_exec_fire(h->exec, h->state, &steps.at[pick], h->after);
    sv_state_copy(h->net, h->state, h->after);
  }
  sv_steps_free(&steps);
}

static bool first_state(void *context, const sv_state *s) {
  held *h = context;
  sv_state_copy(h->net, h->state, s);
  return false;
}

// Each state gets an unrolling of its own: its assertions are inside the push.
static void walk(held *h) {
  if (sv_exec_initials(h->exec, first_state, h) != SV_EXEC_STOPPED) return;
  for (uint32_t i = 0; i < STATES; i++) {
    sv_smt_push(h->s->z);
    h->u = sv_smt_unroll_new(h->s, false);
    check_state(h);
    sv_smt_unroll_free(h->u);
    sv_smt_pop(h->s->z);
  }
}

static void compare(held *h) {
  sv_text why = {0};
  h->random.state = h->seed;
  sv_smt_net_options o = {.queues = sv_queue_encoding_of(h->queue, h->seed % 2),
                          .semantics = h->semantics};
  h->s = sv_smt_net_new(h->net, &o, &why);
  if (!h->s) fail_msg("seed %llu: %s", (unsigned long long)h->seed, sv_text_get(&why));
  h->exec = sv_exec_new(h->net);
  h->state = sv_state_new(h->net);
  h->after = sv_state_new(h->net);
  walk(h);
  if (sv_smt_broken(h->s->z)) fail_msg("broken: %s", sv_smt_broken(h->s->z));
  sv_state_free(h->net, h->state);
  sv_state_free(h->net, h->after);
  sv_exec_free(h->exec);
  sv_smt_net_free(h->s);
  sv_text_free(&why);
}

static const sv_opt_queue_terms queues[] = {
    SV_OPT_QUEUE_TERMS_CYCLIC,        SV_OPT_QUEUE_TERMS_SHIFTING,
    SV_OPT_QUEUE_TERMS_LINEAR,        SV_OPT_QUEUE_TERMS_CYCLIC_UIF,
    SV_OPT_QUEUE_TERMS_CYCLIC_ARRAY,  SV_OPT_QUEUE_TERMS_SHIFTING_INT,
    SV_OPT_QUEUE_TERMS_CYCLIC_BITS,   SV_OPT_QUEUE_TERMS_LINEAR_ARRAY,
    SV_OPT_QUEUE_TERMS_SHIFTING_BITS, SV_OPT_QUEUE_TERMS_CYCLIC_INT,
};

static void random_models(sv_semantics semantics) {
  const char *first = getenv("SMT_SEED"), *count = getenv("SMT_COUNT");
  uint64_t from = first ? strtoull(first, NULL, 10) : 1;
  uint64_t models = count ? strtoull(count, NULL, 10) : MODELS, checked = 0, taken = 0, joint = 0;
  for (uint64_t seed = from; seed < from + models; seed++) {
    sv_text why = {0};
    sv_model *m = gen_model(seed);
    sv_net *net = sv_net_new(m, (sv_net_options){.threads = 2}, &why);
    held h = {
        .seed = seed, .net = net, .queue = queues[seed % SV_COUNT(queues)], .semantics = semantics};
    compare(&h);
    checked += h.checked, taken += h.taken, joint += h.joint;
    sv_text_free(&why);
    sv_net_free(net);
    sv_model_free(m);
  }
  printf("%llu actions, %llu taken, %llu joint steps\n", (unsigned long long)checked,
         (unsigned long long)taken, (unsigned long long)joint);
  assert_true(first || count || taken > 100);
  assert_true(first || count || semantics == SV_STEPS_INTERLEAVING || joint > 20);
}

static void single_actions(void **state) {
  SV_UNUSED(state);
  random_models(SV_STEPS_INTERLEAVING);
}

static void serial_steps(void **state) {
  SV_UNUSED(state);
  random_models(SV_STEPS_SERIAL);
}

static void parallel_steps(void **state) {
  SV_UNUSED(state);
  random_models(SV_STEPS_PARALLEL);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(single_actions),
                                     cmocka_unit_test(serial_steps),
                                     cmocka_unit_test(parallel_steps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
