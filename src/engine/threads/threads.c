// threads.c -- the engine `threads`: any number of threads, always an answer.
//
// First the over-approximation of Cook, Kroening, Sharygina 2007 by sets of
// thread states (fixpoint.c): where no violation is among them, the property
// holds. Otherwise the counterexample may be spurious: another engine looks for
// a real one with few threads, briefly; states of two threads (pairs.h) may be
// enough; and then coverability (cover.h) decides.
// A recursive program is looked at with a stack without bound (stack.h): with one
// thread the sets are exact, with several nothing decides, and few threads with
// few activations are all that is looked for.
// docs/engine-threads.md.

#include <setjmp.h>
#include <stdlib.h>

#include "engine/child.h"
#include "engine/table.h"
#include "engine/threads/anonymous.h"
#include "engine/threads/cover.h"
#include "engine/threads/history.h"
#include "engine/threads/pairs.h"
#include "engine/threads/realise.h"

// Seconds for a quick look, and the part of the time left that coverability gets first.
static const double least_look = 0.2, longest_look = 5, cover_part = 0.6;
// Seconds for recursion among threads, where the user sets no limit.
static const double recursive_look = 60;

typedef struct {
  jmp_buf out;  // when BDDs run out of memory
  const char *why;
} exit_path;

static void fail(void *context, const char *why) {
  exit_path *path = context;
  path->why = why;
  longjmp(path->out, 1);
}

// ---- the abstraction, in a child

static void add_statistics(sv_answer *a, sv_thread_sets *x) {
  mpz_t n;
  mpz_init(n);
  sv_thread_count(x, n);
  char *digits = mpz_get_str(NULL, 10, n);
  sv_answer_statistic(a, "thread states", "%s", digits);
  free(digits);
  mpz_clear(n);
  sv_answer_statistic(a, "nodes of thread states", "%u", sv_bdd_nodes(x->bdds, x->reached));
  sv_answer_statistic(a, "passes", "%llu", (unsigned long long)x->passes);
  sv_answer_statistic(a, "exclusive predicates", "%u", x->s->exclusive.n);
  if (x->s->counted) sv_answer_statistic(a, "ghosts", "%u", x->s->counted);
  sv_answer_statistic(a, "passing", "%s", x->lazy ? "lazy" : "everywhere");
}

static void judge(sv_answer *a, const sv_bits *violated, const char *border) {
  sv_text cut = {0};
  if (border) sv_text_printf(&cut, "no violation; not covered: %s", border);
  sv_answer_close(a, border ? SV_CAUSE_BOUND : SV_CAUSE_NONE,
                  border ? sv_text_get(&cut) : "no thread state that threads can get into is bad");
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (sv_bits_has(violated, a->findings.at[i].property))
      sv_answer_undecided(a, &a->findings.at[i], SV_CAUSE_INCOMPLETE, "abstract counterexample");
  sv_text_free(&cut);
}

// ---- exactly

static const char *unrealised(const sv_thread_system *s) {
  if (s->coarse)
    return "no run found for an abstract counterexample, in which threads do not know each other";
  return "no run for an abstract counterexample: it needs a guard over all other threads";
}

// True: go on with the next property.
static bool decide(sv_thread_sets *x, const sv_run *run, sv_answer *a, sv_finding *f) {
  uint32_t first, property = f->property;
  sv_cover *c = sv_cover_new(x, property);
  sv_cover_end end = sv_cover_run(c, &first);
  bool real = end == SV_COVER_REACHED && !x->s->coarse;
  sv_trace *trace = real ? sv_cover_witness(c, first, a, run) : NULL;
  assert(end != SV_COVER_REACHED || first < c->elements.n);
  if (trace) sv_answer_violated(a, property, trace);
  else if (end == SV_COVER_SAFE && !x->cut) sv_answer_proven(f);
  else if (end == SV_COVER_REACHED && (x->s->asks_passive || x->s->coarse))
    sv_answer_undecided(a, f, SV_CAUSE_INCOMPLETE, unrealised(x->s));
  else if (end == SV_COVER_REACHED)
    sv_answer_bug(a, "threads cannot follow a run that must be there");
  else if (end == SV_COVER_LIMIT)
    sv_answer_undecided(a, f, run->limits->hit, sv_cause_text(run->limits->hit));
  sv_answer_statistic(a, "elements", "%u of %llu, at most %u threads", c->elements.n,
                      (unsigned long long)c->drawn, c->most_threads);
  sv_cover_free(c);
  return !a->bug && !trace && !run->limits->hit;
}

// What no two threads violate.
static void try_pairs(sv_thread_sets *x, sv_answer *a) {
  sv_bits open;
  sv_bits_init(&open, x->s->model->properties.n);
  sv_bits_copy(&open, &x->violated);
  if (!x->cut && sv_thread_pair_up(x)) {
    SV_LOG(x->run->log, 1, "threads: pairs of %u nodes leave %u properties open",
           sv_bdd_nodes(x->bdds, x->together), sv_bits_count(&x->violated));
    for (uint32_t p = 0; p < open.n; p++)
      assert(!sv_bits_has(&x->violated, p) || sv_bits_has(&open, p));
    for (uint32_t i = 0; i < a->findings.n; i++)
      if (sv_bits_has(&open, a->findings.at[i].property) &&
          !sv_bits_has(&x->violated, a->findings.at[i].property))
        sv_answer_proven(&a->findings.at[i]);
    sv_answer_statistic(a, "nodes of pairs", "%u", sv_bdd_nodes(x->bdds, x->together));
  }
  sv_bits_free(&open);
}

static void decide_all(sv_thread_sets *x, const sv_run *run, sv_answer *a) {
  bool approximate = run->options->approximate, covers = false, more = !approximate;
  if (a->verdict != SV_UNKNOWN || (approximate && run->options->repr != SV_OPT_REPR_PAIRS)) return;
  if (x->s->model->templates.at[1].pool != SV_UNBOUNDED) return;  // another engine has them all
  sv_thread_complete(x);
  try_pairs(x, a);
  for (uint32_t i = 0; i < a->findings.n && more; i++)
    if (sv_bits_has(&x->violated, a->findings.at[i].property))
      covers = true, more = decide(x, run, a, &a->findings.at[i]);
  sv_answer_settle(a, covers ? "bad states cannot be covered"
                             : "no two threads can get into a bad state");
}

// ---- one thread with a stack

static void follow(sv_thread_sets *x, sv_model *m, const sv_run *run, sv_answer *a, sv_finding *f) {
  const char *why = NULL;
  if (!sv_answer_net(a, m, run)) return;
  sv_trace *trace = sv_thread_follow(x, f->property, a->net, &why);
  if (trace) sv_answer_violated(a, f->property, trace);
  else if (why) sv_answer_undecided(a, f, SV_CAUSE_SIZE, why);
  else sv_answer_bug(a, "threads cannot follow a run that must be there");
}

static void follow_all(sv_thread_sets *x, sv_model *m, const sv_run *run, sv_answer *a) {
  bool more = true;
  for (uint32_t i = 0; i < a->findings.n && more; i++) {
    sv_finding *f = &a->findings.at[i];
    if (!sv_bits_has(&x->violated, f->property)) continue;
    follow(x, m, run, a, f);
    more = !a->bug && (f->verdict != SV_VIOLATED || run->options->keep_going);
  }
  sv_answer_settle(a, "bad states cannot be covered");
}

// ---- in the child

static bool starts_threads(const sv_thread_system *s) {
  for (uint32_t i = 0; i < s->actions.n; i++)
    if (s->actions.at[i].net->edge_count > 1) return true;
  return false;
}

static void explore_system(sv_thread_system *s, sv_model *m, const sv_run *run, sv_answer *a,
                           exit_path *path) {
  bool exact = s->stack && !starts_threads(s);
  SV_LOG(run->log, 1, "threads: %u global and %u local bits, %u actions%s", s->globals, s->locals,
         s->actions.n, s->stack ? ", a stack" : "");
  sv_thread_sets *x = sv_thread_sets_new(s, run, fail, path);
  x->recording = exact;
  sv_thread_explore(x);
  judge(a, &x->violated, x->cut);
  SV_LOG(run->log, 1, "threads: fix-point of %u nodes after %llu passes, %u exclusive predicates",
         sv_bdd_nodes(x->bdds, x->reached), (unsigned long long)x->passes, s->exclusive.n);
  add_statistics(a, x);
  if (exact && a->verdict == SV_UNKNOWN) follow_all(x, m, run, a);
  else if (!s->stack) decide_all(x, run, a);
  sv_thread_sets_free(x);
}

// Once more, keeping what is needed to tell why; the property is the first open one.
static void tell(sv_thread_system *s, const sv_run *run, sv_answer *a, exit_path *path) {
  sv_text told = {0};
  sv_thread_sets *x = sv_thread_sets_new(s, run, fail, path);
  x->recording = true;
  sv_thread_explore(x);
  for (uint32_t i = 0; i < a->findings.n && !told.n; i++)
    if (a->findings.at[i].verdict == SV_UNKNOWN &&
        sv_bits_has(&x->violated, a->findings.at[i].property))
      sv_thread_describe(x, a->findings.at[i].property, &told);
  sv_thread_sets_free(x);
  if (told.n) a->details = sv_text_take(&told);
}

static void explore_symbolic(sv_thread_system *s, const sv_run *run, sv_answer *a) {
  sv_thread_symbolic found = {0};
  bool ended = sv_thread_explore_symbolic(s, run, &found);
  if (ended) judge(a, &found.violated, found.cut);
  else sv_answer_refuse(a, run, SV_CAUSE_GAVE_UP, sv_cause_text(SV_CAUSE_GAVE_UP));
  sv_answer_statistic(a, "symbolic thread states", "%llu", (unsigned long long)found.states);
  sv_answer_statistic(a, "covered by later ones", "%llu", (unsigned long long)found.dropped);
  sv_answer_statistic(a, "questions of containment", "%llu in %.2f s",
                      (unsigned long long)found.asked, found.seconds);
  sv_bits_free(&found.violated);
}

// Symbolic states are for the abstraction only.
static bool is_symbolic(const sv_thread_system *s, const sv_options *o) {
  return o->repr == SV_OPT_REPR_QBF && o->approximate && !s->stack;
}

static void explore_how(sv_model *m, const sv_run *run, sv_answer *a, bool tells) {
  sv_text why = {0};
  exit_path path = {0};
  const char *refused = NULL;
  bool has_stack = sv_thread_has_stack(m);
  bool is_numbered = sv_threads_refuses(m, has_stack) != NULL;
  sv_thread_stack *stack = has_stack && !is_numbered ? sv_thread_stack_new(m, &refused) : NULL;
  sv_model *anonymous = is_numbered ? sv_threads_anonymise(m, &refused) : NULL;
  sv_model *subject = anonymous ? anonymous : stack ? stack->model : m;
  sv_thread_system *s = refused ? NULL : sv_thread_system_new(subject, stack, &why);
  if (s) s->coarse = anonymous;
  if (refused) sv_text_printf(&why, "the engine 'threads' does not take %s", refused);
  if (!s) {
    sv_answer_refuse(a, run, SV_CAUSE_UNSUPPORTED, sv_text_get(&why));
  } else if (!setjmp(path.out)) {
    if (is_symbolic(s, run->options)) explore_symbolic(s, run, a);
    else explore_system(s, m, run, a, &path);
    if (tells && a->verdict == SV_UNKNOWN && !a->bug) tell(s, run, a, &path);
  } else {
    sv_text_printf(&why, "out of memory: %s", path.why);
    sv_answer_refuse(a, run, SV_CAUSE_MEMORY, sv_text_get(&why));
  }
  sv_thread_system_free(s);
  sv_thread_stack_free(stack);
  sv_model_free(anonymous);
  sv_text_free(&why);
}

static void explore(sv_model *m, const sv_run *run, sv_answer *a) { explore_how(m, run, a, false); }
static void explore_and_describe(sv_model *m, const sv_run *run, sv_answer *a) {
  explore_how(m, run, a, true);
}

// ---- all of it

static bool asks_for_deadlock(const sv_model *m, const sv_answer *a) {
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (m->properties.at[a->findings.at[i].property].kind == SV_PROP_DEADLOCK) return true;
  return false;
}

// seconds: at most, 0 for as long as the run may take.
static void run_child(sv_model *m, const sv_run *run, bool approximate, double seconds,
                      sv_answer *a) {
  sv_options options;
  sv_limits limits = seconds > 0 ? sv_limits_part(run->limits, seconds) : *run->limits;
  sv_run part = *run;
  sv_options_copy(&options, run->options);
  options.approximate = approximate;
  part.options = &options;
  part.limits = &limits;
  for (uint32_t i = 0; i < a->statistics.n; i++) sv_free(a->statistics.at[i].value);
  sv_clear(a->statistics);
  sv_check_in_child(run->options->approximate ? explore_and_describe : explore, m, &part, a);
  if (limits.hit && limits.hit != SV_CAUSE_BUDGET) run->limits->hit = limits.hit;
  sv_options_free(&options);
}

static bool is_open(const sv_answer *a, const sv_run *run) {
  return a->verdict == SV_UNKNOWN && !a->bug && !run->limits->hit;
}

static bool is_timed(const sv_run *run) {
  return run->limits->deadline > 0 || run->limits->budget > 0;
}

static void settle_recursive(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_threads_realise(m, run, is_timed(run) ? sv_limits_left(run->limits) : recursive_look, a);
}

// What is still open got no more than a share of the time, and there is no more of it.
static void name_limit(const sv_run *run, sv_answer *a) {
  if (a->cause != SV_CAUSE_BUDGET || a->bug) return;
  sv_cause cause = run->limits->deadline > 0 ? SV_CAUSE_TIME : SV_CAUSE_BUDGET;
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (a->findings.at[i].cause == SV_CAUSE_BUDGET)
      sv_answer_undecided(a, &a->findings.at[i], cause, sv_cause_text(cause));
  sv_answer_settle(a, NULL);
}

// An abstract counterexample, or a limit; not a model that cannot be coded.
static void settle_open(sv_model *m, const sv_run *run, double took, sv_answer *a) {
  if (sv_thread_has_stack(m)) return settle_recursive(m, run, a);
  double look = took < least_look ? least_look : took > longest_look ? longest_look : took;
  bool bounded = m->templates.n == 2 && sv_threads_are_bounded(m);
  double left = sv_limits_left(run->limits);
  if (sv_threads_realise(m, run, bounded ? left : look, a) || bounded) return;
  if (a->verdict == SV_VIOLATED) return;  // --keep-going: the others stay open
  run_child(m, run, false, is_timed(run) ? sv_limits_left(run->limits) * cover_part : 0, a);
  if (is_open(a, run) && is_timed(run)) sv_threads_realise(m, run, sv_limits_left(run->limits), a);
  name_limit(run, a);
}

// What is of several kinds, or has numbers, may still be taken as anonymous.
static const char *refused_anyway(const sv_model *m) {
  const char *refused = sv_threads_refuses(m, sv_thread_has_stack(m));
  if (!refused) return NULL;
  sv_model *anonymous = sv_threads_anonymise(m, &refused);
  if (anonymous) refused = sv_threads_refuses(anonymous, false);
  sv_model_free(anonymous);
  return refused;
}

static bool refuse(const sv_model *m, sv_answer *a) {
  const char *refused = refused_anyway(m);
  if (!refused && asks_for_deadlock(m, a)) refused = "deadlocks";
  if (!refused) return false;
  sv_text why = {0};
  sv_text_printf(&why, "the engine 'threads' does not take %s", refused);
  sv_answer_close(a, SV_CAUSE_UNSUPPORTED, sv_text_get(&why));
  sv_text_free(&why);
  return true;
}

static void check(sv_model *m, const sv_run *run, sv_answer *a) {
  if (m->unbounded) {
    sv_threads_check_unbounded(m, run, a);
    if (is_open(a, run) && !run->options->approximate && !a->net) settle_recursive(m, run, a);
    return;
  }
  if (refuse(m, a)) return;
  double begin = sv_limits_now(run->limits);
  run_child(m, run, true, 0, a);
  if (is_open(a, run) && !run->options->approximate)
    settle_open(m, run, sv_limits_now(run->limits) - begin, a);
}

const sv_engine sv_engine_threads = {
    .name = "threads",
    .options = "order reduction fixpoint approximate repr",
    .summary = "any number of threads: states of single threads, then exactly",
    .refuses = SV_FEATURE_INT | SV_FEATURE_REAL,
    .searches = SV_SEARCH(AUTO),
    .orders = SV_ORDER(BEST) | SV_ORDER(SOURCE) | SV_ORDER(PROCESS) | SV_ORDER(FORCE),
    .check = check,
};
