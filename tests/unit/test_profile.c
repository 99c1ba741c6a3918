// test_profile.c -- the profile against plain searches with exec: what they
// meet is inside, and where they meet everything nothing else is; widening
// ends at what the sorts allow; the same seed sees the same.

#include "analysis/access/profile.h"
#include "base/options.h"
#include "base/random.h"
#include "lang/lang.h"
#include "unit/test_svm_kit.h"

enum { MOST_STATES = 250, LOOKED_AT = 3000, STEPS_MOST = 400 };

// ---- a plain search

typedef struct {
  const sv_net *net;
  sv_exec *exec;
  SV_VEC(sv_state *) states;
  bool whole;
} search;

static bool add_state(void *context, const sv_state *state) {
  search *s = context;
  for (uint32_t i = 0; i < s->states.n; i++)
    if (sv_state_equal(s->net, s->states.at[i], state)) return true;
  if (s->states.n == MOST_STATES) return s->whole = false;
  sv_state *copy = sv_state_new(s->net);
  sv_state_copy(s->net, copy, state);
  sv_push(s->states, copy);
  return true;
}

typedef struct {
  SV_VEC(sv_step) steps;
  const sv_net *net;
  bool whole;
} step_list;

static bool add_step(void *context, const sv_step *step) {
  step_list *list = context;
  if (list->steps.n == STEPS_MOST) return list->whole = false;
  uint32_t n = list->net->actions.at[step->action].choice_count;
  sv_step copy = {.action = step->action, .choices = SV_NEW_ARRAY(sv_value, n + 1)};
  for (uint32_t i = 0; i < n; i++) copy.choices[i] = step->choices[i];
  sv_push(list->steps, copy);
  return true;
}

static void expand(search *s, const sv_state *state) {
  step_list list = {.net = s->net, .whole = true};
  bool infinite = false;
  sv_state *next = sv_state_new(s->net);
  sv_exec_each_step(s->exec, state, add_step, &list, &infinite);
  for (uint32_t i = 0; i < list.steps.n; i++) {
    sv_exec_fire(s->exec, state, &list.steps.at[i], next);
    add_state(s, next);
    sv_step_free(&list.steps.at[i]);
  }
  s->whole &= list.whole && !infinite;
  sv_vec_free(list.steps);
  sv_state_free(s->net, next);
}

static search search_net(const sv_net *net) {
  search s = {.net = net, .exec = sv_exec_new(net), .whole = true};
  s.whole &= sv_exec_initials(s.exec, add_state, &s) == SV_EXEC_DONE;
  for (uint32_t i = 0; i < s.states.n && s.whole; i++) expand(&s, s.states.at[i]);
  return s;
}

static void end_search(search *s) {
  for (uint32_t i = 0; i < s->states.n; i++) sv_state_free(s->net, s->states.at[i]);
  sv_vec_free(s->states);
  sv_exec_free(s->exec);
}

// ---- comparing profiles

static bool values_inside(sv_observed a, sv_observed b) {
  return !(a.zeros & ~b.zeros) && !(a.ones & ~b.ones) && a.width <= b.width;
}

static bool inside(const sv_profile *a, const sv_profile *b) {
  for (uint32_t i = 0; i < a->net->cells; i++)
    if (!values_inside(a->cells[i], b->cells[i])) return false;
  for (uint32_t i = 0; i < a->net->queues.n; i++) {
    const struct sv_observed_queue *p = &a->queues[i], *q = &b->queues[i];
    if (p->longest > q->longest || p->deferred > q->deferred) return false;
    for (uint32_t f = 0; f < a->net->queues.at[i].field_count; f++)
      if (!values_inside(p->fields[f], q->fields[f])) return false;
  }
  return true;
}

static bool same(const sv_profile *a, const sv_profile *b) { return inside(a, b) && inside(b, a); }

static sv_profile *nothing_seen(const sv_net *net) { return sv_profile_new(net, 0, 1, NULL); }

static bool starts_open(const sv_net *net) {
  for (uint32_t i = 0; i < net->vars.n; i++)
    if (sv_is_none(net->vars.at[i].init)) return true;
  return false;
}

// ---- widening

static void check_widening(const sv_net *net, const char *name) {
  sv_profile *p = nothing_seen(net), *all = sv_profile_all(net);
  sv_random r = {17};
  if (same(p, all)) goto done;  // not packed
  for (uint32_t i = 0; i < net->cells; i++) {
    uint32_t rounds = 0;
    while (sv_profile_widen_cell(p, i, sv_random_below(&r, 64))) rounds++;
    for (uint32_t bit = 0; bit < 64; bit++)
      while (sv_profile_widen_cell(p, i, bit)) rounds++;
    if (rounds > 70) fail_msg("%s: cell %u was widened %u times", name, i, rounds);
  }
  for (uint32_t i = 0; i < net->queues.n; i++) {
    while (sv_profile_widen_queue(p, i)) assert_true(p->queues[i].longest);
    for (uint32_t f = 0; f < net->queues.at[i].field_count; f++)
      for (uint32_t bit = 64; bit--;)
        while (sv_profile_widen_field(p, i, f, bit)) continue;
  }
  if (!same(p, all)) fail_msg("%s: widening does not end at the sorts", name);
done:
  sv_profile_free(all);
  sv_profile_free(p);
}

// ---- files

static void check_net(const sv_net *net, const char *name) {
  search s = search_net(net);
  sv_profile *met = nothing_seen(net), *all = sv_profile_all(net);
  for (uint32_t i = 0; i < s.states.n; i++) sv_profile_add(met, s.states.at[i]);
  sv_limits limits = sv_limits_make(60, 0, NULL);
  sv_profile *seen = sv_profile_new(net, LOOKED_AT, 5, &limits);
  sv_profile *again = sv_profile_new(net, LOOKED_AT, 5, &limits);
  if (!inside(met, seen)) fail_msg("%s: a state lies outside", name);
  if (!inside(seen, all)) fail_msg("%s: the profile leaves the sorts", name);
  if (!same(seen, again) || seen->states != again->states) fail_msg("%s: not repeatable", name);
  if (s.whole && !starts_open(net) && seen->states && !same(met, seen))
    fail_msg("%s: more is seen than there is", name);
  sv_profile_free(met);
  sv_profile_free(seen);
  sv_profile_free(again);
  sv_profile_free(all);
  end_search(&s);
  check_widening(net, name);
}

static void check_file(const char *path, const char *name, void *context) {
  sv_text text = {0}, why = {0};
  sv_options options;
  sv_options_init(&options);
  assert_true(kit_read_file(path, &text));
  sv_model *m = sv_model_new();
  sv_diags *diags = sv_diags_new(m->sources);
  uint32_t file = sv_sources_add(m->sources, path, text.at, text.n);
  if (sv_language_by_path(path)->read(m, file, &options, diags)) {
    sv_net *net = sv_net_new(m, (sv_net_options){.threads = 3}, &why);
    assert_non_null(net);
    check_net(net, name);
    ++*(uint32_t *)context;
    sv_net_free(net);
  }
  sv_options_free(&options);
  sv_diags_free(diags);
  sv_model_free(m);
  sv_text_free(&text);
  sv_text_free(&why);
}

static void test_files(void **state) {
  SV_UNUSED(state);
  uint32_t checked = 0;
  kit_each_file("tests/corpus/svm", ".svm", check_file, &checked);
  kit_each_file("tests/corpus/promela", ".pml", check_file, &checked);
  kit_each_file("tests/corpus/boolprog", ".bp", check_file, &checked);
  print_message("%u files\n", checked);
  assert_true(checked > 120);
}

// ---- by hand

typedef struct {
  sv_model *m;
  sv_net *net;
  sv_profile *p;
} kit;

static kit make(const char *text, uint64_t states) {
  kit k = {.m = kit_model(text)};
  sv_text why = {0};
  k.net = sv_net_new(k.m, (sv_net_options){0}, &why);
  sv_text_free(&why);
  k.p = sv_profile_new(k.net, states, 1, NULL);
  return k;
}

static void drop(kit *k) {
  sv_profile_free(k->p);
  sv_net_free(k->net);
  sv_model_free(k->m);
}

static uint64_t varying(sv_observed v) { return v.zeros & v.ones; }

static void test_signs_and_widths(void **state) {
  SV_UNUSED(state);
  kit k = make("var x : int -1000..1000 = -1\nvar y : int 8..15 = 8\nvar never : sbv 16 = 5\n"
               "action up\n guard (< x 5)\n set x := (+ x 1)\n",
               100);
  assert_int_equal(k.p->states, 7);
  assert_int_equal(k.p->cells[0].width, 3);
  assert_true(varying(k.p->cells[0]) == UINT64_MAX);  // by the sign
  assert_true(varying(k.p->cells[1]) == 0 && k.p->cells[1].ones == 8);
  assert_true(varying(k.p->cells[2]) == 0 && k.p->cells[2].ones == 5);
  assert_true(sv_profile_widen_cell(k.p, 0, 3));
  assert_int_equal(k.p->cells[0].width, 7);
  assert_true(sv_profile_widen_cell(k.p, 0, 7));
  assert_int_equal(k.p->cells[0].width, 10);
  assert_false(sv_profile_widen_cell(k.p, 0, 9));
  assert_true(sv_profile_widen_cell(k.p, 1, 1));
  assert_true(varying(k.p->cells[1]) == 2);
  assert_true(sv_profile_widen_cell(k.p, 1, 2));
  assert_true(varying(k.p->cells[1]) == 6);
  assert_true(sv_profile_widen_cell(k.p, 2, SV_SIGN_BIT));
  assert_true(varying(k.p->cells[2]) == ~UINT64_C(7));
  assert_int_equal(k.p->cells[2].width, 3);
  drop(&k);
}

static void test_huge_choices(void **state) {
  SV_UNUSED(state);
  kit k = make("var x : bv 30 = 0\nvar y : bv 30 = 0\n"
               "action pick\n choice a : bv 30\n choice b : bv 30\n set x := ?a, y := ?b\n",
               2000);
  assert_true(k.p->states >= 1000 && k.p->states <= 2000);
  assert_true(varying(k.p->cells[0]) == (1u << 30) - 1);
  assert_true(varying(k.p->cells[1]) == (1u << 30) - 1);
  drop(&k);
  k = make("var x : bv 40 = 0\nvar n : int 0..1000 = 0\n"
           "action pick\n choice a : bv 40\n set x := ?a\n"
           " constraint (= ?a (cast (bv 40) n))\n",
           2000);
  assert_true(varying(k.p->cells[1]) == 1023);  // nobody looked
  drop(&k);
}

static void test_many_initial_states(void **state) {
  SV_UNUSED(state);
  kit k = make("var x : bv 60 = any\nvar big : bool = false\nvar small : bool = true\n"
               "action look\n set big := (> x 9), small := (< x 9)\n",
               2000);
  assert_true(varying(k.p->cells[0]) == (UINT64_C(1) << 60) - 1);
  assert_true(varying(k.p->cells[1]) == 1 && varying(k.p->cells[2]) == 1);
  drop(&k);
}

// The receiver is as quick as the sender, and yet the queue was full.
static void test_long_queues(void **state) {
  SV_UNUSED(state);
  kit k = make("queue q capacity 30 of int 0..60000\nvar n : int 0..60000 = 0\n"
               "process S\n location a\n action send\n  from a\n  enqueue q : n\n"
               "  set n := (+ n 1)\nend\n"
               "process R\n location a\n action take\n  from a\n  dequeue q\nend\n"
               "process X\n var l : int 0..9 = 0\n location a\n action turn\n  from a\n"
               "  set l := (mod (+ l 1) 10)\nend\n",
               20000);
  assert_int_equal(k.p->queues[0].longest, 30);
  assert_int_equal(k.p->queues[0].deferred, 0);
  assert_true(k.p->cells[0].width > 8);
  drop(&k);
}

static void test_infinite_nets(void **state) {
  SV_UNUSED(state);
  kit k = make("var x : int = 0\nqueue q capacity unbounded of bool\n"
               "action up\n set x := (+ x 1)\n enqueue q : true\n",
               100);
  assert_int_equal(k.p->states, 0);
  assert_true(varying(k.p->cells[0]) == UINT64_MAX);
  assert_int_equal(k.p->queues[0].longest, SV_UNBOUNDED);
  assert_false(sv_profile_widen_queue(k.p, 0));
  drop(&k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_signs_and_widths),    cmocka_unit_test(test_huge_choices),
      cmocka_unit_test(test_many_initial_states), cmocka_unit_test(test_long_queues),
      cmocka_unit_test(test_infinite_nets),       cmocka_unit_test(test_files)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
