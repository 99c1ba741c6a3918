// Tests of engine/auto: who gets a turn, how answers are put together, and that a
// refusal, a bound or a limit of one engine is not the last word.

#include "engine/auto/merge.h"
#include "engine/auto/schedule.h"
#include "selvage.h"
#include "unit/test_explicit.h"

// ---- the policy

static sv_schedule plan_with(sv_model *m, const char *const *settings,
                             void (*change)(sv_auto_features *)) {
  sv_options options;
  sv_text why = {0};
  sv_options_init(&options);
  for (; *settings; settings += 2)
    assert_true(sv_options_set(&options, settings[0], settings[1], &why));
  sv_net *net = sv_net_new(m, (sv_net_options){0}, &why);
  sv_auto_features f = sv_auto_look(m, net, &options, true);
  if (change) change(&f);
  sv_schedule s = sv_schedule_make(m, &f, &options);
  sv_net_free(net);
  sv_options_free(&options);
  sv_text_free(&why);
  return s;
}

static sv_schedule plan(sv_model *m, const char *search, void (*change)(sv_auto_features *)) {
  const char *const settings[] = {"search", search, NULL};
  return plan_with(m, settings, change);
}

static bool takes_part(const sv_schedule *s, const char *name) {
  for (uint32_t i = 0; i < s->n; i++)
    if (!strcmp(s->at[i].engine->name, name)) return true;
  return false;
}

// `flag`: another option, or NULL.
static sv_schedule plan_on_host(sv_model *m, const char *flag) {
  const char *const settings[] = {"device", "host", flag, NULL, NULL};
  return plan_with(m, settings, NULL);
}

static void be_infinite(sv_auto_features *f) { f->infinite = true; }
static void be_real(sv_auto_features *f) { f->infinite = f->real = true; }
static void be_unbounded(sv_auto_features *f) { f->unbounded = true; }
static void ask_nothing(sv_auto_features *f) { f->asks = false; }
static void choose_much(sv_auto_features *f) { f->choice_bits = 40; }
static void have_five(sv_auto_features *f) { f->processes = 5; }
static void have_six(sv_auto_features *f) { f->processes = 6; }
static void have_six_infinite(sv_auto_features *f) { f->processes = 6, f->infinite = true; }

static sv_model *small_model(void) {
  sv_model *m = sv_model_new();
  uint32_t x = add_counter(m, "x", 4);
  add_property(m, "small", SV_PROP_INVARIANT, below(m, x, 5));
  return m;
}

static void test_order(void **state) {
  SV_UNUSED(state);
  void (*const kinds[])(sv_auto_features *) = {NULL,        be_infinite, be_real, be_unbounded,
                                               ask_nothing, choose_much, have_six};
  sv_model *m = small_model();
  for (uint32_t k = 0; k < SV_COUNT(kinds); k++) {
    sv_schedule s = plan(m, "auto", kinds[k]);
    double all = 0;
    assert_true(s.n > 0 && s.at[0].growth > 1 && s.first_slice > 0 && s.first_slice < 0.2);
    for (uint32_t i = 0; i < s.n; i++) {
      assert_true(s.at[i].share > 0);
      if (i) assert_true(s.at[i - 1].share >= s.at[i].share);
      all += s.at[i].share;
    }
    // Nobody waits for more than eight times what it needs itself, in the long run; nine where there are many processes.
    double most = kinds[k] == have_six ? 9.001 : 8;
    for (uint32_t i = 0; i < s.n; i++) assert_true(all / s.at[i].share <= most);
  }
  sv_model_free(m);
}

static void test_who(void **state) {
  SV_UNUSED(state);
  sv_model *m = small_model();
  sv_schedule s = plan(m, "auto", NULL);
  assert_true(takes_part(&s, "explicit") && takes_part(&s, "bdd") && takes_part(&s, "boppo"));
  assert_true(takes_part(&s, "bmc") && takes_part(&s, "ic3") && !takes_part(&s, "threads"));
  s = plan(m, "auto", be_infinite);
  assert_true(takes_part(&s, "explicit") && takes_part(&s, "bmc") && !takes_part(&s, "bdd"));
  s = plan(m, "auto", be_real);
  assert_true(takes_part(&s, "ic3") && takes_part(&s, "bmc") && takes_part(&s, "polyhedra"));
  assert_true(!takes_part(&s, "explicit"));
  s = plan(m, "auto", be_unbounded);
  assert_true(takes_part(&s, "threads"));
  for (uint32_t i = 0; i < s.n; i++)
    assert_int_equal(s.at[i].unbounded, !strcmp(s.at[i].engine->name, "threads"));
  s = plan(m, "auto", choose_much);
  assert_string_equal(s.at[0].engine->name, "boppo");
  s = plan(m, "auto", ask_nothing);
  assert_true(takes_part(&s, "explicit") && !takes_part(&s, "ic3"));
  s = plan(m, "dfs", NULL);
  assert_true(takes_part(&s, "explicit") && !takes_part(&s, "bdd"));
  s = plan(m, "saturation", NULL);
  assert_true(!takes_part(&s, "explicit") && takes_part(&s, "bdd"));
  sv_model_free(m);
}

static void test_many_processes(void **state) {
  SV_UNUSED(state);
  sv_model *m = small_model();
  sv_schedule s = plan(m, "auto", have_five);
  assert_false(takes_part(&s, "events"));
  s = plan(m, "auto", have_six);
  assert_true(takes_part(&s, "events"));
  s = plan(m, "auto", have_six_infinite);
  assert_true(takes_part(&s, "events"));
  sv_model_free(m);
}

// Where there is a GPU, or its stand-in is asked for, and the others have had their time.
static void test_gpu(void **state) {
  SV_UNUSED(state);
  sv_model *m = small_model();
  sv_schedule s = plan_on_host(m, NULL);
  uint32_t i = 0;
  while (i < s.n && strcmp(s.at[i].engine->name, "gpu")) i++;
  assert_true(i < s.n && s.at[i].after > 0 && !s.at[i].unbounded);
  for (uint32_t k = 0; k < s.n; k++) assert_true(k == i || s.at[k].after <= 0);
  s = plan_on_host(m, "deterministic");
  assert_false(takes_part(&s, "gpu"));
  sv_model_free(m);
}

static void test_features(void **state) {
  SV_UNUSED(state);
  sv_model *m = small_model();
  sv_text why = {0};
  sv_options options;
  sv_options_init(&options);
  uint32_t x = 1;
  while (m->variables.at[x].is_pc) x++;
  m->variables.at[x].init = SV_NONE;
  sv_net *net = sv_net_new(m, (sv_net_options){0}, &why);
  sv_auto_features f = sv_auto_look(m, net, &options, true);
  assert_false(f.infinite || f.unbounded);
  assert_true(f.asks && f.processes == net->processes.n && f.actions == net->actions.n);
  assert_true(f.start_bits > 0 && f.state_bits >= f.start_bits);
  sv_net_free(net);
  sv_options_free(&options);
  sv_model_free(m);
}

static void test_worth_of_a_shorter_run(void **state) {
  SV_UNUSED(state);
  for (double spent = 0; spent < 20; spent += 0.7)
    for (uint32_t steps = 2; steps < 100000; steps *= 3) {
      double worth = sv_schedule_shorten(spent, steps);
      assert_true(worth > spent && worth <= spent + 0.2 + 1e-9);
    }
  assert_true(sv_schedule_shorten(1, 500) > sv_schedule_shorten(1, 2));
}

// ---- answers put together

static sv_answer *two_findings(const char *engine) {
  sv_answer *a = SV_NEW(sv_answer);
  a->engine = engine;
  for (uint32_t p = 1; p <= 2; p++)
    sv_push(a->findings, (sv_finding){.property = p, .verdict = SV_UNKNOWN});
  sv_answer_close(a, SV_CAUSE_GAVE_UP, "tired");
  return a;
}

static void test_proofs_add_up(void **state) {
  SV_UNUSED(state);
  sv_options options;
  sv_options_init(&options);
  sv_run run = {.options = &options};
  sv_answer *a = two_findings("bmc"), *b = two_findings("ic3");
  sv_answer_proven(&a->findings.at[0]);
  sv_answer_settle(a, NULL);
  sv_answer_proven(&b->findings.at[1]);
  sv_answer_settle(b, "by b");
  assert_false(sv_auto_decided(a, &run) || sv_auto_decided(b, &run));
  sv_answer *c = sv_auto_better(a, b, &run);
  assert_verdict(c, SV_HOLDS);
  assert_int_equal(c->cause, SV_CAUSE_NONE);
  assert_true(sv_auto_decided(c, &run));
  sv_answer_free(c);
  sv_options_free(&options);
}

// Of two that know nothing, the one whose cause says more.
static void test_better_cause(void **state) {
  SV_UNUSED(state);
  sv_options options;
  sv_options_init(&options);
  sv_run run = {.options = &options};
  static const sv_cause ascending[] = {SV_CAUSE_UNSUPPORTED, SV_CAUSE_INCOMPLETE, SV_CAUSE_SIZE,
                                       SV_CAUSE_MEMORY,      SV_CAUSE_BOUND,      SV_CAUSE_TIME,
                                       SV_CAUSE_INTERRUPTED};
  for (uint32_t i = 0; i < SV_COUNT(ascending); i++)
    for (uint32_t k = 0; k < SV_COUNT(ascending); k++) {
      sv_answer *a = two_findings("bmc"), *b = two_findings("ic3");
      sv_answer_close(a, ascending[i], "a");
      sv_answer_close(b, ascending[k], "b");
      sv_answer *c = sv_auto_better(a, b, &run);
      assert_int_equal(c->cause, ascending[i > k ? i : k]);
      sv_answer_free(c);
    }
  sv_options_free(&options);
}

// At a limit the one that has looked at longer runs, whoever came first.
static void test_better_reach(void **state) {
  SV_UNUSED(state);
  sv_options options;
  sv_options_init(&options);
  sv_run run = {.options = &options};
  for (uint64_t more = 0; more < 3; more++) {
    sv_answer *a = two_findings("bmc"), *b = two_findings("ic3");
    sv_answer_close(a, SV_CAUSE_TIME, "a");
    sv_answer_close(b, SV_CAUSE_TIME, "b");
    a->reach = 1;
    b->reach = more;
    sv_answer *c = sv_auto_better(a, b, &run);
    assert_string_equal(c->reason, more > 1 ? "b" : "a");
    sv_answer_free(c);
  }
  sv_options_free(&options);
}

static sv_trace *run_of(const sv_answer *a, uint32_t steps) {
  sv_state *s = sv_state_new(a->net);
  sv_exec *exec = sv_exec_new(a->net);
  sv_trace *trace = NULL;
  s->cells[a->net->vars.at[a->net->processes.at[0].pc].first_cell] = sv_small(1);
  trace = sv_trace_new(a->net, s);
  for (uint32_t i = 0; i < steps; i++) {
    sv_steps all = {0};
    sv_state *next = sv_state_new(a->net);
    sv_exec_steps(exec, s, &all, NULL);
    assert_true(all.n > 0);
    sv_trace_push(a->net, trace, &all.at[0]);
    sv_exec_fire(exec, s, &all.at[0], next);
    sv_state_free(a->net, s);
    s = next;
    sv_steps_free(&all);
  }
  sv_state_free(a->net, s);
  sv_exec_free(exec);
  return trace;
}

// One proves what the other violates: a bug, whoever comes first.
static void test_contradiction(void **state) {
  SV_UNUSED(state);
  sv_model *m = small_model();
  uint32_t x = 1;
  while (m->variables.at[x].is_pc) x++;
  add_property(m, "tiny", SV_PROP_INVARIANT, below(m, x, 2));
  for (uint32_t order = 0; order < 2; order++) {
    sv_options options;
    sv_options_init(&options);
    sv_limits limits = {0};
    sv_run run = {.options = &options, .limits = &limits};
    sv_answer *liar = two_findings("liar"), *finder = two_findings("finder");
    assert_non_null(sv_answer_net(finder, m, &run));
    assert_true(sv_answer_violated(finder, 2, run_of(finder, 2)));
    sv_answer_close(finder, SV_CAUSE_STOPPED, NULL);
    sv_answer_close(liar, SV_CAUSE_NONE, "by faith");
    sv_answer *c = order ? sv_auto_better(liar, finder, &run) : sv_auto_better(finder, liar, &run);
    assert_non_null(c->bug);
    assert_non_null(strstr(c->bug, "liar proves a property that finder violates"));
    assert_int_equal(c->cause, SV_CAUSE_BUG);
    sv_answer_free(c);
    sv_options_free(&options);
  }
  sv_model_free(m);
}

// ---- whole runs

static int status_of(const char *suffix, const char *text, const char *flag, const char *value,
                     char *cause) {
  static int number;
  char path[64];
  snprintf(path, sizeof path, "/tmp/selvage-auto-%d-%d%s", (int)getpid(), number++, suffix);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
  selvage *s = selvage_new();
  if (flag) assert_null(selvage_set(s, flag, value));
  selvage_model *m = selvage_load(s, path);
  selvage_answer *a = selvage_check(s, m);
  int status = selvage_answer_status(a);
  snprintf(cause, 32, "%s", selvage_answer_cause(a) ? selvage_answer_cause(a) : "");
  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_free(s);
  unlink(path);
  return status;
}

// What explicit search cannot even begin is easy for others.
static void test_refusals(void **state) {
  SV_UNUSED(state);
  char cause[32];
  assert_int_equal(status_of(".proc",
                             "uint32 a, b; uint32 c = 1;\n"
                             "process p { c = c * a + b; assert c != 77 || a != 12345; }\n",
                             "--time", "60", cause),
                   SELVAGE_VIOLATED);
  assert_int_equal(
      status_of(".proc",
                "uint32 a = 4000000000; uint32 b = 4000000000; uint32 c = 4000000000;\n"
                "uint32 d = 1;\n"
                "process p { d = (a * b * c + 5) % 7; assert d != 6; d = 3; assert d != 3; }\n",
                "--time", "60", cause),
      SELVAGE_VIOLATED);
}

// More threads than there is room for end no schedule: `threads` knows no bound.
static void test_unbounded_threads(void **state) {
  SV_UNUSED(state);
  char cause[32];
  static const char text[] = "decl g := 0, l := 0;\n"
                             "void w() begin\n"
                             "  while (*) do lock l; g := 1; assert(g); g := 0; unlock l; od\n"
                             "end\n"
                             "void main() begin while (*) do start_thread w(); od end\n";
  assert_int_equal(status_of(".bp", text, NULL, NULL, cause), SELVAGE_HOLDS);
  assert_int_equal(status_of(".bp", text, "--threads", "3", cause), SELVAGE_UNKNOWN);
  assert_string_equal(cause, "bound");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),          cmocka_unit_test(test_who),
      cmocka_unit_test(test_many_processes), cmocka_unit_test(test_gpu),
      cmocka_unit_test(test_features),       cmocka_unit_test(test_worth_of_a_shorter_run),
      cmocka_unit_test(test_proofs_add_up),  cmocka_unit_test(test_better_cause),
      cmocka_unit_test(test_better_reach),   cmocka_unit_test(test_contradiction),
      cmocka_unit_test(test_refusals),       cmocka_unit_test(test_unbounded_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
