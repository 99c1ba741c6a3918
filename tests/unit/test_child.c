// Tests of engine/child.h: answers come through a pipe as they are; limits,
// crashes and nonsense become what they should.

#define _GNU_SOURCE

#include "engine/child.h"

#include <dirent.h>

#include "engine/child_wire.h"
#include "unit/test_explicit_models.h"

// ---- running a check function, here or in a child

static sv_check_fn *inner;

static void in_child(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_check_in_child(inner, m, run, a);
}

typedef struct {
  sv_check_fn *check;
  bool child;
  const char *settings;
  double seconds;
  size_t memory;
  sv_progress *progress;
  const volatile int *interrupt;
} job;

static sv_answer *run_job(sv_model *m, job j) {
  sv_options options;
  sv_text why = {0};
  sv_engine engine = {.name = "explicit", .summary = "", .check = j.child ? in_child : j.check};
  inner = j.check;
  sv_options_init(&options);
  assert_true(sv_options_set(&options, "jobs", "1", &why));
  if (j.settings) assert_true(sv_options_set(&options, j.settings, NULL, &why));
  sv_limits limits = sv_limits_make(j.seconds, j.memory, j.interrupt);
  sv_run run = {.options = &options, .limits = &limits, .progress = j.progress};
  sv_answer *a = sv_engine_run(&engine, m, &run);
  sv_options_free(&options);
  return a;
}

// ---- equal answers

static void assert_same_string(const char *a, const char *b) {
  if (!a || !b) assert_ptr_equal(a, b);
  else assert_string_equal(a, b);
}

static void assert_same_trace(const sv_net *net, const sv_trace *a, const sv_trace *b) {
  assert_int_equal(a != NULL, b != NULL);
  if (!a) return;
  assert_true(sv_state_equal(net, a->initial, b->initial));
  assert_int_equal(a->steps.n, b->steps.n);
  assert_int_equal(a->property, b->property);
  for (uint32_t i = 0; i < a->steps.n; i++) {
    const sv_step *x = &a->steps.at[i], *y = &b->steps.at[i];
    assert_int_equal(x->action, y->action);
    for (uint32_t c = 0; c < net->actions.at[x->action].choice_count; c++)
      assert_true(sv_value_same(x->choices[c], y->choices[c]));
  }
}

static void assert_same_lists(const sv_answer *a, const sv_answer *b) {
  assert_int_equal(a->unreached.n, b->unreached.n);
  assert_int_equal(a->unreached_names.n, b->unreached_names.n);
  for (uint32_t i = 0; i < a->unreached.n; i++) {
    assert_memory_equal(&a->unreached.at[i], &b->unreached.at[i], sizeof *a->unreached.at);
    assert_string_equal(a->unreached_names.at[i], b->unreached_names.at[i]);
  }
  assert_int_equal(a->statistics.n, b->statistics.n);
  for (uint32_t i = 0; i < a->statistics.n; i++) {
    assert_string_equal(a->statistics.at[i].name, b->statistics.at[i].name);
    assert_non_null(b->statistics.at[i].value);
  }
}

static void assert_same(const sv_answer *a, const sv_answer *b) {
  assert_int_equal(a->verdict, b->verdict);
  assert_int_equal(a->cause, b->cause);
  assert_same_string(a->reason, b->reason);
  assert_same_string(a->bug, b->bug);
  assert_string_equal(a->engine, b->engine);
  assert_same_string(a->states, b->states);
  assert_same_string(a->transitions, b->transitions);
  assert_int_equal(a->depth, b->depth);
  assert_int_equal(a->complete, b->complete);
  assert_int_equal(a->pool_full, b->pool_full);
  assert_int_equal(a->threads, b->threads);
  assert_int_equal(a->certified, b->certified);
  assert_int_equal(a->findings.n, b->findings.n);
  for (uint32_t i = 0; i < a->findings.n; i++) {
    const sv_finding *x = &a->findings.at[i], *y = &b->findings.at[i];
    assert_int_equal(x->property, y->property);
    assert_int_equal(x->verdict, y->verdict);
    assert_int_equal(x->cause, y->cause);
    assert_same_string(x->reason, y->reason);
    assert_same_trace(a->net, x->trace, y->trace);
  }
  assert_same_lists(a, b);
}

static sv_verdict compare(sv_model *m, sv_check_fn *check, const char *settings) {
  sv_answer *here = run_job(m, (job){.check = check, .settings = settings});
  sv_answer *there = run_job(m, (job){.check = check, .settings = settings, .child = true});
  sv_verdict verdict = here->verdict;
  assert_same(here, there);
  sv_answer_free(here);
  sv_answer_free(there);
  return verdict;
}

static void test_explicit_search(void **state) {
  SV_UNUSED(state);
  static const char *const settings[] = {NULL, "keep-going", "certify"};
  uint32_t seen[3] = {0};
  for (uint64_t seed = 1; seed <= 60; seed++) {
    sv_model *m = random_model(seed);
    seen[compare(m, sv_engine_find("explicit")->check, settings[seed % 3])]++;
    sv_model_free(m);
  }
  assert_true(seen[SV_HOLDS] && seen[SV_VIOLATED]);
}

// ---- answers made by hand

static sv_model *counter(int64_t n) {
  sv_model *m = sv_model_new();
  uint32_t x = add_counter(m, "x", n);
  add_property(m, "small", SV_PROP_INVARIANT, below(m, x, n + 1));
  add_property(m, "tiny", SV_PROP_INVARIANT, below(m, x, 2));
  return m;
}

static void say_everything(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_answer_net(a, m, run);
  a->states = sv_strdup("123456789012345678901234567890");
  a->depth = UINT64_C(1) << 40;
  a->pool_full = a->certified = true;
  sv_push(a->unreached, (sv_span){0, 3, 5});
  sv_push(a->unreached_names, sv_strdup("thread@L3"));
  sv_push(a->unreached, (sv_span){1, 7, 9});
  sv_push(a->unreached_names, sv_strdup(""));
  sv_answer_statistic(a, "strange name", "%d%%", 5);
  sv_answer_close(a, SV_CAUSE_GAVE_UP, "only so far: \"x\"");
}

static void say_bug(sv_model *m, const sv_run *run, sv_answer *a) {
  SV_UNUSED(m);
  SV_UNUSED(run);
  sv_answer_bug(a, "two is %d", 3);
  sv_answer_close(a, SV_CAUSE_NONE, NULL);
}

static void say_holds(sv_model *m, const sv_run *run, sv_answer *a) {
  SV_UNUSED(m);
  SV_UNUSED(run);
  sv_answer_close(a, SV_CAUSE_NONE, "by induction");
}

// Every cause travels, for the answer and for its findings.
static sv_cause travelling;

static void say_cause(sv_model *m, const sv_run *run, sv_answer *a) {
  SV_UNUSED(m);
  SV_UNUSED(run);
  sv_answer_close(a, travelling, "some reason");
  if (travelling) sv_answer_undecided(a, &a->findings.at[1], SV_CAUSE_DEPTH, "another reason");
}

static void test_causes(void **state) {
  SV_UNUSED(state);
  sv_model *m = counter(4);
  for (int c = 0; c < SV_CAUSE_COUNT; c++) {
    travelling = (sv_cause)c;
    assert_int_equal(compare(m, say_cause, NULL), c ? SV_UNKNOWN : SV_HOLDS);
    sv_answer *a = run_job(m, (job){.check = say_cause, .child = true});
    assert_int_equal(a->cause, c);
    assert_int_equal(a->findings.at[0].cause, c);
    assert_int_equal(a->findings.at[1].cause, c ? SV_CAUSE_DEPTH : SV_CAUSE_NONE);
    sv_answer_free(a);
  }
  sv_model_free(m);
}

// Unknown without a cause, and a cause without being unknown.
static void say_no_cause(sv_model *m, const sv_run *run, sv_answer *a) {
  SV_UNUSED(m);
  SV_UNUSED(run);
  sv_answer_close(a, SV_CAUSE_GAVE_UP, "x");
  a->findings.at[1].cause = SV_CAUSE_NONE;
}

static void say_idle_cause(sv_model *m, const sv_run *run, sv_answer *a) {
  SV_UNUSED(m);
  SV_UNUSED(run);
  sv_answer_close(a, SV_CAUSE_NONE, NULL);
  a->cause = SV_CAUSE_TIME;
}

static void test_all_fields(void **state) {
  SV_UNUSED(state);
  sv_model *m = counter(4);
  assert_int_equal(compare(m, say_holds, NULL), SV_HOLDS);
  assert_int_equal(compare(m, say_everything, NULL), SV_UNKNOWN);
  sv_answer *a = run_job(m, (job){.check = say_bug, .child = true});
  assert_string_equal(a->bug, "two is 3");
  assert_verdict(a, SV_UNKNOWN);
  sv_answer_free(a);
  sv_model_free(m);
}

// The sum of a large number and a fraction: values that are not small.
static void walk_large(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_net *net = sv_answer_net(a, m, run);
  sv_state *s = sv_state_new(net);
  sv_numbers *numbers = sv_terms_numbers(m->terms);
  const char *large = "-123456789012345678901234567890", *part = "22/7";
  sv_value *x = &s->cells[net->vars.at[0].first_cell], *y = &s->cells[net->vars.at[1].first_cell];
  assert_true(sv_number_parse(numbers, large, strlen(large), x));
  assert_true(sv_number_parse(numbers, part, strlen(part), y));
  sv_answer_violated(a, 1, sv_trace_new(net, s));
  sv_state_free(net, s);
  sv_answer_close(a, SV_CAUSE_DEPTH, "no");
}

static void test_large_numbers(void **state) {
  SV_UNUSED(state);
  sv_model *m = sv_model_new();
  sv_terms *T = m->terms;
  sv_name name = name_of(m, "x");
  uint32_t x = sv_model_variable(m, name, sv_sort_int(T), SV_GLOBAL, SV_NONE, SV_NOWHERE);
  sv_model_variable(m, name_of(m, "y"), sv_sort_real(T), SV_GLOBAL, SV_NONE, SV_NOWHERE);
  add_property(m, "large", SV_PROP_INVARIANT, sv_app2(T, SV_OP_LT, number(m, 0), var(m, x)));
  assert_int_equal(compare(m, walk_large, NULL), SV_VIOLATED);
  sv_model_free(m);
}

// ---- limits

static void sleep_long(sv_model *m, const sv_run *run, sv_answer *a) {
  SV_UNUSED(m);
  SV_UNUSED(a);
  sv_child_covered(run, "no violation within %d steps", 7);
  sv_child_covered(run, "no violation within %d steps", 12);
  sleep(100);
}

static void test_time(void **state) {
  SV_UNUSED(state);
  sv_model *m = counter(4);
  double start = sv_now();
  sv_answer *a = run_job(m, (job){.check = sleep_long, .child = true, .seconds = 0.3});
  assert_true(sv_now() - start < 10);
  assert_verdict(a, SV_UNKNOWN);
  assert_string_equal(a->reason, "time limit reached: no violation within 12 steps");
  assert_string_equal(a->findings.at[1].reason, a->reason);
  assert_null(a->bug);
  sv_answer_free(a);
  sv_model_free(m);
}

static void test_interrupt(void **state) {
  SV_UNUSED(state);
  static const volatile int stop = 1;
  sv_model *m = counter(4);
  sv_answer *a = run_job(m, (job){.check = sleep_long, .child = true, .interrupt = &stop});
  assert_non_null(strstr(a->reason, "interrupted"));
  sv_answer_free(a);
  sv_model_free(m);
}

// A child that looks at its limits says more than we could.
static void test_own_limit(void **state) {
  SV_UNUSED(state);
  sv_model *m = sv_model_new();
  for (int i = 0; i < 8; i++) {
    uint32_t x = add_counter(m, (char[]){'x', (char)('0' + i), 0}, 1000);
    add_property(m, "small", SV_PROP_INVARIANT, below(m, x, 2000));
  }
  sv_check_fn *check = sv_engine_find("explicit")->check;
  sv_answer *a = run_job(m, (job){.check = check, .child = true, .seconds = 0.2});
  assert_verdict(a, SV_UNKNOWN);
  assert_non_null(strstr(a->reason, "time limit reached: no violation"));
  assert_non_null(a->states);
  sv_answer_free(a);
  sv_model_free(m);
}

// ---- pauses

// Works until its own clock says so; tells how long that took by the wall.
static void work_a_while(sv_model *m, const sv_run *run, sv_answer *a) {
  SV_UNUSED(m);
  double wall = sv_now(), begin = sv_limits_now(run->limits);
  while (sv_limits_now(run->limits) < begin + 0.2) usleep(1000);
  sv_answer_statistic(a, "wall", "%f", sv_now() - wall);
  sv_answer_close(a, SV_CAUSE_NONE, "worked");
}

typedef struct {
  sv_options options;
  sv_limits limits;
  sv_run run;
  sv_answer *answer;
} paused_job;

static void prepare(paused_job *j, sv_model *m) {
  *j = (paused_job){0};
  sv_options_init(&j->options);
  j->limits = sv_limits_make(0, 0, NULL);
  j->run = (sv_run){.options = &j->options, .limits = &j->limits};
  sv_answer *asked = run_job(m, (job){.check = say_holds});
  j->answer = sv_answer_like(asked);
  sv_answer_free(asked);
}

static void release(paused_job *j) {
  sv_answer_free(j->answer);
  sv_options_free(&j->options);
}

static void test_pause(void **state) {
  SV_UNUSED(state);
  sv_model *m = counter(4);
  paused_job j;
  prepare(&j, m);
  sv_child *child = sv_child_start(work_a_while, m, &j.run, j.answer);
  assert_non_null(child);
  assert_false(sv_child_run(child, 0.01));
  sv_child_pause(child);
  usleep(600000);
  assert_true(sv_child_run(child, 60));
  assert_verdict(j.answer, SV_HOLDS);
  assert_string_equal(j.answer->reason, "worked");
  assert_true(atof(j.answer->statistics.at[0].value) > 0.6);  // it did not notice the pause
  sv_child_free(child);
  release(&j);
  sv_model_free(m);
}

// A child that waits can be ended, be told to hurry, and be killed.
static void test_end_of_pause(void **state) {
  SV_UNUSED(state);
  sv_model *m = counter(4);
  paused_job j;
  prepare(&j, m);
  sv_child *child = sv_child_start(sleep_long, m, &j.run, j.answer);
  assert_false(sv_child_run(child, 0.05));
  sv_child_pause(child);
  assert_true(sv_child_bytes(child) > 0);
  sv_child_free(child);
  child = sv_child_start(sleep_long, m, &j.run, j.answer);
  sv_child_pause(child);
  j.limits.deadline = sv_now();
  sv_child_hurry(child, SV_CAUSE_TIME);
  assert_true(sv_child_run(child, 60));
  assert_int_equal(j.answer->cause, SV_CAUSE_TIME);
  sv_child_free(child);
  j.limits = sv_limits_make(0, 0, NULL);
  child = sv_child_start(sleep_long, m, &j.run, j.answer);
  sv_child_pause(child);
  sv_child_kill(child, SV_CAUSE_MEMORY);
  assert_true(sv_child_run(child, 60));
  assert_int_equal(j.answer->cause, SV_CAUSE_MEMORY);
  sv_child_free(child);
  release(&j);
  sv_model_free(m);
}

// ---- side by side

static int telephone[2];

static void listen_first(sv_model *m, const sv_run *run, sv_answer *a) {
  char word;
  SV_UNUSED(m);
  SV_UNUSED(run);
  bool heard = read(telephone[0], &word, 1) == 1;
  sv_answer_close(a, SV_CAUSE_NONE, heard ? "heard" : "silence");
}

static void speak_and_sleep(sv_model *m, const sv_run *run, sv_answer *a) {
  usleep(20000);
  if (write(telephone[1], "!", 1) == 1) sleep_long(m, run, a);
}

// The one that ends waits for a word of the other one, so both must run at the same time; the
// other one can then be suspended and goes on.
static void test_side_by_side(void **state) {
  SV_UNUSED(state);
  sv_model *m = counter(4);
  paused_job speaker, listener;
  prepare(&speaker, m);
  prepare(&listener, m);
  assert_int_equal(pipe(telephone), 0);
  sv_child *children[2] = {sv_child_start(speak_and_sleep, m, &speaker.run, speaker.answer),
                           sv_child_start(listen_first, m, &listener.run, listener.answer)};
  for (uint32_t i = 0; i < 2; i++) sv_child_pause(children[i]);
  assert_int_equal(sv_children_run(children, 2, 60), 1);
  assert_string_equal(listener.answer->reason, "heard");
  sv_child_pause(children[0]);
  assert_int_equal(sv_children_run(children, 1, 0.01), 1);
  for (uint32_t i = 0; i < 2; i++) sv_child_free(children[i]);
  close(telephone[0]);
  close(telephone[1]);
  release(&speaker);
  release(&listener);
  sv_model_free(m);
}

static void eat(sv_model *m, const sv_run *run, sv_answer *a) {
  SV_UNUSED(m);
  SV_UNUSED(run);
  SV_UNUSED(a);
  for (char *volatile eaten;;) {  // volatile: what nobody looks at need not be allocated
    eaten = malloc(1 << 20);
    memset(eaten, 1, 1 << 20);
    usleep(100);
  }
}

static void test_memory(void **state) {
  SV_UNUSED(state);
  sv_model *m = counter(4);
  size_t limit = 2 * sv_resident_bytes() + ((size_t)50 << 20);
  sv_answer *a = run_job(m, (job){.check = eat, .child = true, .seconds = 30, .memory = limit});
  assert_string_equal(a->reason, "memory limit reached");
  sv_answer_free(a);
  sv_model_free(m);
}

static void run_out(sv_model *m, const sv_run *run, sv_answer *a) {
  SV_UNUSED(m);
  SV_UNUSED(a);
  sv_child_covered(run, "nothing");
  sv_out_of_memory(1000);
}

static void kill_self(sv_model *m, const sv_run *run, sv_answer *a) {
  SV_UNUSED(m);
  SV_UNUSED(run);
  SV_UNUSED(a);
  raise(SIGKILL);
}

static void assert_runs_out(sv_check_fn *check, const char *reason) {
  sv_model *m = counter(4);
  sv_answer *a = run_job(m, (job){.check = check, .child = true});
  assert_null(a->bug);
  assert_string_equal(a->reason, reason);
  sv_answer_free(a);
  sv_model_free(m);
}

static void test_out_of_memory(void **state) {
  SV_UNUSED(state);
  assert_runs_out(run_out, "out of memory: nothing");
  assert_runs_out(kill_self, "out of memory");
}

// What the system sends at its own limit of processor time.
static void use_up_processor(sv_model *m, const sv_run *run, sv_answer *a) {
  SV_UNUSED(m);
  SV_UNUSED(a);
  sv_child_covered(run, "nothing");
  raise(SIGXCPU);
}

static void test_out_of_processor(void **state) {
  SV_UNUSED(state);
  assert_runs_out(use_up_processor, "the system allows no more processor time: nothing");
}

// ---- bugs

static void crash(sv_model *m, const sv_run *run, sv_answer *a) {
  SV_UNUSED(m);
  SV_UNUSED(run);
  SV_UNUSED(a);
  signal(SIGABRT, SIG_DFL);
  sv_misuse("crash", "false", "on purpose");
}

static void leave_early(sv_model *m, const sv_run *run, sv_answer *a) {
  SV_UNUSED(m);
  SV_UNUSED(run);
  SV_UNUSED(a);
  _exit(0);
}

// A violation that is none; nobody checks it in the child.
static void lie(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_net *net = sv_answer_net(a, m, run);
  sv_state *s = sv_state_new(net);
  a->findings.at[0].trace = sv_trace_new(net, s);
  a->findings.at[0].trace->property = 1;
  a->findings.at[0].verdict = SV_VIOLATED;
  a->findings.at[0].cause = SV_CAUSE_NONE;
  sv_answer_close(a, SV_CAUSE_NONE, NULL);
  sv_state_free(net, s);
}

// Says that all holds, though one finding is unknown.
static void contradict(sv_model *m, const sv_run *run, sv_answer *a) {
  SV_UNUSED(m);
  SV_UNUSED(run);
  sv_answer_close(a, SV_CAUSE_NONE, NULL);
  a->findings.at[1].verdict = SV_UNKNOWN;
}

static void assert_bug(sv_check_fn *check, const char *words) {
  sv_model *m = counter(4);
  sv_answer *a = run_job(m, (job){.check = check, .child = true});
  assert_verdict(a, SV_UNKNOWN);
  assert_non_null(a->bug);
  if (!strstr(a->bug, words)) fail_msg("%s", a->bug);
  for (uint32_t i = 0; i < a->findings.n; i++)
    assert_int_equal(a->findings.at[i].verdict, SV_UNKNOWN);
  sv_answer_free(a);
  sv_model_free(m);
}

static void test_bugs(void **state) {
  SV_UNUSED(state);
  assert_bug(crash, "ended by signal 6: selvage: misuse of crash: on purpose");
  assert_bug(leave_early, "status 0 and no answer");
  assert_bug(lie, "cannot be replayed");
  assert_bug(contradict, "malformed");
  assert_bug(say_no_cause, "malformed");
  assert_bug(say_idle_cause, "malformed");
}

// Every truncated or damaged answer is refused or read, but never crashes.
static void test_damage(void **state) {
  SV_UNUSED(state);
  sv_model *m = counter(4);
  sv_answer *a = run_job(m, (job){.check = sv_engine_find("explicit")->check});
  sv_text bytes = {0};
  sv_options options;
  sv_options_init(&options);
  sv_limits limits = {0};
  sv_run run = {.options = &options, .limits = &limits};
  sv_random random = {1};
  sv_wire_put_answer(&bytes, m, a);
  for (uint32_t i = 0; i < 3000; i++) {
    sv_answer b = {.engine = "explicit", .verdict = SV_UNKNOWN, .cause = SV_CAUSE_INCOMPLETE};
    char *copy = memcpy(malloc(bytes.n + 1), bytes.at, bytes.n);
    bool cut = i % 2;
    size_t n = cut ? sv_random_below(&random, bytes.n) : bytes.n;
    if (!cut) copy[sv_random_below(&random, bytes.n)] = (char)sv_random_next(&random);
    for (uint32_t p = 1; p <= 2; p++) sv_push(b.findings, (sv_finding){.property = p});
    sv_wire w = {.at = copy, .n = n};
    bool good = sv_wire_get_answer(&w, m, &run, &b);
    if (cut) assert_false(good);
    sv_answer *end = SV_NEW(sv_answer);
    sv_answer *held = SV_NEW(sv_answer);
    *held = b;
    sv_answer_adopt(end, held);
    sv_answer_free(end);
    free(copy);
  }
  sv_text_free(&bytes);
  sv_options_free(&options);
  sv_answer_free(a);
  sv_model_free(m);
}

// ---- progress, and what is left behind

static void report(void *context, const sv_progress_report *r) {
  uint64_t *sum = context;
  assert_string_equal(r->phase, "explicit, working");
  assert_string_equal(r->size_of, "nodes");
  assert_int_equal(r->size, 7 * r->states);
  if (r->states > 1) assert_string_equal(r->depth_of, "round");
  else assert_null(r->depth_of);
  *sum += r->states + 1000 * r->transitions + 1000000 * r->depth;
}

static void report_progress(sv_model *m, const sv_run *run, sv_answer *a) {
  SV_UNUSED(m);
  for (uint64_t i = 1; i <= 3; i++)
    sv_progress_tick(run->progress, &(sv_progress_report){.phase = "working",
                                                          .states = i,
                                                          .transitions = 10 * i,
                                                          .depth = 2,
                                                          .depth_of = i > 1 ? "round" : NULL,
                                                          .size = 7 * i,
                                                          .size_of = "nodes"});
  fprintf(stderr, "a line for the standard error\n");
  sv_answer_close(a, SV_CAUSE_NONE, NULL);
}

static uint32_t open_files(void) {
  uint32_t n = 0;
  DIR *d = opendir("/proc/self/fd");
  while (readdir(d)) n++;
  closedir(d);
  return n;
}

static void test_progress(void **state) {
  SV_UNUSED(state);
  uint64_t sum = 0;
  uint32_t files = open_files();
  sv_progress progress = {.show = report, .context = &sum};
  sv_model *m = counter(4);
  sv_answer *a = run_job(m, (job){.check = report_progress, .child = true, .progress = &progress});
  assert_verdict(a, SV_HOLDS);
  assert_int_equal(sum, 6 + 60 * 1000 + 6 * 1000000);
  sv_answer_free(a);
  sv_model_free(m);
  assert_int_equal(open_files(), files);
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

// An engine that does not say anything is shown at work, later with what it said last.
static void report_life(void *context, const sv_progress_report *r) {
  uint32_t *seen = context;
  assert_true(r->bytes > 0);
  if (r->states) assert_string_equal(r->phase, "explicit, working");
  else assert_string_equal(r->phase, "explicit");
  seen[r->states > 0]++;
}

static void keep_silent(sv_model *m, const sv_run *run, sv_answer *a) {
  SV_UNUSED(m);
  usleep(1500000);
  sv_progress_tick(run->progress, &(sv_progress_report){.phase = "working", .states = 1});
  usleep(1500000);
  sv_answer_close(a, SV_CAUSE_NONE, NULL);
}

static void test_silence(void **state) {
  SV_UNUSED(state);
  uint32_t seen[2] = {0};
  sv_progress progress = {.show = report_life, .context = seen};
  sv_model *m = counter(4);
  sv_answer *a = run_job(m, (job){.check = keep_silent, .child = true, .progress = &progress});
  assert_true(seen[0] >= 1 && seen[1] >= 2);
  sv_answer_free(a);
  sv_model_free(m);
}

static void test_covered_elsewhere(void **state) {
  SV_UNUSED(state);
  sv_progress progress = {0};
  sv_run run = {.progress = &progress};
  sv_child_covered(&run, "nothing");
  run.progress = NULL;
  sv_child_covered(&run, "nothing");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_explicit_search),
      cmocka_unit_test(test_causes),
      cmocka_unit_test(test_pause),
      cmocka_unit_test(test_end_of_pause),
      cmocka_unit_test(test_side_by_side),
      cmocka_unit_test(test_all_fields),
      cmocka_unit_test(test_large_numbers),
      cmocka_unit_test(test_time),
      cmocka_unit_test(test_interrupt),
      cmocka_unit_test(test_own_limit),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_out_of_memory),
      cmocka_unit_test(test_out_of_processor),
      cmocka_unit_test(test_bugs),
      cmocka_unit_test(test_damage),
      cmocka_unit_test(test_progress),
      cmocka_unit_test(test_silence),
      cmocka_unit_test(test_covered_elsewhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
