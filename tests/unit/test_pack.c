// test_pack.c -- packed states: round trips, sizes, and what is refused.

#include "unit/unit.h"

#include "exec/pack.h"
#include "unit/test_machine_models.h"

static sv_net *net_of(sv_model *m) {
  sv_text why = {0};
  sv_net *net = sv_net_new(m, (sv_net_options){.threads = 2}, &why);
  if (!net) fail_msg("no net: %s", sv_text_get(&why));
  sv_text_free(&why);
  return net;
}

static sv_layout *layout_of(const sv_net *net, bool by_process) {
  sv_text why = {0};
  sv_layout *layout = sv_layout_new(net, by_process, &why);
  if (!layout) fail_msg("no layout: %s", sv_text_get(&why));
  sv_text_free(&why);
  return layout;
}

static void assert_refused(sv_model *m, const char *words) {
  sv_text why = {0};
  sv_net *net = net_of(m);
  assert_null(sv_layout_new(net, false, &why));
  if (!strstr(sv_text_get(&why), words)) fail_msg("refused with: %s", sv_text_get(&why));
  sv_text_free(&why);
  sv_net_free(net);
  sv_model_free(m);
}

static sv_value any_value(gen *g, const sv_net *net, sv_sort sort) {
  int64_t lo, hi;
  assert_true(sv_layout_range(net, sort, &lo, &hi));
  return sv_number_int(sv_terms_numbers(net->model->terms), any_number(g, lo, hi));
}

static void fill_queue(gen *g, const sv_net *net, const sv_layout *layout, uint32_t q,
                       sv_queue_state *s) {
  const sv_net_queue *queue = &net->queues.at[q];
  sv_clear(s->fields);
  s->messages = below(g, queue->capacity + 1);
  s->deferred = layout->queues[q].deferred.bits ? below(g, s->messages + 1) : 0;
  for (uint32_t i = 0; i < s->messages * queue->field_count; i++)
    sv_push(s->fields, any_value(g, net, queue->fields[i % queue->field_count]));
}

static void fill_state(gen *g, const sv_net *net, const sv_layout *layout, sv_state *s) {
  for (uint32_t v = 0; v < net->vars.n; v++)
    for (uint32_t c = 0; c < net->vars.at[v].cells; c++)
      s->cells[net->vars.at[v].first_cell + c] =
          any_value(g, net, sv_sort_scalar(net->model->terms, net->vars.at[v].sort));
  for (uint32_t q = 0; q < net->queues.n; q++) fill_queue(g, net, layout, q, &s->queues[q]);
}

// Equal states pack to equal words, different ones to different words.
static void round_trips(uint64_t seed, bool by_process) {
  gen g = {.rng = {seed}};
  sv_model *m = gen_model(seed);
  sv_net *net = net_of(m);
  sv_layout *layout = layout_of(net, by_process);
  sv_state *a = sv_state_new(net), *b = sv_state_new(net);
  uint64_t *words = SV_NEW_ARRAY(uint64_t, layout->words),
           *again = SV_NEW_ARRAY(uint64_t, layout->words);
  for (uint32_t i = 0; i < 20; i++) {
    memset(words, 0xff, layout->words * sizeof *words);
    fill_state(&g, net, layout, a);
    sv_pack(layout, a, words);
    sv_unpack(layout, words, b);
    assert_true(sv_state_equal(net, a, b));
    fill_state(&g, net, layout, b);
    sv_pack(layout, b, again);
    assert_int_equal(sv_state_equal(net, a, b),
                     !memcmp(words, again, layout->words * sizeof *words));
  }
  sv_free(words), sv_free(again);
  sv_state_free(net, a), sv_state_free(net, b);
  sv_layout_free(layout);
  sv_net_free(net);
  sv_model_free(m);
}

static void test_round_trips(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= 100; seed++) {
    round_trips(seed, false);
    round_trips(seed, true);
  }
}

static sv_name name(sv_model *m, const char *s) { return sv_names_cstr(m->names, s); }

// Three processes with four locations and two locals each, and a few globals.
static sv_model *dozen(void) {
  sv_model *m = sv_model_new();
  uint32_t t = sv_model_template(m, name(m, "P"), 3, 3, SV_NOWHERE);
  for (uint32_t i = 0; i < 4; i++) sv_model_location(m, t, name(m, "L"), 0, SV_NOWHERE);
  sv_sort small = sv_sort_range(m->terms, 0, 5), b = sv_sort_bool(m->terms);
  sv_model_variable(m, name(m, "x"), small, t, sv_int_const(m->terms, 0), SV_NOWHERE);
  sv_model_variable(m, name(m, "y"), b, t, SV_FALSE, SV_NOWHERE);
  sv_model_variable(m, name(m, "u"), small, SV_GLOBAL, sv_int_const(m->terms, 0), SV_NOWHERE);
  sv_model_variable(m, name(m, "v"), b, SV_GLOBAL, SV_FALSE, SV_NOWHERE);
  return m;
}

static void test_small_models_are_small(void **state) {
  SV_UNUSED(state);
  sv_model *m = dozen();
  sv_net *net = net_of(m);
  sv_layout *dense = layout_of(net, false), *parts = layout_of(net, true);
  assert_int_equal(dense->words, 1);
  assert_int_equal(dense->bits, 4 + 3 * 7);
  assert_int_equal(dense->parts, 1);
  assert_int_equal(parts->words, 4);
  assert_int_equal(parts->parts, 4);
  for (uint32_t i = 0; i <= 4; i++) assert_int_equal(parts->part_begin[i], i);
  sv_layout_free(dense), sv_layout_free(parts);
  sv_net_free(net);
  sv_model_free(m);
}

// Fields lie inside words and apart from each other.
static void test_fields_do_not_overlap(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= 60; seed++) {
    sv_model *m = gen_model(seed);
    sv_net *net = net_of(m);
    sv_layout *layout = layout_of(net, seed & 1);
    uint64_t *used = SV_NEW_ARRAY(uint64_t, layout->words);
    for (uint32_t i = 0; i < net->cells; i++) {
      sv_field f = layout->cells[i];
      uint64_t mask = f.bits ? (UINT64_MAX >> (64 - f.bits)) << f.shift : 0;
      assert_true(f.word < layout->words && f.shift + f.bits <= 64);
      assert_int_equal(used[f.word] & mask, 0);
      used[f.word] |= mask;
    }
    sv_free(used);
    sv_layout_free(layout);
    sv_net_free(net);
    sv_model_free(m);
  }
}

static sv_model *with_variable(sv_sort (*sort)(sv_terms *)) {
  sv_model *m = sv_model_new();
  sv_model_variable(m, name(m, "x"), sort(m->terms), SV_GLOBAL, SV_NONE, SV_NOWHERE);
  return m;
}

static sv_sort wide(sv_terms *T) { return sv_sort_bv(T, 63, false); }
static sv_sort wide_range(sv_terms *T) { return sv_sort_range(T, INT64_MIN, INT64_MAX); }
static sv_sort huge(sv_terms *T) { return sv_sort_array(T, 17000000, sv_sort_bv(T, 60, false)); }

static void test_refusals(void **state) {
  SV_UNUSED(state);
  assert_refused(with_variable(sv_sort_int), "x is not of a finite sort");
  assert_refused(with_variable(sv_sort_real), "x is not of a finite sort");
  assert_refused(with_variable(wide), "x needs more than 62 bits");
  assert_refused(with_variable(wide_range), "x needs more than 62 bits");
  assert_refused(with_variable(huge), "more than 16777216 words");
  sv_model *m = sv_model_new();
  sv_sort b = sv_sort_bool(m->terms);
  sv_model_queue(m, name(m, "q"), SV_GLOBAL, 1, false, SV_UNBOUNDED, &b, 1, SV_NOWHERE);
  assert_refused(m, "the queue q has no bound");
}

// Values at both ends of the widest fields.
static void test_widest(void **state) {
  SV_UNUSED(state);
  sv_model *m = sv_model_new();
  sv_sort sorts[] = {sv_sort_bv(m->terms, 62, true), sv_sort_bv(m->terms, 62, false),
                     sv_sort_range(m->terms, INT64_MAX - 6, INT64_MAX),
                     sv_sort_range(m->terms, INT64_MIN, INT64_MIN + 6)};
  for (uint32_t i = 0; i < SV_COUNT(sorts); i++)
    sv_model_variable(m, name(m, "x"), sorts[i], SV_GLOBAL, SV_NONE, SV_NOWHERE);
  sv_net *net = net_of(m);
  sv_layout *layout = layout_of(net, false);
  sv_numbers *N = sv_terms_numbers(m->terms);
  sv_state *a = sv_state_new(net), *b = sv_state_new(net);
  uint64_t words[8];
  for (uint32_t high = 0; high < 2; high++) {
    for (uint32_t i = 0; i < SV_COUNT(sorts); i++) {
      int64_t lo, hi;
      assert_true(sv_layout_range(net, sorts[i], &lo, &hi));
      a->cells[i] = sv_number_int(N, high ? hi : lo);
    }
    sv_pack(layout, a, words);
    sv_unpack(layout, words, b);
    assert_true(sv_state_equal(net, a, b));
  }
  sv_state_free(net, a), sv_state_free(net, b);
  sv_layout_free(layout);
  sv_net_free(net);
  sv_model_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trips),
      cmocka_unit_test(test_small_models_are_small),
      cmocka_unit_test(test_fields_do_not_overlap),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_widest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
