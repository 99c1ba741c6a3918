// smt.c -- formulas for an SMT solver: see formula.h.
//
// For models with mathematical integers, reals and queues without bound, which
// have no bits; and for all others where asked for. Where
// queues are unordered (--queue unordered) there are more runs than those of
// the net: what is found is replayed, and believed only then.

#include <stdio.h>

#include "analysis/rewrite/record.h"
#include "base/output.h"
#include "encode/smt/smt_process.h"
#include "encode/smt/smt_project.h"
#include "engine/bmc/smt.h"
#include "engine/certify_terms.h"

typedef struct {
  sv_bmc_formula formula;  // first
  const sv_net *net;
  const sv_run *run;
  sv_smt_net *system;
  sv_smt_unroll *runs;
  uint32_t demanded;  // steps that are taken for sure
  uint32_t questions;
  sv_bmc_induction *induction;  // made when it is first wanted
  sv_bmc_question asked;        // the last one
  sv_u32s about;
  char *reason;
  sv_relevance *relevance;  // for projections, or NULL
  sv_smt_projection *projection;
  sv_smt_process *process_form;  // or NULL: no normal form
  uint32_t recurrence;           // of a following net, or 0
  sv_bmc_terms_lasso *lasso;     // for it
  sv_text unwritten;             // why --dump failed, or empty
} smt_formula;

static void extend(void *self) {
  smt_formula *f = self;
  sv_smt_unroll_step(f->runs);
  if (f->projection) sv_smt_project_step(f->projection);
  if (f->process_form) sv_smt_process_step(f->process_form);
}

// ---- questions

static sv_smt_term bad_at(smt_formula *f, uint32_t about, uint32_t depth) {
  bool closes = sv_bmc_terms_lasso_is(f->lasso, about);
  return closes ? sv_bmc_terms_lasso_closes(f->lasso, depth)
                : sv_bmc_smt_bad(f->runs, about, depth);
}

static sv_smt_term question_term(smt_formula *f, const sv_bmc_question *q) {
  sv_smt_terms any = {0};
  for (uint32_t i = 0; i < q->n; i++)
    for (uint32_t d = q->from; d <= q->to; d++) sv_push(any, bad_at(f, q->about[i], d));
  sv_smt_term bad = sv_smt_or_all(f->system->z, any.at, any.n);
  sv_vec_free(any);
  return bad;
}

static void remember(smt_formula *f, const sv_bmc_question *q) {
  sv_clear(f->about);
  for (uint32_t i = 0; i < q->n; i++) sv_push(f->about, q->about[i]);
  f->asked = *q;
}

static void demand_steps(smt_formula *f, uint32_t steps) {
  assert(steps <= f->runs->steps);
  for (; f->demanded < steps; f->demanded++)
    sv_smt_assert(f->system->z, sv_smt_moves_at(f->runs, f->demanded));
}

static sv_sat_answer give_up(smt_formula *f, const char *format, const char *what) {
  sv_text text = {0};
  sv_text_printf(&text, format, what);
  sv_free(f->reason);
  f->reason = sv_text_take(&text);
  return SV_SAT_UNKNOWN;
}

static sv_sat_answer solve(smt_formula *f, const sv_smt_term *assumed, uint32_t n) {
  sv_sat_limits limits = {.run = f->run->limits};
  sv_sat_answer answer = sv_smt_check(f->system->z, assumed, n, &limits);
  if (answer != SV_SAT_UNKNOWN) return answer;
  return give_up(f, "a solver gave up: Z3 says %s", sv_smt_reason(f->system->z));
}

// ---- what is found

static uint32_t found(void *self, uint32_t *depth) {
  smt_formula *f = self;
  for (uint32_t d = f->asked.from; d <= f->asked.to; d++)
    for (uint32_t i = 0; i < f->about.n; i++)
      if (sv_smt_holds(f->system->z, bad_at(f, f->about.at[i], d)))
        return *depth = d, f->about.at[i];
  REQUIRE(false, "a model without a violation");
  return 0;
}

// Of single actions; some steps may be empty.
static void close_loop(smt_formula *f, sv_trace *trace) {
  sv_trace *stem = sv_smt_trace(f->runs, sv_bmc_terms_lasso_begin(f->lasso), 0);
  REQUIRE(stem, "a part of a run cannot be shown");
  trace->lasso = true;
  trace->loop = stem->steps.n;
  sv_trace_free(f->net, stem);
  sv_record_close(f->net, trace);
}

static sv_trace *make_trace(void *self, uint32_t property, uint32_t depth) {
  smt_formula *f = self;
  sv_trace *trace = sv_smt_trace(f->runs, depth, property);
  if (trace) trace->property = property;
  if (trace && sv_bmc_terms_lasso_is(f->lasso, property)) close_loop(f, trace);
  return trace;
}

static bool is_about_properties(const sv_bmc_question *q) {
  return q->n && q->about[0] != SV_ASK_CUT && q->about[0] != SV_ASK_FULL;
}

// Can what the model says be shown, and is it a run of the net?
static sv_sat_answer examine(smt_formula *f, const sv_bmc_question *q) {
  uint32_t depth, property;
  if (!is_about_properties(q)) return SV_SAT_YES;
  property = found(f, &depth);
  sv_trace *trace = make_trace(f, property, depth);
  if (!trace) return give_up(f, "a solver gave up: %s", "a witness is no rational number");
  sv_sat_answer answer = SV_SAT_YES;
  if (f->system->approximate) {
    sv_exec *exec = sv_exec_new(f->net);
    sv_text why = {0};
    if (!sv_trace_replay(exec, trace, NULL, NULL, &why))
      answer = give_up(f, "a violation was found that %s",
                       "needs messages to overtake one another (--queue unordered)");
    sv_text_free(&why);
    sv_exec_free(exec);
  }
  sv_trace_free(f->net, trace);
  return answer;
}

// ---- asking

static void dump_question(smt_formula *f, const sv_smt_term *assumed, uint32_t n) {
  const char *path = f->run->options->dump;
  if (!path || f->unwritten.n) return;
  sv_text text = {0}, why = {0};
  if (!sv_smt_script(f->system->z, assumed, n, &text, &why))
    sv_text_printf(&text, "; there is no question: %s\n", sv_text_get(&why));
  sv_output_write(path, &text, &f->unwritten);
  sv_text_free(&text);
  sv_text_free(&why);
}

// Nothing can be asked: is there a run of so many steps at all? Asked now and
// then, since it costs as much as any question.
static sv_sat_answer look_for_runs(smt_formula *f, uint32_t depth, bool *ended) {
  if (depth & (depth - 1)) return SV_SAT_NO;
  sv_sat_answer answer = solve(f, NULL, 0);
  *ended = answer == SV_SAT_NO;
  return answer == SV_SAT_UNKNOWN ? answer : SV_SAT_NO;
}

static sv_smt_term new_question(smt_formula *f, sv_smt_term bad) {
  char name[32];
  sv_smt *z = f->system->z;
  snprintf(name, sizeof name, "ask.%u", f->questions++);
  sv_smt_term asked = sv_smt_const(z, name, sv_smt_bool(z));
  sv_smt_assert(z, sv_smt_implies(z, asked, bad));
  return asked;
}

// The question, and that the run matters for it.
static sv_sat_answer ask_for(smt_formula *f, const sv_bmc_question *q, sv_smt_term bad,
                             bool *ended) {
  sv_smt *z = f->system->z;
  sv_smt_term assumed[2] = {new_question(f, bad)};
  uint32_t n = 1;
  if (f->projection && is_about_properties(q))
    assumed[n++] = sv_smt_project_end(f->projection, q->about, q->n);
  if (is_about_properties(q)) dump_question(f, assumed, n);
  sv_sat_answer answer = solve(f, assumed, n);
  if (answer == SV_SAT_YES) return examine(f, q);
  if (answer == SV_SAT_UNKNOWN) return answer;
  *ended = !sv_smt_failed(z, assumed[0]) && (n < 2 || !sv_smt_failed(z, assumed[1]));
  sv_smt_assert(z, sv_smt_not(z, bad));
  if (n == 2) sv_smt_assert(z, sv_smt_not(z, assumed[1]));
  if (n == 2 && !*ended) look_for_runs(f, q->to, ended);
  return answer;
}

static sv_sat_answer ask(void *self, const sv_bmc_question *q, bool *ended) {
  smt_formula *f = self;
  *ended = false;
  if (q->to > f->system->most_steps)
    return give_up(f, "%s", "a queue without bound may have too many messages");
  demand_steps(f, q->from);
  assert(q->from <= q->to && q->to <= f->runs->steps);
  remember(f, q);
  sv_smt_term bad = question_term(f, q);
  if (sv_smt_is_false(f->system->z, bad)) return look_for_runs(f, q->to, ended);
  return ask_for(f, q, bad, ended);
}

// ---- the rest

static bool knows(void *self, uint32_t about) {
  SV_UNUSED(self), SV_UNUSED(about);
  return true;
}

static void statistics(void *self, sv_answer *a) {
  smt_formula *f = self;
  if (f->unwritten.n) sv_answer_unwritten(a, sv_text_get(&f->unwritten));
  sv_smt_statistics n = sv_smt_numbers(f->system->z);
  sv_answer_statistic(a, "terms of a state", "%u", f->system->state.n);
  sv_answer_statistic(a, "inputs of a step", "%u", f->system->inputs.n);
  sv_answer_statistic(a, "steps", "%s", sv_semantics_word(f->formula.semantics));
  if (f->relevance) sv_answer_statistic(a, "projection", "%u resources", f->relevance->n);
  for (uint32_t i = 0; i < f->net->queues.n && !i; i++) {
    sv_text encoding_text = {0};
    sv_queue_encoding_print(&f->system->queues[i]->encoding, &encoding_text);
    sv_answer_statistic(a, "queues", "%s", sv_text_get(&encoding_text));
    sv_text_free(&encoding_text);
  }
  sv_answer_statistic(a, "solver", "Z3, %llu calls, %.3f s", (unsigned long long)n.checks,
                      n.seconds);
}

// Where it need not succeed it may take as long as everything else has taken.
static bool proves(void *self, const uint32_t *about, uint32_t n, uint32_t depth) {
  smt_formula *f = self;
  bool always = f->run->options->induction != SV_OPT_INDUCTION_AUTO;
  double seconds = always ? 0 : 0.2 + sv_smt_numbers(f->system->z).seconds;
  if (!f->induction) f->induction = sv_bmc_induction_new(f->net, f->run);
  return sv_bmc_induction_ask(f->induction, about, n, depth, seconds) == SV_SAT_NO;
}

// Other formulas may be harder: some more time than the search had.
static bool certify(void *self, const sv_bmc_question *q, bool ended, sv_answer *a) {
  static const sv_u32s none = {0};
  const smt_formula *f = self;
  if (f->recurrence) return false;
  const sv_u32s *apart = f->induction ? sv_bmc_induction_apart(f->induction) : &none;
  uint32_t properties = q->n && q->about[q->n - 1] == SV_ASK_CUT ? q->n - 1 : q->n;
  sv_term_proof proof = {.kind = ended ? SV_PROOF_END : SV_PROOF_INDUCTION,
                         .net = f->net,
                         .properties = q->about,
                         .property_count = properties,
                         .queues = f->system->o.queues,
                         .steps = q->to,
                         .apart = apart->at,
                         .apart_count = apart->n,
                         .semantics = f->formula.semantics,
                         .order = f->system->o.order,
                         .relevance = f->relevance};
  sv_obligations o = sv_obligations_make(f->run->log, f->run->limits,
                                         10 + 10 * sv_smt_numbers(f->system->z).seconds);
  sv_certification shown = sv_certify_terms(&proof, &o);
  sv_obligations_report(&o, shown, a);
  sv_obligations_free(&o);
  return shown == SV_CERTIFIED;
}

static const char *reason(void *self) { return ((smt_formula *)self)->reason; }

static void release(void *self) {
  smt_formula *f = self;
  sv_text_free(&f->unwritten);
  sv_bmc_induction_free(f->induction);
  sv_bmc_terms_lasso_free(f->lasso);
  sv_smt_process_free(f->process_form);
  sv_smt_projection_free(f->projection);
  sv_smt_unroll_free(f->runs);
  sv_smt_net_free(f->system);
  sv_relevance_free(f->relevance);
  sv_vec_free(f->about);
  sv_free(f->reason);
  sv_free(f);
}

static sv_opt_queue_terms queue_terms(const sv_options *o) {
  if (o->queue_terms != SV_OPT_QUEUE_TERMS_AUTO) return o->queue_terms;
  switch (o->queue) {
  case SV_OPT_QUEUE_AUTO: return SV_OPT_QUEUE_TERMS_AUTO;
  case SV_OPT_QUEUE_SHIFTING: return SV_OPT_QUEUE_TERMS_SHIFTING;
  case SV_OPT_QUEUE_CYCLIC: return SV_OPT_QUEUE_TERMS_CYCLIC;
  case SV_OPT_QUEUE_LINEAR: return SV_OPT_QUEUE_TERMS_LINEAR;
  case SV_OPT_QUEUE_UNORDERED: return SV_OPT_QUEUE_TERMS_UNORDERED;
  }
  SV_UNREACHABLE();
}

sv_smt_net *sv_bmc_smt_system(const sv_net *net, const sv_options *o, sv_semantics semantics,
                              sv_text *why) {
  sv_smt_net_options options = {.semantics = semantics,
                                .order = o->order,
                                .queues = sv_queue_encoding_of(queue_terms(o), o->tags)};
  return sv_smt_net_new(net, &options, why);
}

// Where a queue without bound gets few slots, steps of many actions might overflow it soon.
static sv_smt_net *make_system(const sv_net *net, const sv_options *o, bool loops, sv_text *why) {
  sv_semantics joint = loops ? SV_STEPS_INTERLEAVING : SV_STEPS_PROCESS;
  sv_semantics semantics = sv_bmc_semantics(o, net, joint);
  sv_smt_net *s = sv_bmc_smt_system(net, o, semantics, why);
  bool limited = s && s->most_steps != UINT32_MAX && semantics != SV_STEPS_INTERLEAVING;
  if (!limited || o->semantics != SV_OPT_SEMANTICS_AUTO) return s;
  sv_smt_net_free(s);
  return sv_bmc_smt_system(net, o, SV_STEPS_INTERLEAVING, why);
}

// For a recurrence: loops are closed, nothing is left out and nothing proven by induction.
static sv_smt_net *make_loops(const sv_net *net, const sv_options *o, sv_text *why) {
  sv_smt_net *s = sv_bmc_takes_loops(o, why) ? make_system(net, o, true, why) : NULL;
  if (!s || !s->approximate) return s;
  sv_text_string(why, "loops are not closed where messages may overtake one another");
  return sv_smt_net_free(s), NULL;
}

sv_bmc_formula *sv_bmc_smt(const sv_net *net, const uint32_t *properties, uint32_t n,
                           const sv_run *run, sv_text *why) {
  uint32_t recurrence = sv_bmc_recurrence(net, properties, n);
  sv_smt_net *system =
      recurrence ? make_loops(net, run->options, why) : make_system(net, run->options, false, why);
  if (!system) return NULL;
  sv_semantics semantics = system->o.semantics;
  smt_formula *f = SV_NEW(smt_formula);
  *f = (smt_formula){.net = net, .run = run, .system = system, .recurrence = recurrence};
  f->runs = sv_smt_unroll_new(system, true);
  f->formula = (sv_bmc_formula){.self = f,
                                .semantics = semantics,
                                .inducts_singly = true,
                                .extend = extend,
                                .ask = ask,
                                .found = found,
                                .trace = make_trace,
                                .knows = knows,
                                .statistics = statistics,
                                .reason = reason,
                                .proves = proves,
                                .certify = certify,
                                .free = release};
  if (recurrence) f->formula.proves = NULL;
  if (recurrence) f->lasso = sv_bmc_terms_lasso_new(f->runs, recurrence);
  else
    f->relevance =
        sv_bmc_relevance(net, run->options, semantics == SV_STEPS_INTERLEAVING, properties, n);
  f->formula.projects = f->relevance;
  if (f->relevance) f->projection = sv_smt_projection_new(system, f->runs, f->relevance);
  if (semantics == SV_STEPS_PROCESS) f->process_form = sv_smt_process_new(system, f->runs);
  SV_LOG(run->log, 1, "bmc: SMT, %u terms a state, %u inputs a step, %s steps%s", system->state.n,
         system->inputs.n, sv_semantics_word(semantics), f->relevance ? ", projections" : "");
  return &f->formula;
}
