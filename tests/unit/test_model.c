// Tests of building models: numbering, copies, features, printing, dot.

#include "unit/unit.h"

#include "model/model.h"

static sv_name name(sv_model *m, const char *s) { return sv_names_cstr(m->names, s); }

static uint32_t variable(sv_model *m, const char *s, sv_sort sort, uint32_t owner) {
  return sv_model_variable(m, name(m, s), sort, owner, SV_NONE, SV_NOWHERE);
}

static void test_numbers(void **state) {
  sv_model *m = sv_model_new();
  (void)state;
  uint32_t p = sv_model_template(m, name(m, "P"), 1, 2, SV_NOWHERE);
  uint32_t x = variable(m, "x", sv_sort_bool(m->terms), SV_GLOBAL);
  assert_int_equal(p, 1);
  assert_int_equal(m->templates.at[p].pc, 1);
  assert_int_equal(x, 2);
  assert_true(m->variables.at[1].is_pc);
  assert_int_equal(m->variables.at[1].owner, p);
  assert_int_equal(m->templates.at[p].entry, 0);
  assert_int_equal(sv_model_location(m, p, name(m, "a"), 0, SV_NOWHERE), 1);
  assert_int_equal(sv_model_location(m, p, name(m, "b"), SV_LOC_END, SV_NOWHERE), 2);
  assert_int_equal(m->templates.at[p].entry, 1);
  assert_int_equal(sv_model_property(m, name(m, "q"), SV_PROP_DEADLOCK, SV_NONE, NULL, SV_NOWHERE),
                   1);
  sv_sort fields[] = {sv_sort_bool(m->terms), sv_sort_ref(m->terms)};
  assert_int_equal(sv_model_queue(m, name(m, "c"), p, 1, false, 3, fields, 2, SV_NOWHERE), 1);
  fields[0] = SV_SORT_NONE;
  assert_true(sv_sort_same(m->queues.at[1].fields[0], sv_sort_bool(m->terms)));
  sv_term at = sv_model_at(m, p, 2, 0);
  sv_node node = sv_node_of(m->terms, sv_index(at));
  assert_int_equal(node.op, SV_OP_EQ);
  sv_model_free(m);
  sv_model_free(NULL);
}

// An action with everything, from arrays that are overwritten afterwards.
static void test_action_is_copied(void **state) {
  sv_model *m = sv_model_new();
  (void)state;
  uint32_t p = sv_model_template(m, name(m, "P"), 1, 2, SV_NOWHERE);
  uint32_t l = sv_model_location(m, p, name(m, "a"), 0, SV_NOWHERE);
  uint32_t x = variable(m, "x", sv_sort_bool(m->terms), p);
  uint32_t q = sv_model_queue(m, name(m, "q"), 0, 1, false, 1, NULL, 0, SV_NOWHERE);
  char text[] = "text", cut[] = "cut";
  uint32_t from[] = {l};
  sv_edge edge = {.template_number = p, .instance = SV_ANY_INSTANCE, .from = from, .from_count = 1};
  sv_update update = {sv_model_var(m, x, 0), SV_TRUE};
  sv_term field = SV_TRUE;
  sv_queue_op op = {.verb = SV_ENQUEUE,
                    .queue = sv_queue(m->terms, q, 0, SV_NONE),
                    .fields = &field,
                    .field_count = 1};
  sv_argument argument = {x, SV_TRUE};
  sv_start start = {.template_number = p, .arguments = &argument, .argument_count = 1};
  uint32_t n = sv_model_action(m, &(sv_action){.text = text,
                                               .cut = cut,
                                               .edges = &edge,
                                               .edge_count = 1,
                                               .updates = &update,
                                               .update_count = 1,
                                               .queue_ops = &op,
                                               .queue_op_count = 1,
                                               .starts = &start,
                                               .start_count = 1});
  text[0] = cut[0] = 'X', from[0] = 0, edge.from_count = 0, update.value = SV_FALSE;
  field = SV_FALSE, argument.value = SV_FALSE;
  const sv_action *a = &m->actions.at[n];
  assert_int_equal(n, 1);
  assert_string_equal(a->text, "text");
  assert_string_equal(a->cut, "cut");
  assert_int_equal(a->edges[0].from[0], l);
  assert_true(sv_same(a->guard, SV_TRUE) && sv_same(a->constraint, SV_TRUE));
  assert_true(sv_same(a->updates[0].value, SV_TRUE));
  assert_true(sv_same(a->queue_ops[0].fields[0], SV_TRUE));
  assert_true(sv_same(a->starts[0].arguments[0].value, SV_TRUE));
  sv_model_free(m);
}

// --- misuse

static void edge_without_template(void) {
  sv_model *m = sv_model_new();
  sv_edge edge = {.template_number = 1};
  sv_model_action(m, &(sv_action){.edges = &edge, .edge_count = 1});
}

static void location_without_template(void) {
  sv_model *m = sv_model_new();
  sv_model_location(m, 1, name(m, "a"), 0, SV_NOWHERE);
}

static void several_queues_without_index(void) {
  sv_model *m = sv_model_new();
  sv_model_queue(m, name(m, "q"), 0, 2, false, 1, NULL, 0, SV_NOWHERE);
}

static void unknown_property(void) {
  sv_model *m = sv_model_new();
  sv_model_action(m, &(sv_action){.fails = 1});
}

static void test_misuse(void **state) {
  (void)state;
  assert_misuse(edge_without_template, "template");
  assert_misuse(location_without_template, "template");
  assert_misuse(several_queues_without_index, "index");
  assert_misuse(unknown_property, "property");
}

// --- features

static void test_features(void **state) {
  sv_model *m = sv_model_new();
  sv_terms *T = m->terms;
  (void)state;
  variable(m, "a", sv_sort_range(T, 0, 9), 0);
  variable(m, "b", sv_sort_bv(T, 62, false), 0);
  assert_int_equal(sv_model_features(m), 0);
  sv_term wide = sv_cast(T, sv_sort_bv(T, 63, false), sv_model_var(m, 2, 0));
  assert_int_equal(sv_model_features(m), 0);  // a term that nobody uses
  m->init = sv_eq(T, wide, sv_const(T, sv_sort_bv(T, 63, false), sv_small(0)));
  assert_int_equal(sv_model_features(m), SV_FEATURE_WIDE);
  m->init = SV_TRUE;
  variable(m, "c", sv_sort_array(T, 2, sv_sort_int(T)), 0);
  assert_int_equal(sv_model_features(m), SV_FEATURE_INT);
  sv_choice_input choice = {.name = name(m, "k"), .sort = sv_sort_real(T)};
  sv_model_action(m, &(sv_action){.choices = &choice, .choice_count = 1});
  assert_int_equal(sv_model_features(m), SV_FEATURE_INT | SV_FEATURE_REAL);
  sv_model_queue(m, name(m, "q"), 0, 1, false, SV_UNBOUNDED, NULL, 0, SV_NOWHERE);
  sv_model_template(m, name(m, "P"), 0, SV_UNBOUNDED, SV_NOWHERE);
  m->declared_features = SV_FEATURE_RECURSION;
  assert_int_equal(sv_model_features(m), SV_FEATURE_INT | SV_FEATURE_REAL | SV_FEATURE_QUEUE |
                                             SV_FEATURE_CREATION | SV_FEATURE_RECURSION);
  assert_string_equal(sv_feature_text(SV_FEATURE_BIT_QUEUE), "queues without bound");
  sv_model_free(m);
}

// --- for people

static void test_infix(void **state) {
  sv_model *m = sv_model_new();
  sv_text out = {0};
  (void)state;
  uint32_t p = sv_model_template(m, name(m, "P"), 1, 2, SV_NOWHERE);
  uint32_t l = sv_model_location(m, p, name(m, "here"), 0, SV_NOWHERE);
  uint32_t x = variable(m, "x", sv_sort_int(m->terms), p);
  sv_terms *T = m->terms;
  sv_sort sort = sv_sort_int(T);
  sv_term parts[] = {
      sv_model_at(m, p, l, 1),
      sv_app2(T, SV_OP_LT, sv_next(T, sort, x, 0), sv_model_var(m, x, SV_ROLE_OTHER)),
      sv_app2(T, SV_OP_LT, sv_remote(T, sort, x, sv_self(T, 1)), sv_alive(T, p)),
  };
  const char *texts[] = {"$1.@ == here", "x' < other.x", "P.x[$1.self] < alive(P)"};
  for (size_t i = 0; i < SV_COUNT(parts); i++) {
    sv_clear(out);
    sv_model_print_infix(m, parts[i], &out);
    assert_string_equal(sv_text_get(&out), texts[i]);
  }
  sv_text_free(&out);
  sv_model_free(m);
}

static void test_dot(void **state) {
  sv_model *m = sv_model_new();
  sv_text out = {0};
  (void)state;
  uint32_t p = sv_model_template(m, name(m, "P \"x\""), 1, 1, SV_NOWHERE);
  uint32_t a = sv_model_location(m, p, name(m, "a"), SV_LOC_BLOCKING, SV_NOWHERE);
  uint32_t b = sv_model_location(m, p, name(m, "b"), SV_LOC_END, SV_NOWHERE);
  uint32_t q = sv_model_property(m, name(m, "q"), SV_PROP_ASSERTION, SV_NONE, NULL, SV_NOWHERE);
  uint32_t x = variable(m, "x", sv_sort_bool(m->terms), 0);
  sv_edge edges[] = {{p, SV_ANY_INSTANCE, &a, 1, b, 0, 0, 0},
                     {p, SV_ANY_INSTANCE, NULL, 0, 0, 0, 0, 0}};
  sv_model_action(m, &(sv_action){.name = name(m, "go"),
                                  .edges = edges,
                                  .edge_count = 1,
                                  .fails = q,
                                  .guard = sv_model_var(m, x, 0)});
  sv_model_action(m, &(sv_action){.text = "stay", .edges = edges + 1, .edge_count = 1});
  sv_model_action(m, &(sv_action){.name = name(m, "tick"), .cut = "c"});
  sv_model_dot(m, &out);
  const char *lines[] = {"label=\"P \\\"x\\\"\"",
                         "p1_1 [label=\"a\", style=filled, fillcolor=lightgrey, penwidth=2];",
                         "p1_2 [label=\"b\", peripheries=2];",
                         "p1_1 -> p1_2 [label=\"go\\n[x]\", color=red];",
                         "any2_0 -> any2_0 [label=\"stay\"];",
                         "action3 [shape=box, label=\"tick\"];"};
  for (size_t i = 0; i < SV_COUNT(lines); i++)
    if (!strstr(sv_text_get(&out), lines[i]))
      fail_msg("%s is missing:\n%s", lines[i], sv_text_get(&out));
  sv_text_free(&out);
  sv_model_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers), cmocka_unit_test(test_action_is_copied),
      cmocka_unit_test(test_misuse),  cmocka_unit_test(test_features),
      cmocka_unit_test(test_infix),   cmocka_unit_test(test_dot),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
