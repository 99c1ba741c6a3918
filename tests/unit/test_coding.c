// test_coding.c -- which bits the states of a net get.

#include "encode/bits/coding.h"

#include "analysis/access/profile_inside.h"
#include "unit/test_svm_kit.h"

static const char model_text[] = "var b : bool = false\n"
                                 "var small : int 4..5 = 4\n"
                                 "var below : int -3..3 = 0\n"
                                 "var odd : int 3..5 = 5\n"
                                 "var wide : bv 100 = 0\n"
                                 "var any : int 0..5 = any\n"
                                 "queue g capacity 3 of int 0..5, bool\n"
                                 "process P\n"
                                 "  queue own capacity 0 of bool\n"
                                 "  var x : sbv 8 = 0\n"
                                 "  location s\n"
                                 "  location t\n"
                                 "  action go\n"
                                 "    from s -> t\n"
                                 "    enqueue g : 1 true\n"
                                 "end\n";

typedef struct {
  sv_model *model;
  sv_net *net;
} fixture;

static fixture make(const char *text) {
  fixture f = {.model = kit_model(text)};
  sv_text why = {0};
  f.net = sv_net_new(f.model, (sv_net_options){0}, &why);
  assert_non_null(f.net);
  sv_text_free(&why);
  return f;
}

static void drop(fixture *f) {
  sv_net_free(f->net);
  sv_model_free(f->model);
}

static sv_coding *code(const fixture *f, const sv_profile *p, sv_queue_style style) {
  sv_text why = {0};
  sv_coding *c = sv_coding_new(f->net, p, style, &why);
  if (!c) fail_msg("%s", sv_text_get(&why));
  sv_text_free(&why);
  return c;
}

static uint32_t var_named(const fixture *f, const char *name) {
  for (uint32_t i = 0; i < f->net->vars.n; i++)
    if (!strcmp(sv_names_get(f->model->names, f->net->vars.at[i].name), name)) return i;
  fail_msg("no variable %s", name);
  return 0;
}

static sv_code_item item(const fixture *f, const sv_coding *c, const char *name) {
  return c->cells[f->net->vars.at[var_named(f, name)].first_cell];
}

static uint32_t state_bits(sv_code_item i) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < i.n; k++) n += !sv_code_is_const(i.at[k]);
  return n;
}

static void everything_varies(void **state) {
  fixture f = make(model_text);
  sv_coding *c = code(&f, NULL, SV_QUEUE_SHIFTING);
  SV_UNUSED(state);
  assert_int_equal(state_bits(item(&f, c, "b")), 1);
  assert_int_equal(state_bits(item(&f, c, "small")), 1);
  assert_int_equal(item(&f, c, "small").at[2].x, SV_CODE_TRUE.x);
  assert_int_equal(state_bits(item(&f, c, "below")), 3);
  assert_int_equal(state_bits(item(&f, c, "odd")), 3);
  assert_int_equal(state_bits(item(&f, c, "wide")), 100);
  assert_int_equal(state_bits(item(&f, c, "P.x")), 8);
  assert_int_equal(state_bits(item(&f, c, "P@")), 2);
  assert_int_equal(c->queues[0].slots + c->queues[1].slots, 3);
  assert_int_equal(c->bits, 1 + 1 + 3 + 3 + 100 + 3 + 2 + 8 + 2 + 3 * 4);
  for (uint32_t i = 1; i < c->bits; i++)
    if (c->owner[i] >= f.net->cells) assert_true(c->owner[i - 1] <= c->owner[i]);
  sv_coding_free(c);
  drop(&f);
}

// One state was seen: everything is constant but what starts with any value.
static void little_was_seen(void **state) {
  fixture f = make(model_text);
  sv_profile *p = sv_profile_blank(f.net);
  sv_state *s = sv_state_new(f.net), *again = sv_state_new(f.net);
  SV_UNUSED(state);
  s->cells[f.net->vars.at[var_named(&f, "P.x")].first_cell] = sv_small(-2);
  s->cells[f.net->vars.at[var_named(&f, "odd")].first_cell] = sv_small(5);
  s->cells[f.net->vars.at[var_named(&f, "small")].first_cell] = sv_small(4);
  sv_profile_add(p, s);
  sv_coding *c = code(&f, p, SV_QUEUE_CYCLIC);
  uint8_t bits[64];
  assert_int_equal(c->bits, 3);
  assert_int_equal(item(&f, c, "P.x").n, 2);
  assert_true(sv_coding_encode(c, s, bits));
  sv_coding_decode(c, bits, again);
  assert_true(sv_state_equal(f.net, s, again));
  s->cells[f.net->vars.at[var_named(&f, "P.x")].first_cell] = sv_small(2);
  assert_false(sv_coding_encode(c, s, bits));
  s->cells[f.net->vars.at[var_named(&f, "P.x")].first_cell] = sv_small(-128);
  assert_false(sv_coding_encode(c, s, bits));
  sv_coding_free(c);
  sv_state_free(f.net, s);
  sv_state_free(f.net, again);
  sv_profile_free(p);
  drop(&f);
}

// The messages of a ring may lie anywhere.
static void a_turned_ring(void **state) {
  fixture f = make(model_text);
  sv_coding *c = code(&f, NULL, SV_QUEUE_CYCLIC);
  uint32_t g = 0;
  SV_UNUSED(state);
  while (f.net->queues.at[g].capacity != 3) g++;
  const sv_code_queue *q = &c->queues[g];
  uint8_t *bits = SV_NEW_ARRAY(uint8_t, c->bits);
  sv_state *s = sv_state_new(f.net);
  assert_int_equal(state_bits(q->head), 2);
  bits[sv_code_state_bit(q->head.at[1])] = 1;    // slot 2
  bits[sv_code_state_bit(q->length.at[1])] = 1;  // two messages
  bits[sv_code_state_bit(q->fields[2 * 2].at[0])] = 1;
  bits[sv_code_state_bit(q->fields[0].at[2])] = 1;
  sv_coding_decode(c, bits, s);
  assert_int_equal(s->queues[g].messages, 2);
  assert_int_equal(sv_small_get(s->queues[g].fields.at[0]), 1);
  assert_int_equal(sv_small_get(s->queues[g].fields.at[2]), 4);
  sv_free(bits);
  sv_state_free(f.net, s);
  sv_coding_free(c);
  drop(&f);
}

static void refuse(const char *text, const char *words) {
  fixture f = make(text);
  sv_text why = {0};
  assert_null(sv_coding_new(f.net, NULL, SV_QUEUE_SHIFTING, &why));
  if (!strstr(sv_text_get(&why), words)) fail_msg("%s", sv_text_get(&why));
  sv_text_free(&why);
  drop(&f);
}

static void infinite_nets(void **state) {
  SV_UNUSED(state);
  refuse("var x : int = 0\n", "x has infinitely many values");
  refuse("var x : array 2 of real = any\n", "x has infinitely many values");
  refuse("queue q capacity unbounded of bool\n", "q is a queue without bound");
  refuse("queue q capacity 3 of int\n", "q has messages of infinitely many values");
  refuse("queue q capacity 1000000 of bool\n", "too large");
  refuse("var x : int 0..3 = 0\naction a\n  choice v : int\n  set x := ?v\n", "a chooses among");
  refuse("var x : int 0..3 = 0\n"
         "action a\n"
         "  guard (< (/ (cast real x) (cast real 2)) (cast real 1))\n"
         "  set x := 1\n",
         "real numbers");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(everything_varies),
      cmocka_unit_test(little_was_seen),
      cmocka_unit_test(a_turned_ring),
      cmocka_unit_test(infinite_nets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
