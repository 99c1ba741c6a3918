// measure.c -- how long the abstract model of a set of predicates takes, in several ways.
//
//   abstraction_measure SECONDS BASELINE SEARCH FILE…
//
// For each model: the predicates are those of the last abstract model in the
// refinement loop of engine/cegar, as J. Dubrovin's thesis (2011, table 6.1) takes
// them, at the end or after SEARCH seconds of processor time. That abstract
// model is then computed in each of the ways below, in a process of its own that
// may use SECONDS of processor time (the first one BASELINE). ABSTRACTION_WAYS in the environment
// lists those wanted, separated by commas. One line for each way, separated by tabs:
//
//   FILE  predicates  search  way  seconds of processor time  states  relation
//
// `search`: "holds", "violated" or "limit", how the search for predicates ended; a time of
// `-` was not enough. `states`: reachable abstract states, by the engine bdd. `relation`: a
// number (relation.h) that is the same for all ways, or one of them is wrong. Neither is counted
// in the time; `-` if it took too much memory or too long.

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/cegar/cegar.h"
#include "lang/lang.h"
#include "relation.h"

typedef struct {
  const char *name;
  sv_abstraction_options options;
} way;

// The columns of the thesis ("sampled" is all of it, don't-cares included), sampling without
// don't-cares, and the diagram of the Boolean structure, of the whole and of parts.
static const sv_abstraction_options everything = {
    true, true, false, {true, true, true, true, false}, 8, false, false};
static const way ways[] = {
    {"monolithic", {false, false, false, {false, false, false, false, false}, 8, false, false}},
    {"partitioned", {true, true, false, {true, false, false, false, false}, 8, false, false}},
    {"clustered", {true, true, false, {true, true, false, false, false}, 8, false, false}},
    {"sampled alone", {true, true, false, {true, true, true, false, false}, 8, false, false}},
    {"sampled", {true, true, false, {true, true, true, true, false}, 8, false, false}},
    {"diagram", {false, false, false, {false, false, false, false, true}, 8, false, false}},
    {"diagrams of parts", {true, true, false, {true, true, false, true, true}, 8, false, false}},
    // Not the same relation: so that it can be seen that the numbers differ. For tests.
    {"cartesian", {true, true, true, {true, true, true, true, false}, 8, false, false}},
};
static sv_model *read_model(const char *path) {
  sv_options options;
  const char *why = "unknown suffix";
  const sv_language *l = sv_language_by_path(path);
  sv_model *m = sv_model_new();
  sv_diags *diags = sv_diags_new(m->sources);
  sv_options_init(&options);
  m->title = path;
  uint32_t file = l ? sv_sources_read(m->sources, path, &why) : 0;
  bool good = file && l->read(m, file, &options, diags);
  if (!good) fprintf(stderr, "%s: %s\n", path, file ? "malformed" : why);
  sv_diags_free(diags);
  sv_options_free(&options);
  if (!good) sv_model_free(m);
  return good ? m : NULL;
}

// ---- time

static volatile int is_late;
static void be_late(int signal) { is_late = signal != 0; }

// Seconds of processor time of this process: the machine may be busy.
static sv_limits patience(double seconds) {
  double whole = (double)(time_t)seconds;
  struct itimerval time = {.it_value = {(time_t)whole, (suseconds_t)((seconds - whole) * 1e6)}};
  is_late = 0;
  signal(SIGPROF, be_late);
  setitimer(ITIMER_PROF, &time, NULL);
  return sv_limits_make(0, 0, &is_late);
}

static double processor_seconds(void) {
  struct rusage r;
  getrusage(RUSAGE_SELF, &r);
  return (double)r.ru_utime.tv_sec + (double)r.ru_utime.tv_usec / 1e6 + (double)r.ru_stime.tv_sec +
         (double)r.ru_stime.tv_usec / 1e6;
}

// ---- what came out

static char *count_states(sv_model *m, sv_limits *limits) {
  sv_options options;
  sv_options_init(&options);
  options.keep_going = true;
  options.deadlock = SV_OPT_TRISTATE_OFF;
  sv_run run = {.options = &options, .limits = limits};
  sv_answer *a = sv_engine_run(sv_engine_find("bdd"), m, &run);
  char *states = sv_strdup(a->states && a->verdict != SV_UNKNOWN ? a->states : "-");
  sv_answer_free(a);
  sv_options_free(&options);
  return states;
}

// ---- one way

typedef void work(void *context);

// In a process of its own that may use so much processor time; false: it did not end well.
static bool apart(work *does, void *context, double seconds) {
  int status = 0;
  fflush(stdout);
  pid_t child = fork();
  if (!child) {
    rlim_t most = (rlim_t)seconds + 1;
    setrlimit(RLIMIT_CPU, &(struct rlimit){most, most});
    does(context);
    fflush(stdout);
    _exit(0);
  }
  waitpid(child, &status, 0);
  return !status;
}

static void tell_result(void *context) {
  sv_abstract_model *x = context;
  sv_limits limits = sv_limits_make(0, 0, NULL);
  uint64_t number = relation_number(x->model, &limits);
  char *states = count_states(x->model, &limits);
  if (number) printf("%s\t%016" PRIx64 "\n", states, number);
  else printf("%s\t-\n", states);
}

typedef struct {
  const sv_cegar *c;
  const way *way;
  const char *search;
  double seconds;
} task;

static void tell_task(const task *t) {
  printf("%s\t%u\t%s\t%s\t", t->c->model->title, t->c->modelled, t->search, t->way->name);
}

static void measure(void *context) {
  task *t = context;
  sv_text why = {0};
  double start = processor_seconds();
  sv_limits limits = patience(t->seconds);
  sv_abstraction *a = sv_abstraction_new(t->c->flat, t->way->options);
  for (uint32_t i = 0; i < t->c->modelled; i++)
    sv_abstraction_add(a, t->c->a->predicates.at[i], &(bool){false});
  sv_abstract_question question = {
      .properties = t->c->asked.at, .n = t->c->asked.n, .cut = &t->c->cut};
  sv_abstract_model *x = sv_abstraction_model(a, &question, &limits, &why);
  double used = processor_seconds() - start;
  if (!x || used > t->seconds) _exit(1);
  patience(0);
  tell_task(t);
  printf("%.3f\t", used);
  if (!apart(tell_result, x, 2 * t->seconds + 60)) printf("-\t-\n");
  fflush(stdout);
  _exit(0);
}

static void measure_apart(task *t) {
  if (apart(measure, t, t->seconds + 2)) return;
  tell_task(t);
  printf("-\t-\t-\n");
  fflush(stdout);
}

// ---- predicates

// As the engine does it; the properties are those of the model.
static void find_predicates(sv_cegar *c) {
  c->a = sv_abstraction_new(c->flat, everything);
  c->query = sv_query_new(c->net, false, c->run->limits);
  c->words_count = true;
  c->refiner = (sv_refiner){.a = c->a,
                            .query = c->query,
                            .limits = c->run->limits,
                            .words_count = true,
                            .interpolants = true};
  for (uint32_t i = 0; i < c->answer->findings.n; i++)
    sv_push(c->asked, c->answer->findings.at[i].property);
  sv_cegar_explicit(c);
}

static const char *end_text(sv_cegar_end end) {
  return end == SV_CEGAR_PROVED ? "holds" : end == SV_CEGAR_FOUND ? "violated" : "limit";
}

static bool is_wanted(const way *w) {
  const char *list = getenv("ABSTRACTION_WAYS");
  size_t n = strlen(w->name);
  for (const char *at = list; at && *at; at += strcspn(at, ","), at += *at == ',')
    if (strcspn(at, ",") == n && !strncmp(at, w->name, n)) return true;
  return !list && strcmp(w->name, "cartesian");
}

typedef struct {
  double seconds, baseline, search;
} times;

static void measure_ways(sv_cegar *c, const times *t) {
  const char *search = end_text(c->end);
  for (uint32_t w = 0; w < SV_COUNT(ways); w++)
    if (is_wanted(&ways[w]))
      measure_apart(&(task){c, &ways[w], search, w ? t->seconds : t->baseline});
}

static void look_at(const char *path, const times *t) {
  sv_options options;
  sv_model *m = read_model(path);
  if (!m) return;
  sv_options_init(&options);
  sv_limits limits = patience(t->search);
  sv_run run = {.options = &options, .limits = &limits};
  sv_answer answer = {.engine = "cegar"};
  for (uint32_t p = 1; p < m->properties.n; p++)
    sv_push(answer.findings, (sv_finding){.property = p, .verdict = SV_UNKNOWN});
  if (!sv_answer_net(&answer, m, &run)) return;
  sv_cegar c = {.run = &run,
                .answer = &answer,
                .model = m,
                .net = answer.net,
                .flat = sv_flat_new(answer.net)};
  sv_bits_init(&c.cut, c.net->actions.n);
  find_predicates(&c);
  patience(0);
  measure_ways(&c, t);
}

int main(int n, char **arguments) {
  if (n < 5)
    return fprintf(stderr, "usage: abstraction_measure SECONDS BASELINE SEARCH FILE...\n"), 64;
  times t = {atof(arguments[1]), atof(arguments[2]), atof(arguments[3])};
  for (int i = 4; i < n; i++) look_at(arguments[i], &t);
  return 0;
}
