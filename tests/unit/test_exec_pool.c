// test_exec_pool.c -- starting and ending processes, and speaking of others:
// remote variables, broadcasts, constraints about all others, `alive`, `self`.

#include "unit/test_exec_kit.h"

// main M starts instances of W (pool 3, or as given) with variables n and any.
typedef struct {
  uint32_t main, m, w, a, b, stop, n, got;
} farm;

static farm make_farm(kit *k, uint32_t pool) {
  farm f = {.main = kit_template(k, "M", 1, 1), .w = kit_template(k, "W", 0, pool)};
  f.m = kit_location(k, f.main, "m", 0);
  f.a = kit_location(k, f.w, "A", 0), f.b = kit_location(k, f.w, "B", 0);
  f.stop = kit_location(k, f.w, "S", SV_LOC_STOP);
  f.got = kit_var(k, "got", k->i, SV_GLOBAL, num(k, 9));
  f.n = kit_var(k, "n", k->u2, f.w, num(k, 1));
  return f;
}

static void add_run_and_stop(kit *k, const farm *f) {
  kit_action(k, "run",
             (sv_action){EDGES(edge(k, f->main, f->m, 0)),
                         STARTS({.template_number = f->w, .result = var(k, f->got)})});
  kit_action(k, "stop", (sv_action){EDGES(edge(k, f->w, f->a, f->stop))});
}

static void test_lowest_free(void **state) {
  kit *k = *state;
  farm f = make_farm(k, 3);
  add_run_and_stop(k, &f);
  kit_run(k);
  assert_state(k, "M@m, got = 9");
  kit_do(k, "run");
  assert_state(k, "M@m, W[0]@A, got = 0, W[0].n = 1");
  kit_do(k, "run");
  assert_value(k, "got", 1);
  kit_do(k, "stop");  // W[0] ends
  assert_state(k, "M@m, W[1]@A, got = 1, W[1].n = 1");
  assert_enabled(k, "run stop");  // one way to start only
  kit_do(k, "run");
  assert_value(k, "got", 0);
  kit_do(k, "run");
  assert_value(k, "got", 2);
  assert_enabled(k, "stop stop stop");  // full: disabled, and no cut
  assert_int_equal(sv_exec_cut(k->x, k->s), UINT32_MAX);
}

// M starts W while the last one may end: the same states as by the lowest number.
static void test_stacked(void **state) {
  kit *k = *state;
  farm f = make_farm(k, 3);
  k->m->templates.at[f.w].stacked = true;
  kit_action(k, "run",
             (sv_action){EDGES(edge(k, f.main, f.m, 0)),
                         STARTS({.template_number = f.w, .result = var(k, f.got)})});
  kit_action(k, "own",
             (sv_action){EDGES(edge(k, f.w, f.a, f.b)),
                         STARTS({.template_number = f.w, .result = var(k, f.got)})});
  kit_run(k);
  kit_do(k, "run");
  assert_value(k, "got", 0);
  kit_do(k, "own");
  assert_state(k, "M@m, W[0]@B, W[1]@A, got = 1, W[0].n = 1, W[1].n = 1");
  assert_enabled(k, "run own");
  kit_do(k, "own");
  assert_value(k, "got", 2);
  assert_enabled(k, "");
}

static void test_full_unbounded_pool_is_cut(void **state) {
  kit *k = *state;
  farm f = make_farm(k, SV_UNBOUNDED);
  add_run_and_stop(k, &f);
  kit_run_with(k, (sv_net_options){.threads = 2});
  kit_do(k, "run");
  assert_int_equal(sv_exec_cut(k->x, k->s), UINT32_MAX);
  kit_do(k, "run");
  assert_enabled(k, "stop stop");
  uint32_t cut = sv_exec_cut(k->x, k->s);
  assert_true(cut < k->net->actions.n);
  assert_string_equal(k->net->actions.at[cut].cut, "more than 2 threads");
}

static void test_pool_option(void **state) {
  kit *k = *state;
  farm f = make_farm(k, 3);
  add_run_and_stop(k, &f);
  kit_run_with(k, (sv_net_options){.pool = 1});
  assert_enabled(k, "run");
  kit_do(k, "run");
  assert_state(k, "M@m, W@A, got = 0, W.n = 1");
  uint32_t cut = sv_exec_cut(k->x, k->s);
  assert_true(cut < k->net->actions.n);
  assert_string_equal(k->net->actions.at[cut].cut, "more than 1 instances of W");
}

// A pool never gets smaller than the number of instances at the start.
static void test_pool_holds_initial(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 3, SV_UNBOUNDED);
  kit_location(k, p, "A", 0);
  kit_run_with(k, (sv_net_options){.threads = 1});
  assert_state(k, "P[0]@A, P[1]@A, P[2]@A");
}

static void test_arguments_and_place(void **state) {
  kit *k = *state;
  farm f = make_farm(k, 2);
  kit_action(
      k, "run",
      (sv_action){EDGES(edge(k, f.main, f.m, 0)), UPDATES({var(k, f.got), num(k, 0)}),
                  STARTS({.template_number = f.w,
                          .at = f.b,
                          ARGUMENTS({f.n, sv_app2(k->T, SV_OP_SUB, var(k, f.got), num(k, 7))})})});
  kit_run(k);
  kit_do(k, "run");  // the argument is computed in the old state
  assert_state(k, "M@m, W[0]@B, got = 0, W[0].n = 2");
  assert_enabled(k, "");  // -7 is not in the sort of n
  assert_true(kit_refused(k, "run", "outside of a variable's sort"));
}

static void test_any_value_at_start(void **state) {
  kit *k = *state;
  farm f = make_farm(k, 1);
  kit_var(k, "any", k->u2, f.w, SV_NONE);
  kit_var(k, "flags", sv_sort_array(k->T, 2, k->b), f.w, SV_NONE);
  kit_action(k, "run", (sv_action){CHOICES(CHOICE("c", k->b)), STARTS({.template_number = f.w})});
  kit_run(k);
  assert_int_equal(kit_steps(k), 2 * 3 * 4);
  const sv_net_action *a = &k->net->actions.at[k->steps.at[0].action];
  assert_int_equal(a->choice_count, 4);
  assert_int_equal(a->choice_inputs[0], 0);
  assert_int_equal(a->choice_inputs[3], UINT32_MAX);
  kit_do_nth(k, "run", 10);  // (0, 2, (1, 0))
  assert_state(k, "M@m, W@A, got = 9, W.n = 1, W.any = 2, W.flags[0] = true, W.flags[1] = false");
}

static void test_several_starts(void **state) {
  kit *k = *state;
  farm f = make_farm(k, 3);
  kit_action(k, "two",
             (sv_action){EDGES(edge(k, f.main, f.m, 0)),
                         STARTS({.template_number = f.w, ARGUMENTS({f.n, num(k, 0)})},
                                {.template_number = f.w, ARGUMENTS({f.n, num(k, 2)})})});
  kit_action(k, "stop", (sv_action){EDGES(edge(k, f.w, f.a, f.stop))});
  kit_run(k);
  assert_enabled(k, "two");
  kit_do(k, "two");
  assert_state(k, "M@m, W[0]@A, W[1]@A, got = 9, W[0].n = 0, W[1].n = 2");
  assert_enabled(k, "stop stop");  // only one instance is free
  kit_do(k, "stop");
  kit_do(k, "two");
  assert_state(k, "M@m, W[0]@A, W[1]@A, W[2]@A, got = 9, W[0].n = 0, W[1].n = 2, W[2].n = 2");
}

static void test_several_starts_cut(void **state) {
  kit *k = *state;
  farm f = make_farm(k, SV_UNBOUNDED);
  uint32_t other = kit_template(k, "O", 0, 1);
  kit_location(k, other, "o", 0);
  kit_action(k, "two",
             (sv_action){EDGES(edge(k, f.main, f.m, 0)),
                         STARTS({.template_number = f.w}, {.template_number = f.w})});
  kit_action(k, "both",
             (sv_action){EDGES(edge(k, f.main, f.m, 0)),
                         STARTS({.template_number = f.w}, {.template_number = other})});
  kit_run(k);
  assert_int_equal(sv_exec_cut(k->x, k->s), UINT32_MAX);
  kit_do(k, "two");
  uint32_t cut = sv_exec_cut(k->x, k->s);  // one is free, two are wanted
  assert_string_equal(kit_step_name(k, cut), "two");
  kit_do(k, "both");
  assert_state(k, "M@m, W[0]@A, W[1]@A, W[2]@A, O@o, got = 9, W[0].n = 1, W[1].n = 1, W[2].n = 1");
  cut = sv_exec_cut(k->x, k->s);
  assert_string_equal(kit_step_name(k, cut), "two");
  k->net->actions.at[cut].guard = SV_FALSE;  // "both" is held back by the model's own bound
  sv_exec_free(k->x);
  k->x = sv_exec_new(k->net);
  assert_int_equal(sv_exec_cut(k->x, k->s), UINT32_MAX);
}

// An instance that ends in the same step is not free yet.
static void test_stop_and_start(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 1, 2), a = kit_location(k, p, "A", 0);
  uint32_t stop = kit_location(k, p, "S", SV_LOC_STOP);
  kit_action(k, "renew", (sv_action){EDGES(edge(k, p, a, stop)), STARTS({.template_number = p})});
  kit_run(k);
  kit_do(k, "renew");
  assert_state(k, "P[1]@A");
  kit_do(k, "renew");
  assert_state(k, "P[0]@A");
}

static void test_start_at_stop(void **state) {
  kit *k = *state;
  farm f = make_farm(k, 1);
  kit_action(k, "flash",
             (sv_action){STARTS({.template_number = f.w, .at = f.stop, .result = var(k, f.got)})});
  kit_run(k);
  kit_do(k, "flash");
  assert_state(k, "M@m, got = 0");
  assert_value(k, "W.n", 0);
}

// Updates first, then starts, then ends; queues of the one that ends are emptied.
static void test_end_resets(void **state) {
  kit *k = *state;
  farm f = make_farm(k, 2);
  sv_sort odd = sv_sort_range(k->T, 5, 7);
  uint32_t v = kit_var(k, "v", odd, f.w, num(k, 6));
  uint32_t q = sv_model_queue(k->m, kit_name(k, "q"), f.w, 2, true, 2, &k->u2, 1, SV_NOWHERE);
  sv_term q1 = sv_queue(k->T, q, 0, num(k, 1));
  kit_action(k, "run", (sv_action){STARTS({.template_number = f.w})});
  kit_action(k, "put",
             (sv_action){EDGES(edge(k, f.w, f.a, f.b)), UPDATES({var(k, v), num(k, 7)}),
                         QUEUE_OPS({.verb = SV_ENQUEUE, .queue = q1, FIELDS(num(k, 2))})});
  kit_action(k, "stop",
             (sv_action){EDGES(edge(k, f.w, f.b, f.stop)),
                         UPDATES({var(k, v), num(k, 5)}, {var(k, f.n), num(k, 2)}),
                         QUEUE_OPS({.verb = SV_ENQUEUE, .queue = q1, FIELDS(num(k, 0))}),
                         STARTS({.template_number = f.w, .result = var(k, f.n)})});
  kit_run(k);
  sv_state *empty = sv_state_new(k->net);
  kit_do(k, "run");
  kit_do(k, "put");
  assert_state(k, "M@m, W[0]@B, got = 9, W[0].n = 1, W[0].v = 7, W[0].q[0] = [], W[0].q[1] = [2]");
  kit_do(k, "stop");
  assert_state(k, "M@m, W[1]@A, got = 9, W[1].n = 1, W[1].v = 6, W[1].q[0] = [], W[1].q[1] = []");
  for (uint32_t i = 0; i < k->net->vars.n; i++) {
    const sv_net_var *nv = &k->net->vars.at[i];
    if (nv->process == 1)
      assert_true(sv_value_same(k->s->cells[nv->first_cell], empty->cells[nv->first_cell]));
  }
  sv_state_free(k->net, empty);
}

// ---- others

// Three running instances of P with variable v = own number, and a fourth that does not run.
typedef struct {
  uint32_t p, a, v, i;
} crowd;

static crowd make_crowd(kit *k) {
  crowd c = {.p = kit_template(k, "P", 3, 4)};
  c.a = kit_location(k, c.p, "A", 0);
  c.v = kit_small(k, "v", c.p);
  c.i = kit_var(k, "i", sv_sort_range(k->T, -1, 9), SV_GLOBAL, num(k, 0));
  return c;
}

static sv_edge of_first(kit *k, const crowd *c) {
  sv_edge e = edge(k, c->p, c->a, 0);
  e.instance = 0;
  return e;
}

static void test_self_and_alive(void **state) {
  kit *k = *state;
  crowd c = make_crowd(k);
  kit_action(k, "own",
             (sv_action){EDGES(edge(k, c.p, c.a, 0)), UPDATES({var(k, c.v), sv_self(k->T, 0)})});
  kit_action(k, "count", (sv_action){UPDATES({var(k, c.i), sv_alive(k->T, c.p)})});
  kit_run(k);
  kit_do(k, "count");
  assert_value(k, "i", 3);
  kit_do_nth(k, "own", 2);
  assert_value(k, "P[2].v", 2);
}

static void test_remote_read(void **state) {
  kit *k = *state;
  crowd c = make_crowd(k);
  sv_term who = sv_remote(k->T, k->u2, c.v, var(k, c.i));
  kit_action(k, "read", (sv_action){UPDATES({var(k, c.i), plus(k, who, 5)})});
  kit_action(k, "third",
             (sv_action){UPDATES({var(k, c.i), sv_remote(k->T, k->u2, c.v, num(k, 2))})});
  kit_run(k);
  static const struct {
    int64_t i, expected;
  } cases[] = {{0, 5}, {1, 6}, {2, 7}, {3, 5}, {4, 5}, {-1, 5}};
  k->s->cells[kit_cell(k, "P[1].v")] = sv_small(1);
  k->s->cells[kit_cell(k, "P[2].v")] = sv_small(2);
  for (size_t n = 0; n < SV_COUNT(cases); n++) {
    k->s->cells[kit_cell(k, "i")] = sv_small(cases[n].i);
    kit_do(k, "read");
    assert_value(k, "i", cases[n].expected);
  }
  kit_do(k, "third");
  assert_value(k, "i", 2);
}

static void test_remote_write(void **state) {
  kit *k = *state;
  crowd c = make_crowd(k);
  sv_term who = sv_remote(k->T, k->u2, c.v, var(k, c.i));
  kit_action(k, "write", (sv_action){UPDATES({who, num(k, 2)})});
  kit_action(k, "fourth",
             (sv_action){UPDATES({sv_remote(k->T, k->u2, c.v, num(k, 3)), num(k, 2)})});
  kit_action(k, "fifth", (sv_action){UPDATES({sv_remote(k->T, k->u2, c.v, num(k, 4)), num(k, 7)})});
  kit_action(k, "second",
             (sv_action){UPDATES({sv_remote(k->T, k->u2, c.v, num(k, 1)), num(k, 1)})});
  kit_run(k);
  k->s->cells[kit_cell(k, "i")] = sv_small(1);
  kit_do(k, "write");
  assert_state(k, "P[0]@A, P[1]@A, P[2]@A, i = 1, P[0].v = 0, P[1].v = 2, P[2].v = 0");
  kit_do(k, "second");
  assert_value(k, "P[1].v", 1);
  for (int64_t i = 3; i < 6; i++) {  // not running, or missing: nothing is written
    k->s->cells[kit_cell(k, "i")] = sv_small(i);
    kit_do(k, "write");
    kit_do(k, "fourth");
    kit_do(k, "fifth");
    assert_value(k, "P[0].v", 0);
    assert_value(k, "P[3].v", 0);
  }
}

// A conditional write leaves an earlier write of the same step alone.
static void test_remote_write_after_write(void **state) {
  kit *k = *state;
  crowd c = make_crowd(k);
  sv_term who = sv_remote(k->T, k->u2, c.v, var(k, c.i));
  kit_action(
      k, "both",
      (sv_action){EDGES(of_first(k, &c)), UPDATES({var(k, c.v), num(k, 1)}, {who, num(k, 2)})});
  kit_run(k);
  k->s->cells[kit_cell(k, "i")] = sv_small(1);
  kit_do(k, "both");
  assert_value(k, "P[0].v", 1);
  assert_value(k, "P[1].v", 2);
  k->s->cells[kit_cell(k, "i")] = sv_small(0);
  kit_do(k, "both");  // the later update stands
  assert_value(k, "P[0].v", 2);
}

static void test_remote_arrays(void **state) {
  kit *k = *state;
  crowd c = make_crowd(k);
  sv_sort row = sv_sort_array(k->T, 2, k->u2), table = sv_sort_array(k->T, 2, row);
  uint32_t t =
      kit_var(k, "t", table, c.p, sv_array_fill(k->T, table, sv_array_fill(k->T, row, num(k, 0))));
  sv_term who = sv_remote(k->T, table, t, var(k, c.i));
  sv_term who1 = sv_app2(k->T, SV_OP_SELECT, who, num(k, 1));
  sv_term own1 = sv_app2(k->T, SV_OP_SELECT, var(k, t), num(k, 1));
  sv_term far =
      sv_app2(k->T, SV_OP_SELECT, sv_app2(k->T, SV_OP_SELECT, who, num(k, 5)), var(k, c.i));
  kit_action(k, "cells",
             (sv_action){EDGES(of_first(k, &c)),
                         UPDATES({sv_app2(k->T, SV_OP_SELECT, own1, num(k, 0)), num(k, 1)},
                                 {sv_app2(k->T, SV_OP_SELECT, who1,
                                          sv_app2(k->T, SV_OP_SUB, num(k, 1), var(k, c.i))),
                                  num(k, 2)},
                                 {far, num(k, 1)})});
  kit_run(k);
  uint32_t p0 = kit_cell(k, "P[0].t"), p1 = kit_cell(k, "P[1].t");
  kit_do(k, "cells");  // i = 0: own [1][0] := 1, own [1][1] := 2
  assert_int_equal(sv_small_get(k->s->cells[p0 + 2]), 1);
  assert_int_equal(sv_small_get(k->s->cells[p0 + 3]), 2);
  k->s->cells[kit_cell(k, "i")] = sv_small(1);
  kit_do(k, "cells");  // i = 1: the other's [1][0] := 2
  assert_int_equal(sv_small_get(k->s->cells[p0 + 2]), 1);
  assert_int_equal(sv_small_get(k->s->cells[p1 + 2]), 2);
  assert_int_equal(sv_small_get(k->s->cells[p1 + 3]), 0);
}

static void test_broadcast(void **state) {
  kit *k = *state;
  crowd c = make_crowd(k);
  sv_term other = role_var(k, c.v, SV_ROLE_OTHER);
  kit_action(k, "all",
             (sv_action){EDGES(of_first(k, &c)), UPDATES({other, plus(k, other, 1)},
                                                         {var(k, c.i), plus(k, var(k, c.i), 1)})});
  kit_action(k, "each",
             (sv_action){EDGES(of_first(k, &c)), UPDATES({other, sv_self(k->T, SV_ROLE_OTHER)})});
  kit_run(k);
  kit_do(k, "all");
  assert_state(k, "P[0]@A, P[1]@A, P[2]@A, i = 1, P[0].v = 0, P[1].v = 1, P[2].v = 1");
  assert_value(k, "P[3].v", 0);
  k->s->cells[kit_cell(k, "P[2].v")] = sv_small(2);
  assert_enabled(k, "each");  // 3 is not in the sort of P[2].v
  kit_do(k, "each");
  assert_state(k, "P[0]@A, P[1]@A, P[2]@A, i = 1, P[0].v = 0, P[1].v = 1, P[2].v = 2");
}

static void test_constraint_about_others(void **state) {
  kit *k = *state;
  crowd c = make_crowd(k);
  sv_term lower = sv_app2(k->T, SV_OP_LE, role_var(k, c.v, SV_ROLE_OTHER), var(k, c.v));
  sv_term own = less(k, var(k, c.i), 5);
  kit_action(k, "top",
             (sv_action){EDGES(edge(k, c.p, c.a, 0)), .constraint = sv_and(k->T, lower, own)});
  kit_run(k);
  assert_enabled(k, "top top top");
  k->s->cells[kit_cell(k, "P[1].v")] = sv_small(1);
  assert_enabled(k, "top");
  kit_do(k, "top");
  k->s->cells[kit_cell(k, "i")] = sv_small(5);
  assert_enabled(k, "");
}

// Alone in its pool, the conjuncts that do not speak of others still count.
static void test_constraint_alone(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 1, 1), a = kit_location(k, p, "A", 0), v = kit_small(k, "v", p);
  sv_term nobody = less(k, role_var(k, v, SV_ROLE_OTHER), 0);
  kit_action(k, "yes", (sv_action){EDGES(edge(k, p, a, 0)), .constraint = nobody});
  kit_action(k, "no",
             (sv_action){EDGES(edge(k, p, a, 0)),
                         .constraint = sv_and(k->T, nobody, eq(k, var(k, v), 1))});
  kit_run(k);
  assert_enabled(k, "yes");
}

// A choice per other: one value for each other running instance.
static void test_choice_per_other(void **state) {
  kit *k = *state;
  crowd c = make_crowd(k);
  sv_choice_input each = {.name = kit_name(k, "c"), .sort = k->u2, .per_other = true};
  sv_term choice = sv_choice(k->T, k->u2, 1), other = role_var(k, c.v, SV_ROLE_OTHER);
  sv_edge second = of_first(k, &c);
  second.instance = 1;
  kit_action(k, "mix",
             (sv_action){EDGES(second), CHOICES(CHOICE("b", k->b), each), UPDATES({other, choice}),
                         .constraint = sv_not(eq(k, choice, 1))});
  kit_run(k);
  assert_int_equal(kit_steps(k), 2 * 2 * 2);
  const sv_net_action *a = &k->net->actions.at[k->steps.at[0].action];
  assert_int_equal(a->choice_count, 4);
  assert_int_equal(a->choice_inputs[0], 0);
  assert_int_equal(a->choice_inputs[3], 1);
  kit_do_nth(k, "mix", 1);
  assert_state(k, "P[0]@A, P[1]@A, P[2]@A, i = 0, P[0].v = 0, P[1].v = 0, P[2].v = 2");
  kit_do_nth(k, "mix", 2);
  assert_state(k, "P[0]@A, P[1]@A, P[2]@A, i = 0, P[0].v = 2, P[1].v = 0, P[2].v = 0");
}

// The first running instance with a value; whoever does not run is not found.
static void test_find(void **state) {
  kit *k = *state;
  farm f = make_farm(k, 3);
  uint32_t at = kit_var(k, "at", k->i, SV_GLOBAL, num(k, 0));
  add_run_and_stop(k, &f);
  sv_term zero = sv_find(k->T, f.n, num(k, 0)), two = sv_find(k->T, f.n, num(k, 2));
  kit_action(k, "set",
             (sv_action){EDGES(edge(k, f.w, f.a, 0)), UPDATES({role_var(k, f.n, 0), num(k, 0)})});
  kit_action(k, "zero", (sv_action){UPDATES({var(k, at), zero})});
  kit_action(k, "two", (sv_action){UPDATES({var(k, at), two})});
  kit_action(k, "read", (sv_action){UPDATES({var(k, at), sv_remote(k->T, k->u2, f.n, two)})});
  kit_action(k, "write", (sv_action){UPDATES({sv_remote(k->T, k->u2, f.n, zero), num(k, 2)})});
  kit_run(k);
  kit_do(k, "zero");
  assert_value(k, "at", -1);
  kit_do(k, "run"), kit_do(k, "run");
  kit_do_nth(k, "set", 1);
  kit_do(k, "zero");
  assert_value(k, "at", 1);  // n is 1 in W[0], and W[2] does not run
  kit_do(k, "read");
  assert_value(k, "at", 0);  // nobody has 2
  kit_do(k, "write");
  kit_do(k, "two");
  assert_value(k, "at", 1);
  kit_do(k, "read");
  assert_value(k, "at", 2);
}

// Property terms and `init` speak of instances by number.
static void test_terms_without_actor(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 2, 3);
  kit_location(k, p, "A", 0);
  uint32_t v = kit_var(k, "v", k->u2, p, SV_NONE);
  sv_term first = sv_remote(k->T, k->u2, v, num(k, 0)),
          second = sv_remote(k->T, k->u2, v, num(k, 1));
  uint32_t inv = sv_model_property(k->m, kit_name(k, "inv"), SV_PROP_INVARIANT,
                                   sv_and(k->T, eq(k, sv_alive(k->T, p), 2), less(k, first, 1)),
                                   NULL, SV_NOWHERE);
  k->m->init = sv_app2(k->T, SV_OP_LT, first, second);
  kit_run(k);
  assert_int_equal(kit_initials(k), 3);
  assert_false(sv_exec_violated_in(k->x, k->s, inv));
  k->s->cells[kit_cell(k, "P[0].v")] = sv_small(1);
  assert_true(sv_exec_violated_in(k->x, k->s, inv));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(test_lowest_free),
      KIT_TEST(test_stacked),
      KIT_TEST(test_full_unbounded_pool_is_cut),
      KIT_TEST(test_pool_option),
      KIT_TEST(test_pool_holds_initial),
      KIT_TEST(test_arguments_and_place),
      KIT_TEST(test_any_value_at_start),
      KIT_TEST(test_several_starts),
      KIT_TEST(test_several_starts_cut),
      KIT_TEST(test_stop_and_start),
      KIT_TEST(test_start_at_stop),
      KIT_TEST(test_end_resets),
      KIT_TEST(test_self_and_alive),
      KIT_TEST(test_remote_read),
      KIT_TEST(test_remote_write),
      KIT_TEST(test_remote_write_after_write),
      KIT_TEST(test_remote_arrays),
      KIT_TEST(test_find),
      KIT_TEST(test_broadcast),
      KIT_TEST(test_constraint_about_others),
      KIT_TEST(test_constraint_alone),
      KIT_TEST(test_choice_per_other),
      KIT_TEST(test_terms_without_actor),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
