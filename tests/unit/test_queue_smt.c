// test_queue_smt.c -- queues in SMT against exec, on random sequences of operations.
//
// A model with one queue and a process that does one operation at a time, or a
// pair of them; every encoding follows a random run of exec's. After each step
// the accessors must have just the values that exec's queue has, and what is
// impossible for exec is impossible for the formula. Equality of two times is
// compared too. SMT_SEED chooses other runs.

#include "unit/unit.h"

#include "base/random.h"
#include "encode/smt/smt_unroll.h"

enum { STEPS = 9 };

typedef struct {
  sv_model *m;
  sv_terms *T;
  sv_net *net;
  sv_exec *exec;
  sv_smt_net *s;
  sv_smt_unroll *u;
  sv_random random;
  sv_state *states[STEPS + 1];
  bool middle;  // with defer, flush, slots
} kit;

// ---- the model

static sv_term chosen(kit *k, uint32_t i) { return sv_choice(k->T, sv_sort_range(k->T, 0, 3), i); }

static void add(kit *k, const char *name, const sv_queue_op *ops, uint32_t n) {
  sv_choice_input inputs[] = {
      {.name = sv_names_cstr(k->m->names, "a"), .sort = sv_sort_range(k->T, 0, 3)},
      {.name = sv_names_cstr(k->m->names, "b"), .sort = sv_sort_range(k->T, 0, 3)}};
  sv_model_action(k->m, &(sv_action){.name = sv_names_cstr(k->m->names, name),
                                     .choices = inputs,
                                     .choice_count = 2,
                                     .guard = SV_TRUE,
                                     .constraint = SV_TRUE,
                                     .queue_ops = ops,
                                     .queue_op_count = n});
}

static void make_model(kit *k, uint32_t capacity) {
  k->m = sv_model_new();
  k->T = k->m->terms;
  sv_sort fields[] = {sv_sort_range(k->T, 0, 3), sv_sort_bool(k->T)};
  uint32_t q = sv_model_queue(k->m, sv_names_cstr(k->m->names, "q"), SV_GLOBAL, 1, false, capacity,
                              fields, 2, (sv_span){0});
  sv_term ref = sv_queue(k->T, q, 0, SV_NONE);
  sv_term odd = sv_eq(k->T, chosen(k, 0), sv_int_const(k->T, 1)), message[] = {chosen(k, 0), odd};
  sv_queue_op put = {SV_ENQUEUE, ref, SV_NONE, message, 2},
              get = {SV_DEQUEUE, ref, SV_NONE, NULL, 0};
  sv_queue_op put_at = put, get_at = get, defer = {SV_DEFER, ref, SV_NONE, NULL, 0};
  sv_queue_op flush = {SV_FLUSH, ref, SV_NONE, NULL, 0};
  put_at.slot = get_at.slot = chosen(k, 1);
  add(k, "put", (sv_queue_op[]){put}, 1);
  add(k, "get", (sv_queue_op[]){get}, 1);
  add(k, "get put", (sv_queue_op[]){get, put}, 2);
  add(k, "put get", (sv_queue_op[]){put, get}, 2);
  if (!k->middle) return;
  add(k, "put at", (sv_queue_op[]){put_at}, 1);
  add(k, "get at", (sv_queue_op[]){get_at}, 1);
  add(k, "defer", (sv_queue_op[]){defer}, 1);
  add(k, "flush", (sv_queue_op[]){flush}, 1);
  add(k, "all", (sv_queue_op[]){get, defer, flush, put}, 4);
}

static void begin(kit *k, uint32_t capacity, sv_opt_queue_terms word, bool tags, uint64_t seed) {
  sv_text why = {0};
  k->random.state = seed;
  make_model(k, capacity);
  k->net = sv_net_new(k->m, (sv_net_options){0}, &why);
  assert_non_null(k->net);
  k->exec = sv_exec_new(k->net);
  sv_smt_net_options o = {.queues = sv_queue_encoding_of(word, tags)};
  k->s = sv_smt_net_new(k->net, &o, &why);
  assert_non_null(k->s);
  k->u = sv_smt_unroll_new(k->s, true);
  for (uint32_t i = 0; i <= STEPS; i++) k->states[i] = sv_state_new(k->net);
  sv_text_free(&why);
}

static void end(kit *k) {
  for (uint32_t i = 0; i <= STEPS; i++) sv_state_free(k->net, k->states[i]);
  sv_smt_unroll_free(k->u);
  sv_smt_net_free(k->s);
  sv_exec_free(k->exec);
  sv_net_free(k->net);
  sv_model_free(k->m);
}

// ---- comparing

static bool possible(kit *k, sv_smt_term t) {
  sv_smt_push(k->s->z);
  sv_smt_assert(k->s->z, t);
  sv_sat_answer answer = sv_smt_check(k->s->z, NULL, 0, NULL);
  sv_smt_pop(k->s->z);
  assert_int_not_equal(answer, SV_SAT_UNKNOWN);
  return answer == SV_SAT_YES;
}

static void surely(kit *k, sv_smt_term t) { assert_false(possible(k, sv_smt_not(k->s->z, t))); }

static sv_smt_term integer(kit *k, int64_t n) {
  return sv_smt_small(k->s->z, n, sv_smt_int(k->s->z));
}

static void check_messages(kit *k, const sv_queue_state *qs, const sv_smt_term *parts,
                           uint32_t time) {
  const sv_queue_smt *q = k->s->queues[0];
  for (uint32_t i = 0; i < qs->messages - qs->deferred; i++)
    for (uint32_t f = 0; f < 2; f++) {
      sv_smt_term slot = i ? integer(k, i) : (sv_smt_term){NULL};
      sv_smt_term t = sv_smt_at(k->u, sv_queue_smt_slot(q, parts, slot, f), time);
      sv_value v = qs->fields.at[(qs->deferred + i) * 2 + f];
      surely(k, sv_smt_eq(k->s->z, t, sv_rep_value(&k->s->rep, q->net_queue->fields[f], v)));
    }
}

static void check_queue(kit *k, uint32_t time) {
  sv_smt *z = k->s->z;
  const sv_queue_smt *q = k->s->queues[0];
  const sv_smt_term *parts = k->s->now.queues[0];
  const sv_queue_state *qs = &k->states[time]->queues[0];
  uint32_t pending = qs->messages - qs->deferred;
  sv_smt_term is[] = {sv_smt_eq(z, sv_queue_smt_pending(q, parts), sv_smt_truth(z, pending)),
                      sv_smt_eq(z, sv_queue_smt_full(q, parts),
                                sv_smt_truth(z, qs->messages >= q->net_queue->capacity)),
                      sv_smt_eq(z, sv_queue_smt_length(q, parts), integer(k, pending)),
                      sv_smt_eq(z, sv_queue_smt_deferred(q, parts), integer(k, qs->deferred))};
  for (uint32_t i = 0; i < SV_COUNT(is); i++) surely(k, sv_smt_at(k->u, is[i], time));
  check_messages(k, qs, parts, time);
}

static bool enabled(const sv_steps *steps, uint32_t a) {
  for (uint32_t i = 0; i < steps->n; i++)
    if (steps->at[i].action == a) return true;
  return false;
}

static void take_step(kit *k, uint32_t time) {
  sv_steps steps = {0};
  sv_smt *z = k->s->z;
  sv_exec_steps(k->exec, k->states[time], &steps, NULL);
  sv_smt_unroll_step(k->u);
  for (uint32_t a = 0; a < k->net->actions.n; a++)
    assert_int_equal(possible(k, sv_smt_input_at(k->u, k->s->taken[a], time)), enabled(&steps, a));
  const sv_step *step = &steps.at[sv_random_below(&k->random, steps.n)];
  sv_smt_assert(z, sv_smt_input_at(k->u, k->s->taken[step->action], time));
  for (uint32_t c = 0; c < 2; c++)
    sv_smt_assert(z,
                  sv_smt_eq(z, sv_smt_input_at(k->u, k->s->choices[step->action][c], time),
                            sv_rep_value(&k->s->rep, sv_sort_range(k->T, 0, 3), step->choices[c])));
  sv_exec_fire(k->exec, k->states[time], step, k->states[time + 1]);
  assert_true(possible(k, sv_smt_truth(z, true)));
  sv_steps_free(&steps);
}

static void check_equality(kit *k, uint32_t a, uint32_t b) {
  bool same = sv_state_equal(k->net, k->states[a], k->states[b]);
  sv_smt_term equal = sv_smt_same_state(k->u, a, b);
  if (k->s->queues[0]->encoding.layout == SV_LAYOUT_LINEAR &&
      k->s->queues[0]->capacity == SV_UNBOUNDED) {
    if (!same) surely(k, sv_smt_not(k->s->z, equal));
    return;
  }
  surely(k, sv_smt_eq(k->s->z, equal, sv_smt_truth(k->s->z, same)));
}

static void run(sv_opt_queue_terms word, bool tags, uint32_t capacity, bool middle, uint64_t seed) {
  kit k = {.middle = middle};
  begin(&k, capacity, word, tags, seed);
  check_queue(&k, 0);
  for (uint32_t t = 0; t < STEPS; t++) {
    take_step(&k, t);
    check_queue(&k, t + 1);
    check_equality(&k, sv_random_below(&k.random, t + 1), t + 1);
  }
  end(&k);
}

// What needs the middle is shifting in any case: the first three words say it all.
static void run_all(uint32_t capacity, bool middle) {
  static const sv_opt_queue_terms words[] = {
      SV_OPT_QUEUE_TERMS_SHIFTING,      SV_OPT_QUEUE_TERMS_SHIFTING_INT,
      SV_OPT_QUEUE_TERMS_SHIFTING_BITS, SV_OPT_QUEUE_TERMS_CYCLIC,
      SV_OPT_QUEUE_TERMS_CYCLIC_INT,    SV_OPT_QUEUE_TERMS_CYCLIC_BITS,
      SV_OPT_QUEUE_TERMS_CYCLIC_UIF,    SV_OPT_QUEUE_TERMS_CYCLIC_ARRAY,
      SV_OPT_QUEUE_TERMS_LINEAR,        SV_OPT_QUEUE_TERMS_LINEAR_ARRAY,
  };
  const char *first = getenv("SMT_SEED");
  uint64_t seed = first ? strtoull(first, NULL, 10) : 1;
  for (uint32_t i = 0; i < (middle ? 3 : SV_COUNT(words)); i++)
    for (uint32_t tags = 0; tags < 2; tags++) run(words[i], tags, capacity, middle, seed++);
}

static void test_ends(void **unused) { SV_UNUSED(unused), run_all(3, false); }
static void test_one_slot(void **unused) { SV_UNUSED(unused), run_all(1, false); }
static void test_middle(void **unused) { SV_UNUSED(unused), run_all(3, true); }
static void test_unbounded(void **unused) { SV_UNUSED(unused), run_all(SV_UNBOUNDED, false); }
static void test_unbounded_middle(void **unused) { SV_UNUSED(unused), run_all(SV_UNBOUNDED, true); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ends), cmocka_unit_test(test_one_slot), cmocka_unit_test(test_middle),
      cmocka_unit_test(test_unbounded), cmocka_unit_test(test_unbounded_middle)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
