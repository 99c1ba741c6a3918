// test_rules.c -- rules as graphs: what they ask, what they share, and how they are folded. What
// they say is held against exec in every state of random models (random/rules.c).

#include "encode/control/rule_fold.h"
#include "encode/control/rules.h"
#include "lang/lang.h"
#include "unit/unit.h"

// ---- graphs

static void graphs_are_simplified_and_shared(void **state) {
  sv_rule_graph g = {0};
  SV_UNUSED(state);
  sv_rule a = sv_rule_leaf(&g, SV_RULE_HOLDS, 1), b = sv_rule_leaf(&g, SV_RULE_HOLDS, 2);
  sv_rule both = sv_rule_and(&g, a, b);
  assert_false(sv_rule_same(a, b));
  assert_true(sv_rule_same(a, sv_rule_leaf(&g, SV_RULE_HOLDS, 1)));
  assert_false(sv_rule_same(a, sv_rule_leaf(&g, SV_RULE_POSSIBLE, 1)));
  assert_true(sv_rule_same(both, sv_rule_and(&g, a, b)));
  assert_true(sv_rule_same(both, sv_rule_all(&g, (sv_rule[]){SV_RULE_TRUE, a, b}, 3)));
  assert_true(sv_rule_same(SV_RULE_FALSE, sv_rule_all(&g, (sv_rule[]){a, SV_RULE_FALSE}, 2)));
  assert_true(sv_rule_same(SV_RULE_TRUE, sv_rule_any(&g, (sv_rule[]){a, SV_RULE_TRUE}, 2)));
  assert_true(sv_rule_same(a, sv_rule_any(&g, (sv_rule[]){SV_RULE_FALSE, a}, 2)));
  assert_true(sv_rule_same(SV_RULE_TRUE, sv_rule_all(&g, NULL, 0)));
  assert_true(sv_rule_same(SV_RULE_FALSE, sv_rule_any(&g, NULL, 0)));
  assert_true(sv_rule_same(SV_RULE_FALSE, sv_rule_at(&g, 1, NULL, 0)));
  sv_rule here = sv_rule_at(&g, 1, (uint32_t[]){2, 3}, 2);
  assert_true(sv_rule_same(here, sv_rule_at(&g, 1, (uint32_t[]){2, 3}, 2)));
  assert_false(sv_rule_same(here, sv_rule_at(&g, 1, (uint32_t[]){2, 4}, 2)));
  assert_false(sv_rule_same(here, sv_rule_at(&g, 2, (uint32_t[]){2, 3}, 2)));
  sv_rule_graph_free(&g);
}

// ---- folds

// Values are numbers: 0 and 1 are constants, others stand for something unknown, and what is joined
// is a new one.
enum { REFUSED = 1000, UNKNOWN = 2 };
typedef struct {
  uintptr_t value[10];  // of HOLDS, by process
  uint32_t asked[10];
  uint32_t joined, dropped;
  bool nowhere;  // action 5
  sv_rule_kind kind;
  uint32_t parts;
} answers;

static bool answer(void *context, const sv_rule_node *n, const uint32_t *locations,
                   sv_rule_value *out) {
  answers *a = context;
  SV_UNUSED(locations);
  a->asked[n->subject]++;
  out->x = a->value[n->subject];
  return out->x != REFUSED;
}

static sv_rule_value join(void *context, sv_rule_kind kind, const sv_rule_part *parts, uint32_t n) {
  answers *a = context;
  for (uint32_t i = 0; i < n; i++) assert_true(parts[i].value.x >= UNKNOWN);
  a->kind = kind;
  a->parts = n;
  return (sv_rule_value){100 + a->joined++};
}

static bool never(void *context, uint32_t action) {
  return ((answers *)context)->nowhere && action == 5;
}

static void drop(void *context, sv_rule_value v) { ((answers *)context)->dropped += v.x >= 100; }

static sv_rule_fold *fold_of(const sv_rule_graph *g, answers *a) {
  sv_rule_algebra algebra = {.context = a,
                             .constants = {{0}, {1}},
                             .leaf = answer,
                             .join = join,
                             .never = never,
                             .drop = drop};
  return sv_rule_fold_new(g, &algebra);
}

static uintptr_t value_of(sv_rule_fold *f, sv_rule r) {
  sv_rule_value v = {77};
  assert_true(sv_rule_fold_value(f, r, &v));
  return v.x;
}

static void folds_ask_only_what_they_need(void **state) {
  sv_rule_graph g = {0};
  answers a = {.value = {0, 1, UNKNOWN, UNKNOWN + 1}};
  SV_UNUSED(state);
  sv_rule no = sv_rule_leaf(&g, SV_RULE_HOLDS, 0), yes = sv_rule_leaf(&g, SV_RULE_HOLDS, 1);
  sv_rule x = sv_rule_leaf(&g, SV_RULE_HOLDS, 2), y = sv_rule_leaf(&g, SV_RULE_HOLDS, 3);
  sv_rule_fold *f = fold_of(&g, &a);
  assert_int_equal(value_of(f, SV_RULE_TRUE), 1);
  assert_int_equal(value_of(f, SV_RULE_FALSE), 0);
  assert_int_equal(value_of(f, sv_rule_and(&g, no, x)), 0);
  assert_int_equal(value_of(f, sv_rule_and(&g, sv_rule_not(yes), x)), 0);
  assert_int_equal(value_of(f, sv_rule_any(&g, (sv_rule[]){yes, x}, 2)), 1);
  assert_int_equal(value_of(f, sv_rule_any(&g, (sv_rule[]){sv_rule_not(no), x}, 2)), 1);
  assert_int_equal(a.asked[2], 0);
  sv_rule both = sv_rule_all(&g, (sv_rule[]){yes, x, sv_rule_not(y)}, 3);
  assert_int_equal(value_of(f, both), 100);
  assert_true(a.kind == SV_RULE_ALL && a.parts == 2);
  assert_int_equal(value_of(f, sv_rule_not(both)), 101);
  assert_int_equal(value_of(f, sv_rule_not(both)), 101);
  assert_int_equal(value_of(f, both), 100);
  assert_true(a.asked[1] == 1 && a.asked[2] == 1 && a.asked[3] == 1 && a.joined == 2);
  sv_rule_fold_move(f, &a);
  assert_int_equal(a.dropped, 2);
  assert_int_equal(value_of(f, both), 102);
  assert_int_equal(a.asked[2], 2);
  sv_rule_fold_free(f);
  assert_int_equal(a.dropped, a.joined);
  sv_rule_graph_free(&g);
}

static void folds_refuse_and_go_on(void **state) {
  sv_rule_graph g = {0};
  answers a = {.value = {0, 1, UNKNOWN, UNKNOWN + 1, REFUSED}};
  sv_rule_value v;
  SV_UNUSED(state);
  sv_rule x = sv_rule_leaf(&g, SV_RULE_HOLDS, 2), bad = sv_rule_leaf(&g, SV_RULE_HOLDS, 4);
  sv_rule no = sv_rule_leaf(&g, SV_RULE_HOLDS, 0);
  sv_rule_fold *f = fold_of(&g, &a);
  assert_false(sv_rule_fold_value(f, sv_rule_and(&g, x, bad), &v));
  assert_int_equal(value_of(f, sv_rule_and(&g, no, bad)), 0);
  assert_int_equal(value_of(f, x), UNKNOWN);
  sv_rule_fold_free(f);
  sv_rule_graph_free(&g);
}

// Of an action that is possible nowhere nothing else is asked, unless it is negated.
static void folds_know_what_is_never_possible(void **state) {
  sv_rule_graph g = {0};
  answers a = {.value = {[2] = UNKNOWN, [5] = UNKNOWN}, .nowhere = true};
  SV_UNUSED(state);
  sv_rule x = sv_rule_leaf(&g, SV_RULE_HOLDS, 2), action = sv_rule_leaf(&g, SV_RULE_POSSIBLE, 5);
  sv_rule_fold *f = fold_of(&g, &a);
  assert_int_equal(value_of(f, sv_rule_and(&g, x, action)), 0);
  assert_true(!a.asked[2] && !a.asked[5]);
  assert_int_equal(value_of(f, sv_rule_and(&g, x, sv_rule_not(action))), 100);
  assert_true(a.asked[2] && a.asked[5]);
  sv_rule_fold_free(f);
  sv_rule_graph_free(&g);
}

// ---- what the rules of a net ask

typedef struct {
  sv_model *model;
  sv_net *net;
  sv_rules *rules;
} example;

static example read_example(const char *text) {
  example e = {.model = sv_model_new()};
  sv_options options;
  sv_text why = {0};
  sv_options_init(&options);
  sv_diags *diags = sv_diags_new(e.model->sources);
  uint32_t file = sv_sources_add(e.model->sources, "example.svm", text, strlen(text));
  assert_true(sv_language_find("svm")->read(e.model, file, &options, diags));
  e.net = sv_net_new(e.model, (sv_net_options){.threads = 2}, &why);
  assert_non_null(e.net);
  e.rules = sv_rules_new(e.net);
  sv_diags_free(diags);
  sv_options_free(&options);
  sv_text_free(&why);
  return e;
}

static void free_example(example *e) {
  sv_rules_free(e->rules);
  sv_net_free(e->net);
  sv_model_free(e->model);
}

// Is there a leaf of this kind below the rule?
static bool asks(const example *e, sv_rule r, sv_rule_kind kind) {
  const sv_rule_graph *g = sv_rules_graph(e->rules);
  const sv_rule_node *n = &g->nodes.at[sv_rule_index(r)];
  if (sv_rule_is_leaf(n)) return n->kind == kind;
  for (uint32_t i = 0; i < n->n; i++)
    if (asks(e, (sv_rule){g->items.at[n->first + i]}, kind)) return true;
  return false;
}

static const char ELSE[] = "var x : bool = false\n"
                           "process P\n"
                           "  location here\n"
                           "  action first\n    from here\n    guard x\n"
                           "  action else\n    from here priority 1\n"
                           "  action timeout\n    from here\n    global priority 1\n"
                           "end\n";

static void only_who_gives_way_asks(void **state) {
  example e = read_example(ELSE);
  sv_rules *r = e.rules;
  SV_UNUSED(state);
  assert_true(sv_rule_same(sv_rules_allowed(r, SV_RULES_BEGIN, 0), SV_RULE_TRUE));
  sv_rule other = sv_rules_allowed(r, SV_RULES_BEGIN, 1);
  assert_true(asks(&e, other, SV_RULE_POSSIBLE) && !asks(&e, other, SV_RULE_AT));
  assert_true(sv_rule_same(other, sv_rules_allowed(r, SV_RULES_LATER, 1)));
  assert_true(sv_rule_same(other, sv_rules_allowed(r, SV_RULES_RELEASED, 1)));
  assert_true(asks(&e, sv_rules_allowed(r, SV_RULES_BEGIN, 2), SV_RULE_POSSIBLE));
  assert_true(sv_rule_same(sv_rules_allowed(r, SV_RULES_LATER, 2), SV_RULE_FALSE));
  sv_u32s rivals = {0};
  sv_rules_rivals(r, 1, &rivals);
  assert_true(rivals.n == 1 && rivals.at[0] == 0);
  sv_vec_free(rivals);
  free_example(&e);
}

static const char SECTION[] = "process P\n"
                              "  location here\n  location inside yielding\n"
                              "  action enter\n    from here -> inside\n"
                              "  action leave\n    from inside -> here\n"
                              "end\n"
                              "process Q\n  location here\n  action turn\n    from here\nend\n";

static void only_the_beginning_asks_holders(void **state) {
  example e = read_example(SECTION);
  sv_rules *r = e.rules;
  uint32_t turn = e.net->actions.n - 1;
  SV_UNUSED(state);
  assert_true(sv_rules_may_hold(r, 0) && !sv_rules_may_hold(r, 1));
  assert_true(asks(&e, sv_rules_allowed(r, SV_RULES_BEGIN, turn), SV_RULE_POSSIBLE));
  sv_rule released = sv_rules_allowed(r, SV_RULES_RELEASED, turn);
  assert_true(asks(&e, released, SV_RULE_HELD) && !asks(&e, released, SV_RULE_HOLDS));
  assert_false(asks(&e, released, SV_RULE_POSSIBLE));
  assert_true(sv_rule_same(released, sv_rules_allowed(r, SV_RULES_LATER, turn)));
  assert_false(sv_rule_same(released, sv_rules_allowed(r, SV_RULES_BEGIN, turn)));
  assert_true(asks(&e, sv_rules_allowed(r, SV_RULES_RELEASED, 0), SV_RULE_HOLDS));
  assert_true(asks(&e, sv_rules_stuck(r, 0), SV_RULE_POSSIBLE));
  assert_true(sv_rule_same(sv_rules_stuck(r, 1), SV_RULE_FALSE));
  // Nothing can keep a holder from acting that can move.
  assert_false(asks(&e, sv_rules_passing(r, SV_RULES_RELEASED), SV_RULE_POSSIBLE));
  free_example(&e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(graphs_are_simplified_and_shared),
      cmocka_unit_test(folds_ask_only_what_they_need),
      cmocka_unit_test(folds_refuse_and_go_on),
      cmocka_unit_test(folds_know_what_is_never_possible),
      cmocka_unit_test(only_who_gives_way_asks),
      cmocka_unit_test(only_the_beginning_asks_holders),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
