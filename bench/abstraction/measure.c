// measure.c -- how long the abstract model of a set of predicates takes, in several ways.
//
//   abstraction_measure SECONDS FILE…
//
// For each model: the predicates are those with which IC3 with implicit
// abstraction (engine/cegar) comes to its answer, as J. Dubrovin's thesis (2011,
// table 6.1) takes them from the last round of a refinement loop, or those that it
// has found after twenty times as many seconds by the clock. The abstract
// model is then computed in each of the ways below, in a process of its own that
// may use so many seconds. One line for each way, separated by tabs:
//
//   FILE  predicates  way  seconds of processor time  reachable abstract states
//
// `-` for what was not finished. The states (by the engine bdd, not counted in the
// time) must be the same in all ways; that the whole relation is the same, state by
// state, is the subject of tests/unit/test_abstract.c.

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/cegar/cegar.h"
#include "lang/lang.h"

typedef struct {
  const char *name;
  sv_abstraction_options options;
} way;

// The columns of the thesis, its don't-cares in full, and the diagram of the Boolean structure.
static const way ways[] = {
    {"monolithic", {false, false, false, {false, false, false, false, false}, 8, false}},
    {"partitioned", {true, true, false, {true, false, false, false, false}, 8, false}},
    {"clustered", {true, true, false, {true, true, false, false, false}, 8, false}},
    {"sampled", {true, true, false, {true, true, true, false, false}, 8, false}},
    {"don't-cares", {true, true, false, {true, true, true, true, false}, 8, false}},
    {"diagram", {false, false, false, {false, false, false, false, true}, 8, false}},
    {"diagrams of parts", {true, true, false, {true, true, false, true, true}, 8, false}},
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

static double processor_seconds(void) {
  struct rusage r;
  getrusage(RUSAGE_SELF, &r);
  return (double)r.ru_utime.tv_sec + (double)r.ru_utime.tv_usec / 1e6 + (double)r.ru_stime.tv_sec +
         (double)r.ru_stime.tv_usec / 1e6;
}

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

static void measure(const sv_cegar *c, const way *w, double seconds) {
  sv_text why = {0};
  sv_limits limits = sv_limits_make(0, 0, NULL);
  sv_abstraction *a = sv_abstraction_new(c->flat, w->options);
  for (uint32_t i = 0; i < c->a->predicates.n; i++) sv_abstraction_add(a, c->a->predicates.at[i]);
  sv_abstract_question question = {.properties = c->asked.at, .n = c->asked.n, .cut = &c->cut};
  setrlimit(RLIMIT_CPU,
            &(struct rlimit){(rlim_t)(processor_seconds() + seconds) + 1, RLIM_INFINITY});
  double start = processor_seconds();
  sv_abstract_model *x = sv_abstraction_model(a, &question, &limits, &why);
  double used = processor_seconds() - start;
  sv_limits more = sv_limits_make(20 * seconds, 0, NULL);
  setrlimit(RLIMIT_CPU, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
  char *states = x ? count_states(x->model, &more) : sv_strdup("-");
  if (x) printf("%s\t%u\t%s\t%.3f\t%s\n", c->model->title, a->predicates.n, w->name, used, states);
  fflush(stdout);
  _exit(x ? 0 : 1);
}

static void measure_apart(const sv_cegar *c, const way *w, double seconds) {
  int status = 0;
  fflush(stdout);
  pid_t child = fork();
  if (!child) measure(c, w, seconds);
  waitpid(child, &status, 0);
  if (status) printf("%s\t%u\t%s\t-\t-\n", c->model->title, c->a->predicates.n, w->name);
}

// As the engine does it; the properties are those of the model.
static void find_predicates(sv_cegar *c) {
  sv_abstraction_options o = {.partition = true, .locality = true, .keep = 8};
  c->a = sv_abstraction_new(c->flat, o);
  c->a->options.queues_are_data = true;
  c->query = sv_query_new(c->net, c->run->limits);
  c->refiner =
      (sv_refiner){.a = c->a, .query = c->query, .limits = c->run->limits, .interpolants = true};
  for (uint32_t i = 0; i < c->answer->findings.n; i++)
    sv_push(c->asked, c->answer->findings.at[i].property);
  sv_cegar_implicit(c);
}

static void look_at(const char *path, double seconds) {
  sv_options options;
  sv_model *m = read_model(path);
  if (!m) return;
  sv_options_init(&options);
  sv_limits limits = sv_limits_make(20 * seconds, 0, NULL);
  sv_run run = {.options = &options, .limits = &limits};
  sv_answer answer = {.engine = "cegar"};
  for (uint32_t p = 1; p < m->properties.n; p++)
    sv_push(answer.findings, (sv_finding){.property = p, .verdict = SV_UNKNOWN});
  if (sv_answer_net(&answer, m, &run)) {
    sv_cegar c = {.run = &run,
                  .answer = &answer,
                  .model = m,
                  .net = answer.net,
                  .flat = sv_flat_new(answer.net)};
    sv_bits_init(&c.cut, c.net->actions.n);
    find_predicates(&c);
    if (c.end == SV_CEGAR_LIMIT) fprintf(stderr, "%s: %s\n", path, sv_text_get(&c.why));
    for (uint32_t w = 0; w < SV_COUNT(ways); w++) measure_apart(&c, &ways[w], seconds);
  }
}

int main(int n, char **arguments) {
  if (n < 3) return fprintf(stderr, "usage: abstraction_measure SECONDS FILE...\n"), 64;
  for (int i = 2; i < n; i++) look_at(arguments[i], atof(arguments[1]));
  return 0;
}
