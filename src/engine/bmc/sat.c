// sat.c -- formulas for a SAT solver: see formula.h.

#include "engine/bmc/sat.h"

#include "analysis/rewrite/slice.h"

typedef struct {
  sv_bmc_formula formula;  // first
  const sv_net *net;
  sv_net *slice;  // `net`, where something was left out; or NULL
  const sv_run *run;
  sv_coding *coding;
  sv_stepper *stepper;
  sv_bmc_runs runs;
  sv_sat_induction induction;
  sv_invariants invariants;  // proven, once they were looked for
  bool looked;
  sv_bmc_exchange exchange;
  sv_bmc_question asked;
  sv_u32s about;            // of the last question
  sv_relevance *relevance;  // for projections, or NULL
  sv_lit end;               // of the last question about properties, or false: of no other any more
  sv_text unwritten;        // why --dump failed, or empty
  uint32_t recurrence;      // of a following net, or 0
} sat_formula;

enum { IDLE_CONFLICTS = 10000, EASY_CONFLICTS = 3000, INVARIANTS_FROM = 2 };

static void extend(void *self) { sv_bmc_runs_extend(&((sat_formula *)self)->runs); }

static sv_lit question_literal(sat_formula *f, const sv_bmc_question *q) {
  sv_lits any = {0};
  for (uint32_t i = 0; i < q->n; i++)
    for (uint32_t d = q->from; d <= q->to; d++)
      sv_push(any, sv_bmc_bad(&f->runs, f->net, q->about[i], d));
  sv_lit bad = sv_aig_or_all(f->runs.runs->aig, any.at, any.n);
  sv_vec_free(any);
  return bad;
}

static void remember(sat_formula *f, const sv_bmc_question *q) {
  sv_clear(f->about);
  for (uint32_t i = 0; i < q->n; i++) sv_push(f->about, q->about[i]);
  f->asked = *q;
}

// Nothing can be asked: is there a run of so many steps at all? Asked now and
// then, since it costs as much as any question.
static sv_sat_answer look_for_runs(sat_formula *f, uint32_t depth, bool *ended) {
  if (!f->runs.contradiction && !(depth & (depth - 1)))
    *ended = sv_bmc_solve(&f->runs, NULL, 0, IDLE_CONFLICTS) == SV_SAT_NO;
  *ended |= f->runs.contradiction;
  return SV_SAT_NO;
}

static bool is_about_properties(const sv_bmc_question *q) {
  return q->n && q->about[0] != SV_ASK_CUT && q->about[0] != SV_ASK_FULL;
}

// What was assumed of the end of runs is over when the next question comes.
static void begin_question(sat_formula *f, const sv_bmc_question *q) {
  assert(q->from <= q->to && q->to <= sv_unrolled(f->runs.runs));
  sv_bmc_runs_demand(&f->runs, q->from);
  if (!sv_lit_same(f->end, SV_LIT_FALSE))
    sv_bmc_assert(&f->runs, (const sv_lit[]){sv_lit_not(f->end)}, 1);
  f->end = SV_LIT_FALSE;
  remember(f, q);
}

// The question, and that the run matters for it.
static void assume(sat_formula *f, const sv_bmc_question *q, sv_lit bad, sv_i32s *out) {
  if (f->relevance && is_about_properties(q)) {
    f->end = sv_bmc_end_of_run(&f->runs, q->about, q->n);
    assert(q->to == sv_unrolled(f->runs.runs));
    sv_push(*out, sv_bmc_literal(&f->runs, f->end));
  }
  if (!sv_lit_is_const(bad)) sv_push(*out, sv_bmc_literal(&f->runs, bad));
}

static bool none_failed(const sat_formula *f, const sv_i32s *assumed) {
  for (uint32_t i = 0; i < assumed->n; i++)
    if (sv_sat_failed(f->runs.sat, assumed->at[i])) return false;
  return true;
}

static sv_sat_answer ask(void *self, const sv_bmc_question *q, bool *ended) {
  sat_formula *f = self;
  sv_i32s assumed = {0};
  *ended = false;
  begin_question(f, q);
  sv_lit bad = question_literal(f, q);
  if (sv_lit_same(bad, SV_LIT_FALSE)) return look_for_runs(f, q->to, ended);
  assume(f, q, bad, &assumed);
  if (f->runs.keeps && is_about_properties(q) && !f->unwritten.n)
    sv_bmc_dump(&f->runs, assumed.at, assumed.n, f->run->options->dump, &f->unwritten);
  sv_sat_answer answer = sv_bmc_solve(&f->runs, assumed.at, assumed.n, 0);
  if (answer == SV_SAT_NO) {
    *ended = none_failed(f, &assumed);
    sv_bmc_assert(&f->runs, (const sv_lit[]){sv_lit_not(bad)}, 1);
    if (f->relevance && !*ended) look_for_runs(f, q->to, ended);
  }
  sv_vec_free(assumed);
  return answer;
}

static void find_invariants(sat_formula *f, bool always) {
  const sv_run *run = f->run;
  f->looked = true;
  sv_invariants_candidates(f->net, (uint64_t)run->options->seed, run->limits, &f->invariants);
  sv_invariants_statistics s =
      sv_invariants_prove(f->coding, run->limits, always ? 0 : EASY_CONFLICTS, &f->invariants);
  SV_LOG(run->log, 2, "bmc: %u of %u guesses are inductive: %u rounds, %.2f s", f->invariants.n,
         s.guessed, s.rounds, s.seconds);
  sv_bmc_tell(&f->exchange, f->coding, &f->invariants, run);
}

// True: something new was heard.
static bool hear(sat_formula *f, bool always) {
  if (f->run->options->induction == SV_OPT_INDUCTION_PLAIN) return false;
  return sv_bmc_hear(&f->exchange, f->coding, &f->invariants, always ? 0 : EASY_CONFLICTS, f->run);
}

static sv_induction_options induction_options(const sat_formula *f) {
  return (sv_induction_options){.stepper = f->stepper,
                                .coding = f->coding,
                                .limits = f->run->limits,
                                .invariants = &f->invariants,
                                .exchange = &f->exchange};
}

// Unless told to, tried only where it may be easy, at fewer and fewer bounds, or with news.
static bool proves(void *self, const uint32_t *about, uint32_t n, uint32_t depth) {
  sat_formula *f = self;
  sv_opt_induction word = f->run->options->induction;
  bool plain = word == SV_OPT_INDUCTION_PLAIN, always = plain || word == SV_OPT_INDUCTION_ON;
  bool news = depth >= INVARIANTS_FROM && hear(f, always);
  if (!always && !news && depth & (depth - 1)) return false;
  if (!f->looked && !plain && (always || depth >= INVARIANTS_FROM)) find_invariants(f, always);
  sv_bmc_question q = {about, n, 0, depth};
  assert(depth <= sv_unrolled(f->runs.runs));
  sv_induction_options o = induction_options(f);
  if (!always) o.conflicts = EASY_CONFLICTS;
  sv_sat_answer answer = sv_bmc_induct(&f->induction, &o, &q);
  SV_LOG(f->run->log, 2, "bmc: induction over %u steps: %s", depth + 1,
         answer == SV_SAT_NO    ? "holds"
         : answer == SV_SAT_YES ? "no"
                                : "given up");
  return answer == SV_SAT_NO;
}

static bool certify(void *self, const sv_bmc_question *q, bool ended, sv_answer *a) {
  const sat_formula *f = self;
  if (f->recurrence) return false;
  sv_induction_options o = induction_options(f);
  return sv_bmc_certify(&(sv_bmc_proof){a, &o, *q, ended, &f->induction});
}

static uint32_t found(void *self, uint32_t *depth) {
  sat_formula *f = self;
  for (uint32_t d = f->asked.from; d <= f->asked.to; d++)
    for (uint32_t i = 0; i < f->about.n; i++)
      if (sv_bmc_value(&f->runs, sv_bmc_bad(&f->runs, f->net, f->about.at[i], d)))
        return *depth = d, f->about.at[i];
  REQUIRE(false, "a model without a violation");
  return 0;
}

static sv_trace *make_trace(void *self, uint32_t property, uint32_t depth) {
  sat_formula *f = self;
  return sv_bmc_trace(&f->runs, f->coding, property, depth);
}

static bool knows(void *self, uint32_t about) {
  const sat_formula *f = self;
  if (about == SV_ASK_CUT || about == SV_ASK_FULL) return sv_stepper_knows_cuts(f->stepper);
  return sv_stepper_knows(f->stepper, about);
}

static void projection_statistics(const sat_formula *f, sv_answer *a) {
  sv_projection_size size = sv_unrolled_projection(f->runs.runs);
  sv_answer_statistic(a, "projection", "%u resources, %llu clauses (%llu dependent pairs)",
                      f->relevance->n, (unsigned long long)size.clauses,
                      (unsigned long long)size.pairs);
}

static uint64_t clauses(void *self) { return ((const sat_formula *)self)->runs.clauses; }

static void statistics(void *self, sv_answer *a) {
  sat_formula *f = self;
  if (f->unwritten.n) sv_answer_unwritten(a, sv_text_get(&f->unwritten));
  sv_sat_statistics n = sv_sat_numbers(f->runs.sat);
  uint64_t moves = 0;
  const sv_unrolling *u = f->runs.runs;
  for (uint32_t i = 0; i < u->frames.n; i++) moves += u->frames.at[i].moves.n;
  sv_answer_statistic(a, "bits of a state", "%u", f->coding->bits);
  sv_answer_statistic(a, "nodes", "%u", sv_aig_nodes(f->runs.runs->aig));
  sv_answer_statistic(a, "moves", "%llu", (unsigned long long)moves);
  sv_answer_statistic(a, "variables", "%u", sv_sat_vars(f->runs.sat));
  if (f->looked) sv_answer_statistic(a, "facts", "%u", f->invariants.n);
  if (f->exchange.count) sv_answer_statistic(a, "facts shown again", "%u", f->exchange.count);
  sv_answer_statistic(a, "clauses", "%llu", (unsigned long long)f->runs.clauses);
  if (f->relevance) projection_statistics(f, a);
  sv_answer_statistic(a, "solver", "%llu calls, %.3f s", (unsigned long long)n.solves, n.seconds);
}

static void release(void *self) {
  sat_formula *f = self;
  sv_text_free(&f->unwritten);
  sv_bmc_runs_free(&f->runs, f->net);
  sv_sat_induction_free(&f->induction, f->net);
  sv_stepper_free(f->stepper);
  sv_relevance_free(f->relevance);
  sv_bmc_exchange_free(&f->exchange);
  sv_coding_free(f->coding);
  if (f->slice) sv_net_free(f->slice);
  sv_vec_free(f->about);
  sv_vec_free(f->invariants);
  sv_free(f);
}

// A single process has no other to move at the same time: in steps of many actions the solver
// would only divide its run in many ways.
sv_semantics sv_bmc_semantics(const sv_options *o, const sv_net *net, sv_semantics otherwise) {
  switch (o->semantics) {
  case SV_OPT_SEMANTICS_AUTO: break;
  case SV_OPT_SEMANTICS_INTERLEAVING: return SV_STEPS_INTERLEAVING;
  case SV_OPT_SEMANTICS_PARALLEL: return SV_STEPS_PARALLEL;
  case SV_OPT_SEMANTICS_SERIAL: return SV_STEPS_SERIAL;
  case SV_OPT_SEMANTICS_PROCESS: return SV_STEPS_PROCESS;
  }
  return net->processes.n == 1 ? SV_STEPS_INTERLEAVING : otherwise;
}

static sv_step_options options_of(const sat_formula *f) {
  const sv_options *o = f->run->options;
  sv_semantics otherwise = f->recurrence ? SV_STEPS_INTERLEAVING : SV_STEPS_PROCESS;
  return (sv_step_options){.semantics = sv_bmc_semantics(o, f->net, otherwise),
                           .order = o->order,
                           .dynamic = o->dependence == SV_OPT_DEPENDENCE_DYNAMIC,
                           .relevance = f->relevance};
}

// A ring may overflow in the midst of a step: then its net is coded by shifting.
static bool prepare(sat_formula *f, sv_text *why) {
  sv_step_options o = options_of(f);
  f->formula.semantics = o.semantics;
  bool cyclic = f->run->options->queue == SV_OPT_QUEUE_CYCLIC;
  f->coding = sv_coding_new(f->net, NULL, cyclic ? SV_QUEUE_CYCLIC : SV_QUEUE_SHIFTING, why);
  if (!f->coding) return false;
  f->stepper = sv_stepper_new(f->coding, &o, why);
  if (f->stepper || !cyclic) return f->stepper;
  sv_text_free(why);
  sv_coding_free(f->coding);
  f->coding = sv_coding_new(f->net, NULL, SV_QUEUE_SHIFTING, why);
  f->stepper = f->coding ? sv_stepper_new(f->coding, &o, why) : NULL;
  return f->stepper;
}

// Leaves out what cannot matter for the properties.
static void slice(sat_formula *f, const uint32_t *properties, uint32_t n) {
  if (f->recurrence) return;  // whether a loop closes depends on everything
  sv_accesses *accesses = sv_accesses_new(f->net);
  sv_relevant *relevant = sv_relevant_new(accesses, properties, n);
  f->slice = sv_slice_new(f->net, relevant);
  if (f->slice) f->net = f->slice;
  sv_relevant_free(relevant);
  sv_accesses_free(accesses);
}

sv_bmc_formula *sv_bmc_sat(const sv_net *net, const uint32_t *properties, uint32_t n,
                           const sv_run *run, sv_text *why) {
  sat_formula *f = SV_NEW(sat_formula);
  *f = (sat_formula){.net = net, .run = run};
  f->formula = (sv_bmc_formula){.self = f,
                                .extend = extend,
                                .ask = ask,
                                .proves = proves,
                                .certify = certify,
                                .found = found,
                                .trace = make_trace,
                                .knows = knows,
                                .statistics = statistics,
                                .clauses = clauses,
                                .free = release};
  f->recurrence = sv_bmc_recurrence(net, properties, n);
  if (f->recurrence && !sv_bmc_takes_loops(run->options, why)) return sv_free(f), NULL;
  if (f->recurrence) f->formula.proves = NULL;
  slice(f, properties, n);
  if (!f->recurrence) f->relevance = sv_bmc_relevance(f->net, run->options, false, properties, n);
  f->formula.projects = f->relevance;
  if (prepare(f, why)) {
    if (!f->recurrence) f->exchange = sv_bmc_exchange_make(f->coding, run);
    sv_bmc_runs_init(&f->runs, f->stepper, f->net, true, run->options->dump, run->limits);
    if (f->recurrence) f->runs.lasso = sv_bmc_lasso_new(&f->runs, f->coding, f->recurrence);
    SV_LOG(run->log, 1, "bmc: SAT, %u bits a state, %s steps%s%s", f->coding->bits,
           sv_semantics_word(f->formula.semantics), f->slice ? ", sliced" : "",
           f->relevance ? ", projections" : "");
    return &f->formula;
  }
  sv_coding_free(f->coding);
  sv_relevance_free(f->relevance);
  if (f->slice) sv_net_free(f->slice);
  sv_free(f);
  return NULL;
}
