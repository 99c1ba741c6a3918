// test_net.c -- how a model is spelled out: names, layout, bindings, and the
// shape of the terms. What it means is tested with exec.

#include "unit/test_exec_kit.h"

static const char *text_of(kit *k, sv_term t) {
  sv_clear(k->text);
  sv_net_print_term(k->net, t, &k->text);
  return sv_text_get(&k->text);
}
#define assert_term(k, t, expected) assert_string_equal(text_of(k, t), expected)

static const char *name_of(const kit *k, sv_name name) { return sv_names_get(k->m->names, name); }

static void test_layout(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 1, 2), q = kit_template(k, "Q", 1, 1);
  kit_location(k, p, "A", 0), kit_location(k, q, "B", SV_LOC_YIELDING);
  kit_var(k, "v", sv_sort_array(k->T, 3, k->b), p, SV_NONE);
  kit_small(k, "g", SV_GLOBAL);
  kit_small(k, "w", q);
  sv_model_queue(k->m, kit_name(k, "in"), p, 1, false, 2, &k->i, 1, SV_NOWHERE);
  sv_model_queue(k->m, kit_name(k, "ch"), SV_GLOBAL, 2, true, 4, NULL, 0, SV_NOWHERE);
  kit_run(k);
  static const char *const vars[] = {"g",     "holder", "P[0]@", "P[0].v",
                                     "P[1]@", "P[1].v", "Q@",    "Q.w"};
  static const char *const queues[] = {"ch[0]", "ch[1]", "P[0].in", "P[1].in"};
  assert_int_equal(k->net->vars.n, SV_COUNT(vars));
  for (uint32_t i = 0; i < SV_COUNT(vars); i++)
    assert_string_equal(name_of(k, k->net->vars.at[i].name), vars[i]);
  assert_int_equal(k->net->queues.n, SV_COUNT(queues));
  for (uint32_t i = 0; i < SV_COUNT(queues); i++)
    assert_string_equal(name_of(k, k->net->queues.at[i].name), queues[i]);
  assert_int_equal(k->net->cells, 12);
  assert_int_equal(k->net->holder, 1);
  assert_int_equal(k->net->processes.n, 3);
  assert_string_equal(name_of(k, k->net->processes.at[1].name), "P[1]");
  assert_int_equal(k->net->processes.at[1].entry, 0);
  assert_false(sv_is_none(k->net->vars.at[5].init));  // P[1] does not run: default, not any
  assert_true(sv_is_none(k->net->vars.at[3].init));
  assert_int_equal(k->net->vars.at[k->net->processes.at[2].pc].process, 2);
  assert_string_equal(name_of(k, sv_net_location(k->net, 2, 1)->name), "B");
}

static void test_from_is_never_empty(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 1, 1);
  kit_location(k, p, "A", 0), kit_location(k, p, "B", 0);
  kit_action(k, "any", (sv_action){EDGES(edge(k, p, 0, 0))});
  kit_run(k);
  const sv_net_edge *e = &k->net->actions.at[0].edges[0];
  assert_int_equal(e->from_count, 2);
  assert_int_equal(e->from[1], 2);
  assert_int_equal(e->to, SV_STAY);
}

static void test_roles(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 3, 3), a = kit_location(k, p, "A", 0), v = kit_small(k, "v", p);
  sv_term next = sv_eq(k->T, sv_self(k->T, 1), plus(k, sv_self(k->T, 0), 1));
  kit_action(k, "pass",
             (sv_action){EDGES(edge(k, p, a, 0), edge(k, p, a, 0)),
                         .guard = sv_and(k->T, next, sv_eq(k->T, var(k, v), num(k, 1))),
                         UPDATES({role_var(k, v, 1), var(k, v)})});
  kit_run(k);
  assert_int_equal(k->net->actions.n, 2);  // 0 to 1 and 1 to 2: others have a false guard
  assert_term(k, k->net->actions.at[1].guard, "(= P[1].v 1)");
  assert_term(k, k->net->actions.at[1].updates[0].target, "P[2].v");
  assert_term(k, k->net->actions.at[1].updates[0].value, "P[1].v");
}

static void test_fixed_instance_outside(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 2, 2), a = kit_location(k, p, "A", 0);
  sv_edge third = edge(k, p, a, 0);
  third.instance = 2;
  kit_action(k, "never", (sv_action){EDGES(third)});
  kit_run(k);
  assert_int_equal(k->net->actions.n, 0);
}

// Reading from the instance that was found is one choice per instance.
static void test_find_is_linear(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 0, 100);
  kit_location(k, p, "A", 0);
  uint32_t id = kit_var(k, "id", k->i, p, num(k, 0)), v = kit_var(k, "v", k->i, p, num(k, 0));
  uint32_t g = kit_var(k, "g", k->i, SV_GLOBAL, num(k, 0));
  sv_term found = sv_find(k->T, id, var(k, g));
  kit_action(k, "a", (sv_action){UPDATES({var(k, g), sv_remote(k->T, k->i, v, found)})});
  kit_run(k);
  sv_u32s cone = {0};
  assert_int_equal(k->net->actions.n, 1);
  sv_cone(k->T, &k->net->actions.at[0].updates[0].value, 1, &cone);
  assert_in_range(cone.n, 600, 900);
  sv_vec_free(cone);
}

// The copy is the model's own, and the net says of whom it speaks.
static void test_prints(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 2, 2), a = kit_location(k, p, "A", 0);
  uint32_t v = kit_small(k, "v", p);
  sv_name names[] = {kit_name(k, "zero"), {0}};
  const sv_words *words[] = {&(sv_words){names, 2, 0}};
  sv_term value = role_var(k, v, 0);
  kit_action(k, "say",
             (sv_action){EDGES(edge(k, p, a, 0)), .print = "%d", .prints = &value, .print_count = 1,
                         .print_words = words});
  names[0] = kit_name(k, "other"), value = SV_NONE;
  const sv_action *say = &k->m->actions.at[1];
  assert_string_equal(sv_names_get(k->m->names, say->print_words[0]->names[0]), "zero");
  kit_run(k);
  assert_int_equal(k->net->actions.at[1].print_count, 1);
  sv_clear(k->text);
  sv_net_print_term(k->net, k->net->actions.at[1].prints[0], &k->text);
  assert_string_equal(sv_text_get(&k->text), "P[1].v");
}

static void test_remote_shapes(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 2, 2), v = kit_small(k, "v", p),
           g = kit_small(k, "g", SV_GLOBAL);
  kit_location(k, p, "A", 0);
  kit_action(k, "a",
             (sv_action){UPDATES({var(k, g), sv_remote(k->T, k->u2, v, num(k, 1))},
                                 {var(k, g), sv_remote(k->T, k->u2, v, num(k, 2))},
                                 {var(k, g), sv_remote(k->T, k->u2, v, var(k, g))},
                                 {sv_remote(k->T, k->u2, v, num(k, 1)), num(k, 1)})});
  kit_run(k);
  const sv_update *u = k->net->actions.at[0].updates;
  assert_int_equal(k->net->actions.at[0].update_count, 4);
  assert_term(k, u[0].value, "P[1].v");
  assert_term(k, u[1].value, "0");
  sv_node node = sv_node_of(k->T, sv_index(u[2].value));
  assert_int_equal(node.op, SV_OP_ITE);
  assert_term(k, u[3].target, "P[1].v");
  node = sv_node_of(k->T, sv_index(u[3].value));
  assert_int_equal(node.op, SV_OP_ITE);  // not written where P[1] does not run
}

// Partners run and started instances do not: no test is left for them.
static void test_known_to_run(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 1, 1), a = kit_location(k, p, "A", 0), v = kit_small(k, "v", p);
  uint32_t w = kit_template(k, "W", 0, 1), n = kit_small(k, "n", w);
  kit_location(k, w, "B", 0);
  kit_action(k, "a",
             (sv_action){EDGES(edge(k, p, a, 0)), STARTS({.template_number = w}),
                         UPDATES({sv_remote(k->T, k->u2, v, sv_self(k->T, 0)), num(k, 1)},
                                 {sv_remote(k->T, k->u2, n, num(k, 0)), num(k, 2)},
                                 {var(k, v), sv_alive(k->T, p)})});
  kit_run(k);
  const sv_net_action *net = &k->net->actions.at[0];
  assert_int_equal(net->update_count, 3);  // with W.n := 0, without the write to W.n
  assert_term(k, net->updates[0].value, "1");
  assert_term(k, net->updates[1].value, "1");
  assert_int_equal(net->edge_count, 2);
  assert_int_equal(net->edges[1].from[0], 0);
  assert_int_equal(net->edges[1].to, 1);
}

static void test_queue_shapes(void **state) {
  kit *k = *state;
  uint32_t g = kit_small(k, "g", SV_GLOBAL);
  sv_model_queue(k->m, kit_name(k, "a"), SV_GLOBAL, 1, false, 1, NULL, 0, SV_NOWHERE);
  uint32_t q = sv_model_queue(k->m, kit_name(k, "q"), SV_GLOBAL, 300, true, 1, NULL, 0, SV_NOWHERE);
  kit_action(
      k, "a",
      (sv_action){QUEUE_OPS({.verb = SV_DEFER, .queue = sv_queue(k->T, q, 0, num(k, 2))},
                            {.verb = SV_FLUSH, .queue = sv_queue(k->T, q, 0, var(k, g))},
                            {.verb = SV_FLUSH, .queue = sv_queue(k->T, q, 0, num(k, 300))})});
  kit_run(k);
  const sv_queue_op *ops = k->net->actions.at[0].queue_ops;
  sv_value v;
  assert_true(sv_is_const(k->T, ops[0].queue, &v));
  assert_int_equal(sv_small_get(v), 4);
  sv_node node = sv_node_of(k->T, sv_index(ops[1].queue));
  assert_int_equal(node.op, SV_OP_QUEUE);
  assert_int_equal(node.id, 1);
  assert_int_equal(node.role, 300);
  assert_true(sv_is_const(k->T, ops[2].queue, &v));
  assert_int_equal(sv_small_get(v), 0);
}

static void test_stop_is_an_edge_to_nowhere(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 1, 1), a = kit_location(k, p, "A", 0),
           s = kit_location(k, p, "S", SV_LOC_STOP);
  kit_var(k, "v", sv_sort_array(k->T, 2, sv_sort_range(k->T, 5, 6)), p, SV_NONE);
  sv_model_queue(k->m, kit_name(k, "q"), p, 1, false, 1, NULL, 0, SV_NOWHERE);
  kit_action(k, "stop", (sv_action){EDGES(edge(k, p, a, s))});
  kit_run(k);
  const sv_net_action *net = &k->net->actions.at[0];
  assert_int_equal(net->edges[0].to, 0);
  assert_int_equal(net->update_count, 1);
  assert_int_equal(net->queue_op_count, 1);
  assert_int_equal(net->queue_ops[0].verb, SV_EMPTY);
  kit_do(k, "stop");
  assert_int_equal(sv_small_get(k->s->cells[kit_cell(k, "P.v") + 1]), 5);
}

static void test_invariants(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 2, 2), a = kit_location(k, p, "A", 0), v = kit_small(k, "v", p);
  kit_location(k, p, "B", 0);
  k->m->templates.at[p].locations.at[a].invariant = sv_eq(k->T, var(k, v), sv_self(k->T, 0));
  k->m->templates.at[p].locations.at[2].invariant = SV_TRUE;
  kit_build(k, (sv_net_options){0});
  assert_term(k, k->net->location_invariants[1][1], "(= P[1].v 1)");
  assert_true(sv_is_none(k->net->location_invariants[1][2]));
}

static void test_too_many_actions(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 10, 10), a = kit_location(k, p, "A", 0);
  sv_edge e = edge(k, p, a, 0);
  kit_action(k, "all", (sv_action){EDGES(e, e, e, e, e, e)});
  assert_null(sv_net_new(k->m, (sv_net_options){.most_actions = 1000}, &k->text));
  assert_string_equal(sv_text_get(&k->text),
                      "with all process instances there are more than 1000 actions");
}

// Ten partners in a row, of 40 instances: found without trying all orders.
static void test_many_roles(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 40, 40), a = kit_location(k, p, "A", 0);
  sv_edge e = edge(k, p, a, 0);
  sv_term guard = SV_TRUE;
  for (uint32_t r = 1; r < 10; r++)
    guard = sv_and(k->T, guard, sv_eq(k->T, sv_self(k->T, r), plus(k, sv_self(k->T, r - 1), 1)));
  kit_action(k, "row", (sv_action){EDGES(e, e, e, e, e, e, e, e, e, e), .guard = guard});
  kit_build(k, (sv_net_options){0});
  assert_int_equal(k->net->actions.n, 31);
}

// A role that nobody can play, fixed instances that collide, too few instances:
// found without trying the other roles.
static void test_hopeless_roles(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 40, 40), a = kit_location(k, p, "A", 0),
           v = kit_small(k, "v", p);
  uint32_t q = kit_template(k, "Q", 12, 12), b = kit_location(k, q, "B", 0);
  sv_edge e = edge(k, p, a, 0), one = e, f = edge(k, q, b, 0);
  one.instance = 1;
  sv_term last = sv_eq(k->T, sv_self(k->T, 7), num(k, 99));
  kit_action(
      k, "guard",
      (sv_action){EDGES(e, e, e, e, e, e, e, e), .guard = sv_and(k->T, last, eq(k, var(k, v), 0))});
  kit_action(k, "fixed", (sv_action){EDGES(e, e, e, e, e, e, one, one)});
  kit_action(k, "few", (sv_action){EDGES(f, f, f, f, f, f, f, f, f, f, f, f, f)});
  kit_build(k, (sv_net_options){.most_actions = 100});
  assert_int_equal(k->net->actions.n, 0);
}

// While a role is not bound, its variables are not taken for others of that number.
static void test_unbound_roles(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 3, 3), a = kit_location(k, p, "A", 0), v[4];
  for (uint32_t i = 0; i < 4; i++) v[i] = kit_small(k, "v", p);
  sv_edge e = edge(k, p, a, 0);
  for (uint32_t i = 0; i < 4; i++)
    for (uint32_t j = 0; j < 4; j++)
      kit_action(k, "differ",
                 (sv_action){EDGES(e, e), .guard = sv_not(sv_eq(k->T, role_var(k, v[i], 0),
                                                                role_var(k, v[j], 1)))});
  kit_build(k, (sv_net_options){0});
  assert_int_equal(k->net->actions.n, 16 * 6);
}

static void test_too_many_ways(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 40, 40), a = kit_location(k, p, "A", 0);
  sv_edge e = edge(k, p, a, 0);
  sv_term last = sv_eq(k->T, sv_self(k->T, 7), plus(k, sv_self(k->T, 0), 99));
  kit_action(k, "none", (sv_action){EDGES(e, e, e, e, e, e, e, e), .guard = last});
  assert_null(sv_net_new(k->m, (sv_net_options){.most_actions = 100}, &k->text));
  assert_string_equal(sv_text_get(&k->text),
                      "there are too many ways to give process instances to joint actions");
}

static void test_too_many_cells(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 255, 255);
  kit_location(k, p, "A", 0);
  kit_var(k, "v", sv_sort_array(k->T, 1000000, k->b), p, SV_NONE);
  assert_null(sv_net_new(k->m, (sv_net_options){0}, &k->text));
  assert_non_null(strstr(sv_text_get(&k->text), "cells"));
}

static void bad_role(void) {
  kit *k = kit_new();
  uint32_t p = kit_template(k, "P", 1, 1), a = kit_location(k, p, "A", 0), v = kit_small(k, "v", p);
  kit_action(k, "bad", (sv_action){EDGES(edge(k, p, a, 0)), .guard = eq(k, role_var(k, v, 3), 0)});
  kit_build(k, (sv_net_options){0});
}

static void bad_fire(void) {
  kit *k = kit_new();
  uint32_t p = kit_template(k, "P", 1, 1), a = kit_location(k, p, "A", 0);
  kit_action(k, "no",
             (sv_action){EDGES(edge(k, p, a, 0)), .constraint = eq(k, sv_choice(k->T, k->i, 0), 7),
                         CHOICES(CHOICE("c", k->i))});
  kit_run(k);
  sv_value six = sv_small(6);
  kit_fire(k, &(sv_step){.action = 0, .choices = &six});
}

static void test_misuse(void **state) {
  SV_UNUSED(state);
  assert_misuse(bad_role, "a role that is not an edge");
  assert_misuse(bad_fire, "not enabled");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(test_layout),         KIT_TEST(test_from_is_never_empty),
      KIT_TEST(test_roles),          KIT_TEST(test_fixed_instance_outside),
      KIT_TEST(test_find_is_linear), KIT_TEST(test_prints),
      KIT_TEST(test_remote_shapes),  KIT_TEST(test_known_to_run),
      KIT_TEST(test_queue_shapes),   KIT_TEST(test_stop_is_an_edge_to_nowhere),
      KIT_TEST(test_invariants),     KIT_TEST(test_too_many_actions),
      KIT_TEST(test_many_roles),     KIT_TEST(test_hopeless_roles),
      KIT_TEST(test_unbound_roles),  KIT_TEST(test_too_many_ways),
      KIT_TEST(test_too_many_cells), cmocka_unit_test(test_misuse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
