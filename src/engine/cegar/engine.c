// engine.c -- the engine `cegar`: predicate abstraction, refined by counterexamples.
//
// E. Clarke, O. Grumberg, S. Jha, Y. Lu, H. Veith: Counterexample-Guided
// Abstraction Refinement (CAV 2000), with the structure-aware abstraction of
// J. Dubrovin's thesis (2011), chapter 6. docs/engine-cegar.md. The work is done
// in a child process: solvers may end one.

#include <inttypes.h>
#include <stdarg.h>

#include "engine/cegar/cegar.h"
#include "engine/table.h"

// ---- options

static bool is_on(sv_opt_on_off word) { return word == SV_OPT_ON_OFF_ON; }

static bool is_implicit(const sv_cegar *c) {
  return c->run->options->abstraction == SV_OPT_ABSTRACTION_IMPLICIT;
}

// ---- what is found

void sv_cegar_stop(sv_cegar *c, sv_cause cause, const char *format, ...) {
  va_list args;
  sv_cause hit = c->run->limits->hit;
  if (c->end != SV_CEGAR_GOING) return;
  c->end = SV_CEGAR_LIMIT;
  c->cause = hit ? hit : cause;
  va_start(args, format);
  if (!hit) sv_text_vprintf(&c->why, format, args);
  else if (c->depth)
    sv_text_printf(&c->why, "%s; no violation within %u steps", sv_cause_text(hit), c->depth);
  else sv_text_printf(&c->why, "%s in round %u", sv_cause_text(hit), c->rounds);
  va_end(args);
}

void sv_cegar_broken(sv_cegar *c, const char *bug) {
  sv_answer_bug(c->answer, "abstraction by %u predicates: %s", c->a->predicates.n, bug);
  c->end = SV_CEGAR_LIMIT;
  c->cause = SV_CAUSE_BUG;
}

bool sv_cegar_polls(sv_cegar *c) {
  if (sv_limits_hit(c->run->limits)) sv_cegar_stop(c, SV_CAUSE_GAVE_UP, "limit");
  return c->end == SV_CEGAR_GOING;
}

static void drop_property(sv_cegar *c, uint32_t property) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->asked.n; i++)
    if (c->asked.at[i] != property) c->asked.at[kept++] = c->asked.at[i];
  assert(kept + 1 == c->asked.n);
  c->asked.n = kept;
}

static void note_violation(sv_cegar *c, uint32_t property, sv_trace *trace) {
  if (!trace) return sv_cegar_stop(c, SV_CAUSE_GAVE_UP, "a witness is no rational number");
  if (!sv_answer_violated(c->answer, property, trace))
    return sv_cegar_broken(c, "a run is none of the net");
  drop_property(c, property);
  if (!c->run->options->keep_going) c->end = SV_CEGAR_FOUND;
}

static void note_cut(sv_cegar *c, uint32_t action) {
  const sv_net_action *a = &c->net->actions.at[action];
  assert(a->cut && !sv_bits_has(&c->cut, action));
  sv_bits_add(&c->cut, action);
  if (!c->run->stops_when_full || !a->full) return;
  c->full = true;
  sv_cegar_stop(c, SV_CAUSE_BOUND, "no violation; not covered: %s", a->cut);
}

static const char *cut_text(const sv_cegar *c, bool *only_full) {
  const char *text = NULL;
  *only_full = true;
  for (uint32_t a = sv_bits_next(&c->cut, 0); a != UINT32_MAX; a = sv_bits_next(&c->cut, a + 1)) {
    const sv_net_action *action = &c->net->actions.at[a];
    if (!text || !action->full) text = action->cut;
    *only_full &= action->full;
  }
  return text;
}

static void note_run(sv_cegar *c, const sv_path_plan *plan, uint32_t property, sv_trace *trace) {
  if (property) return note_violation(c, property, trace);
  sv_trace_free(c->net, trace);
  note_cut(c, plan->actions[plan->n - 1]);
}

// A path that only the net itself can judge; if it cannot be taken, its word is all that is learnt.
static void ask_net(sv_cegar *c, const sv_path_plan *plan, uint32_t property) {
  sv_trace *trace = NULL;
  bool state = property && c->net->properties.at[property].kind != SV_PROP_ASSERTION;
  switch (sv_cegar_exact(c, plan, property, &trace)) {
  case SV_SAT_YES: return note_run(c, plan, property, trace);
  case SV_SAT_NO:
    if (c->words_count &&
        sv_words_add(&c->refiner.words, plan->actions, plan->n, true, state ? property : 0))
      c->refiner.by_words++;
    else sv_cegar_stop(c, SV_CAUSE_GAVE_UP, "messages that were deferred");
    return;
  case SV_SAT_UNKNOWN: return sv_cegar_stop(c, SV_CAUSE_GAVE_UP, "messages that were deferred");
  }
}

void sv_cegar_judge(sv_cegar *c, const sv_path_plan *plan, uint32_t property) {
  sv_trace *trace = NULL;
  switch (sv_refine(&c->refiner, plan, property, &trace)) {
  case SV_REFINE_RUN:
    if (sv_cegar_is_exact(c, plan)) return note_run(c, plan, property, trace);
    sv_trace_free(c->net, trace);
    return ask_net(c, plan, property);
  case SV_REFINE_BETTER:
    SV_LOG(c->run->log, 2, "cegar: a path of %u actions cannot be taken; %u predicates, %u words",
           plan->n, c->a->predicates.n, c->refiner.words.n);
    return;
  case SV_REFINE_BROKEN: return sv_cegar_broken(c, "a trace that was excluded comes again");
  case SV_REFINE_UNKNOWN:
    return sv_cegar_stop(c, SV_CAUSE_GAVE_UP, "nothing more was learnt from a spurious trace");
  }
}

// ---- the answer

static void add_statistics(const sv_cegar *c) {
  sv_answer *a = c->answer;
  const sv_refiner *r = &c->refiner;
  sv_answer_statistic(a, "rounds", "%u", c->rounds);
  sv_answer_statistic(a, "predicates", "%u", c->a->predicates.n);
  sv_answer_statistic(a, "spurious paths",
                      "%" PRIu64 ", %" PRIu64 " by interpolants, %" PRIu64
                      " by preconditions, %" PRIu64 " by the monitor",
                      r->by_interpolants + r->by_preconditions + r->by_words, r->by_interpolants,
                      r->by_preconditions, r->by_words);
  if (r->repeated) sv_answer_statistic(a, "traces that came again", "%" PRIu64, r->repeated);
  if (r->refused) sv_answer_statistic(a, "interpolants refused", "%" PRIu64, r->refused);
  sv_answer_statistic(a, "cases", "%" PRIu64 ", %" PRIu64 " splits, %" PRIu64 " of integers",
                      r->numbers.leaves, r->numbers.splits, r->numbers.cuts);
  sv_answer_statistic(a, "abstraction",
                      "%" PRIu64 " problems, %" PRIu64 " clusters, %" PRIu64 " models, %" PRIu64
                      " samples",
                      c->eliminations.problems, c->eliminations.clusters, c->eliminations.models,
                      c->eliminations.samples);
  sv_smt_statistics n = sv_smt_numbers(c->query->z);
  sv_answer_statistic(a, "solver", "Z3, %" PRIu64 " calls, %.3f s", n.checks, n.seconds);
}

static void say_proof(const sv_cegar *c, sv_text *t) {
  if (is_implicit(c))
    sv_text_printf(t, "inductive invariant of %u clauses over %u predicates, found on level %u",
                   c->invariant.n, c->a->predicates.n, c->rounds);
  else sv_text_printf(t, "by %u predicates, found in %u rounds", c->a->predicates.n, c->rounds);
}

static void conclude(sv_cegar *c) {
  sv_text reason = {0};
  sv_answer *a = c->answer;
  sv_cause cause = SV_CAUSE_NONE;
  bool only_full;
  const char *cut = cut_text(c, &only_full);
  a->pool_full = cut && only_full && (c->end == SV_CEGAR_PROVED || c->full);
  switch (c->end) {
  case SV_CEGAR_PROVED:
    if (cut && a->findings.n) cause = SV_CAUSE_BOUND;
    if (!a->findings.n) sv_text_string(&reason, "there is no property to check");
    else if (cut) sv_text_printf(&reason, "no violation; not covered: %s", cut);
    else say_proof(c, &reason);
    break;
  case SV_CEGAR_FOUND:
    cause = SV_CAUSE_STOPPED;
    sv_text_string(&reason, sv_cause_text(cause));
    break;
  case SV_CEGAR_LIMIT:
    cause = c->cause;
    sv_text_string(&reason, sv_text_get(&c->why));
    break;
  case SV_CEGAR_GOING: SV_UNREACHABLE();
  }
  sv_answer_close(a, cause, sv_text_get(&reason));
  add_statistics(c);
  sv_text_free(&reason);
}

// ---- all of it

static sv_abstraction_options options_of(const sv_options *o) {
  return (sv_abstraction_options){
      .partition = is_on(o->partition),
      .locality = is_on(o->locality),
      .cartesian = o->abstraction == SV_OPT_ABSTRACTION_CARTESIAN,
      .structure = {.inlining = is_on(o->inlining),
                    .clustering = is_on(o->clustering),
                    .sampling = is_on(o->sampling),
                    .dont_cares = is_on(o->dont_cares),
                    .guided = o->enumeration == SV_OPT_ENUMERATION_DIAGRAM},
      .keep = (uint32_t)o->keep};
}

// A property whose condition cannot be written down is given up by name, the others are not.
static void list_asked(sv_cegar *c) {
  for (uint32_t i = 0; i < c->answer->findings.n; i++) {
    sv_finding *f = &c->answer->findings.at[i];
    bool state = c->net->properties.at[f->property].kind != SV_PROP_ASSERTION;
    if (!state || !sv_is_none(sv_flat_bad(c->flat, f->property))) sv_push(c->asked, f->property);
  }
}

static void excuse(sv_cegar *c) {
  for (uint32_t i = 0; i < c->answer->findings.n; i++) {
    sv_finding *f = &c->answer->findings.at[i];
    bool asked = f->verdict == SV_VIOLATED;
    for (uint32_t k = 0; k < c->asked.n; k++) asked |= c->asked.at[k] == f->property;
    if (!asked) sv_answer_undecided(c->answer, f, SV_CAUSE_SIZE, "too many choices at once");
  }
}

static void search(sv_cegar *c) {
  sv_abstraction_options o = options_of(c->run->options);
  c->words_count = !is_implicit(c) && o.partition;
  if (is_implicit(c)) o.keep = 0, o.queues_are_data = true;
  c->a = sv_abstraction_new(c->flat, o);
  o.integers = c->integers = sv_cegar_counts(c->net, c->run->options->integers);
  c->query = sv_query_new(c->net, c->integers, c->run->limits);
  c->refiner = (sv_refiner){.a = c->a,
                            .query = c->query,
                            .limits = c->run->limits,
                            .words_count = c->words_count,
                            .interpolants = is_on(c->run->options->interpolants)};
  list_asked(c);
  if (!c->answer->findings.n) c->end = SV_CEGAR_PROVED;
  else if (is_implicit(c)) sv_cegar_implicit(c);
  else sv_cegar_explicit(c);
  if (c->end == SV_CEGAR_PROVED) sv_cegar_certify(c);
  conclude(c);
  excuse(c);
  sv_refiner_free(&c->refiner);
  sv_query_free(c->query);
  sv_abstraction_free(c->a);
}

static void check(sv_model *m, const sv_run *run, sv_answer *a) {
  if (!sv_answer_net(a, m, run)) return;
  sv_cegar c = {.run = run, .answer = a, .model = m, .net = a->net, .flat = sv_flat_new(a->net)};
  sv_bits_init(&c.cut, a->net->actions.n);
  if (c.flat->refused) sv_answer_refuse(a, run, SV_CAUSE_UNSUPPORTED, c.flat->refused);
  else search(&c);
  sv_flat_free(c.flat);
  sv_bits_free(&c.cut);
  sv_vec_free(c.asked);
  sv_vec_free(c.invariant);
  sv_text_free(&c.why);
}

const sv_engine sv_engine_cegar = {
    .name = "cegar",
    // its own, and those of the engines that --inner names
    .options = "abstraction inner keep integers interpolants partition locality inlining "
               "clustering sampling dont_cares enumeration search phase1 order "
               "reorder relation_nodes queue plot depth seed reduction merge store "
               "bits jobs shortest liveness",
    .summary = "predicate abstraction, refined by counterexamples (integers, reals, wide data)",
    .searches = SV_SEARCH(AUTO),
    .isolated = true,
    .check = check,
    .counts = true,
};
