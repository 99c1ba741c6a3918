// engine.c -- the engine `ic3`: proofs by inductive clauses.
//
// Nets with infinitely many values or messages are for engine/cegar; what is said here
// is about finite ones.
//
// The net becomes a circuit (encode/bits/circuit.h). What is looked for at once: a
// violation of each property that is asked for, and cuts. Where a run to one of
// them is found the search goes on without it, as far as more is asked for.
// A look ahead (analysis/access/profile.h) says which bits vary: the others get none, and
// that no step ever needs one is proved together with the properties; where one
// does, everything is coded anew with more room. The states it meets guide the
// search. The work is done in a child process (engine/child.h). docs/engine-ic3.md.

#include <inttypes.h>

#include "engine/child.h"
#include "engine/ic3/certify.h"
#include "engine/ic3/checker.h"
#include "engine/table.h"

enum { PROFILE_STATES = 30000, SAMPLES = 16384, CODINGS_MOST = 8 };

typedef sv_ic3_checker checker;
typedef sv_ic3_purpose purpose;

// ---- what is looked for

static bool is_lacking(const checker *c, uint32_t property) {
  for (uint32_t i = 0; i < c->circuit->lacking.n; i++)
    if (c->circuit->lacking.at[i] == property) return true;
  return false;
}

static void look_for(checker *c, sv_lit condition, purpose for_what) {
  sv_push(c->conditions, condition);
  sv_push(c->purposes, for_what);
  assert(c->conditions.n == c->purposes.n);
}

static bool list_conditions(checker *c) {
  const sv_answer *a = c->answer;
  for (uint32_t i = 0; i < a->findings.n; i++) {
    uint32_t p = a->findings.at[i].property;
    if (is_lacking(c, p)) return false;
    if (!a->findings.at[i].trace) look_for(c, c->circuit->bad.at[p], (purpose){SV_IC3_PROPERTY, p});
  }
  for (uint32_t i = 0; i < c->net->actions.n && a->findings.n; i++)
    if (c->net->actions.at[i].cut && !sv_bits_has(&c->cut, i))
      look_for(c, c->circuit->taken.at[i], (purpose){SV_IC3_CUT, i});
  if (a->findings.n) look_for(c, c->circuit->outside, (purpose){SV_IC3_OUTSIDE, 0});
  return true;
}

// ---- the coding

static bool widen_item(sv_profile *p, const sv_uncoded *w) {
  if (w->cell != UINT32_MAX) return sv_profile_widen_cell(p, w->cell, w->bit);
  if (w->field != UINT32_MAX) return sv_profile_widen_field(p, w->queue, w->field, w->bit);
  return sv_profile_widen_queue(p, w->queue);
}

// A constant one: an initial value has no code.
static bool starts_outside(const sv_circuit *k) { return sv_lit_same(k->outside, SV_LIT_TRUE); }

static uint64_t value_of(void *context, uint32_t input) { return ((uint8_t *)context)[input]; }

static void set(const sv_lits *inputs, const uint8_t *values, uint8_t *by_node) {
  for (uint32_t i = 0; i < inputs->n; i++) by_node[sv_lit_node(inputs->at[i])] = values[i];
}

void sv_ic3_checker_widen(checker *c, const sv_ic3_run *run) {
  const sv_circuit *k = c->circuit;
  uint8_t *by_node = SV_NEW_ARRAY(uint8_t, sv_aig_nodes(k->aig) + 1);
  bool wider = false;
  if (run) {
    set(&k->state, run->last, by_node);
    set(&k->inputs, run->inputs + (size_t)(run->n - 1) * k->inputs.n, by_node);
  }
  for (uint32_t i = 0; i < k->uncoded_steps.n; i++) {
    uint64_t needed;
    sv_aig_simulate(k->aig, &k->uncoded_steps.at[i].when, 1, value_of, by_node, &needed);
    if (needed & 1) wider |= widen_item(c->profile, &k->uncoded_steps.at[i]);
  }
  if (!wider) sv_answer_bug(c->answer, "a value that needs a code has all codes there are");
  sv_free(by_node);
  c->outside = true;
}

// ---- what is found

void sv_ic3_checker_push(const checker *c, sv_trace *trace, const uint8_t *inputs) {
  sv_step step = {.action = sv_circuit_action(c->circuit, inputs)};
  REQUIRE(step.action != UINT32_MAX, "inputs of a step name an action");
  uint32_t n = c->net->actions.at[step.action].choice_count;
  step.choices = SV_NEW_ARRAY(sv_value, n + 1);
  sv_circuit_choices(c->circuit, step.action, inputs, step.choices);
  sv_trace_push(c->net, trace, &step);
  sv_step_free(&step);
}

// An assertion is violated by the last step, others in the state before it.
static sv_trace *trace_of(checker *c, const sv_ic3_run *run, uint32_t property) {
  bool step = c->net->properties.at[property].kind == SV_PROP_ASSERTION;
  sv_state *state = sv_state_new(c->net);
  sv_coding_decode(c->circuit->coding, run->initial, state);
  sv_trace *trace = sv_trace_new(c->net, state);
  for (uint32_t i = 0; i + !step < run->n; i++)
    sv_ic3_checker_push(c, trace, run->inputs + (size_t)i * c->circuit->inputs.n);
  sv_state_free(c->net, state);
  return trace;
}

void sv_ic3_checker_note_cut(checker *c, uint32_t action) {
  sv_bits_add(&c->cut, action);
  c->full |= c->run->stops_when_full && c->net->actions.at[action].full;
}

static bool note_condition(checker *c, const sv_ic3_run *run, purpose met) {
  switch (met.kind) {
  case SV_IC3_CUT: sv_ic3_checker_note_cut(c, met.number); return true;
  case SV_IC3_OUTSIDE: sv_ic3_checker_widen(c, run); return true;
  case SV_IC3_PROPERTY:
    c->found |= !c->run->options->keep_going;
    return sv_answer_violated(c->answer, met.number, trace_of(c, run, met.number));
  }
  SV_UNREACHABLE();
}

// False: the search is to end.
static bool note_found(checker *c) {
  sv_ic3_run run = sv_ic3_found(c->search);
  sv_bits met;
  bool good = true;
  sv_bits_init(&met, c->conditions.n);
  sv_bits_copy(&met, run.met);
  assert(!sv_bits_empty(&met) && run.n);
  if (run.n > c->longest) c->longest = run.n;
  for (uint32_t i = sv_bits_next(&met, 0); i != UINT32_MAX && good; i = sv_bits_next(&met, i + 1)) {
    good = note_condition(c, &run, c->purposes.at[i]);
    sv_ic3_drop(c->search, i);
  }
  sv_bits_free(&met);
  return good && !c->found && !c->full && !c->outside;
}

// ---- how far it has come

static void tick(void *context, const sv_ic3 *search) {
  const checker *c = context;
  sv_ic3_statistics n = sv_ic3_numbers(search);
  sv_progress_tick(c->run->progress, &(sv_progress_report){.phase = "ic3",
                                                           .depth = n.levels,
                                                           .depth_of = "frame",
                                                           .size = n.clauses,
                                                           .size_of = "clauses"});
  if (n.queries % 256 == 0)
    sv_child_covered(c->run, "no violation within %" PRIu64 " steps", n.levels);
}

const char *sv_ic3_checker_cut(const checker *c, bool *only_full) {
  const char *text = NULL;
  *only_full = true;
  for (uint32_t a = sv_bits_next(&c->cut, 0); a != UINT32_MAX; a = sv_bits_next(&c->cut, a + 1)) {
    const sv_net_action *action = &c->net->actions.at[a];
    if (!text || !action->full) text = action->cut;
    *only_full &= action->full;
  }
  return text;
}

static void say_proved(const checker *c, const char *cut, sv_text *t) {
  if (!c->answer->findings.n) sv_text_string(t, "there is no property to check");
  else if (cut) sv_text_printf(t, "no violation; not covered: %s", cut);
  else
    sv_text_printf(t, "inductive invariant of %u clauses, found on level %" PRIu64,
                   sv_ic3_invariant(c->search), sv_ic3_numbers(c->search).levels);
}

static sv_cause say_levels(const checker *c, const char *cut, sv_text *t) {
  sv_cause hit = c->end == SV_IC3_LIMIT ? c->run->limits->hit : SV_CAUSE_DEPTH;
  if (c->end == SV_IC3_LIMIT && !hit) hit = SV_CAUSE_GAVE_UP;
  if (c->end == SV_IC3_LIMIT) sv_text_printf(t, "%s; ", sv_cause_text(hit));
  sv_text_printf(t, "no violation within %" PRIu64 " steps", sv_ic3_numbers(c->search).levels);
  if (cut) sv_text_printf(t, "; not covered: %s", cut);
  return hit;
}

static sv_cause word(const checker *c, const char *cut, sv_text *t) {
  if (c->answer->bug || c->end == SV_IC3_BROKEN)
    return sv_text_string(t, sv_cause_text(SV_CAUSE_BUG)), SV_CAUSE_BUG;
  if (c->full) return sv_text_printf(t, "no violation; not covered: %s", cut), SV_CAUSE_BOUND;
  if (c->found) return sv_text_string(t, sv_cause_text(SV_CAUSE_STOPPED)), SV_CAUSE_STOPPED;
  if (c->end != SV_IC3_PROVED) return say_levels(c, cut, t);
  say_proved(c, cut, t);
  return cut && c->answer->findings.n ? SV_CAUSE_BOUND : SV_CAUSE_NONE;
}

// ---- the answer

static void add_statistics(const checker *c) {
  sv_answer *a = c->answer;
  sv_ic3_statistics n = sv_ic3_numbers(c->search);
  uint64_t literals = 0;
  for (uint32_t i = 0; i < sv_ic3_invariant(c->search); i++)
    literals += sv_ic3_clause(c->search, i)->n;
  sv_answer_statistic(a, "bits of a state", "%u", c->circuit->state.n);
  sv_answer_statistic(a, "codings tried", "%u", c->codings);
  sv_answer_statistic(a, "samples", "%" PRIu64 ", %" PRIu64 " cubes kept by them", n.samples,
                      n.sampled);
  sv_answer_statistic(a, "inputs", "%u", c->circuit->inputs.n);
  sv_answer_statistic(a, "nodes", "%u", sv_aig_nodes(c->circuit->aig));
  sv_answer_statistic(a, "levels", "%" PRIu64, n.levels);
  if (c->end == SV_IC3_PROVED)
    sv_answer_statistic(a, "invariant", "%u clauses, %" PRIu64 " literals",
                        sv_ic3_invariant(c->search), literals);
  sv_answer_statistic(a, "clauses", "%" PRIu64 " learnt, %" PRIu64 " pushed, %" PRIu64 " subsumed",
                      n.clauses, n.pushed, n.subsumed);
  sv_answer_statistic(a, "obligations", "%" PRIu64 ", %" PRIu64 " literals lifted", n.obligations,
                      n.lifted);
  sv_answer_statistic(a, "generalisation",
                      "%" PRIu64 " times, %" PRIu64 " literals dropped, %" PRIu64
                      " counterexamples, %" PRIu64 " joins",
                      n.generalised, n.dropped, n.counterexamples, n.joins);
  sv_answer_statistic(a, "queries",
                      "%" PRIu64 ", %" PRIu64 " of initial states, %" PRIu64 " solvers made anew",
                      n.queries, n.start_queries, n.rebuilds);
  if (n.known) sv_answer_statistic(a, "facts shown again", "%" PRIu64, n.known);
}

static void close_search(checker *c) {
  sv_answer *a = c->answer;
  sv_text reason = {0};
  bool only_full;
  const char *cut = sv_ic3_checker_cut(c, &only_full);
  if (c->end == SV_IC3_BROKEN) sv_answer_bug(a, "ic3 found a run that its circuit does not have");
  a->depth =
      c->longest > sv_ic3_numbers(c->search).levels ? c->longest : sv_ic3_numbers(c->search).levels;
  a->reach = sv_ic3_numbers(c->search).levels;
  a->pool_full = cut && only_full && (c->end == SV_IC3_PROVED || c->full);
  sv_cause cause = word(c, cut, &reason);
  sv_answer_close(a, cause, sv_text_get(&reason));
  SV_LOG(c->run->log, 1, "ic3: %" PRIu64 " frames: %s", sv_ic3_numbers(c->search).levels,
         sv_text_get(&reason));
  add_statistics(c);
  sv_text_free(&reason);
}

static void certify(checker *c) {
  sv_answer *a = c->answer;
  if (!c->run->options->certify || a->verdict != SV_HOLDS || !a->findings.n) return;
  a->certified = sv_ic3_certify(a, c->run, c->search, c->circuit->coding);
  if (a->bug) sv_answer_close(a, SV_CAUSE_BUG, NULL);
}

// ---- the look ahead

static void keep_sample(void *context, const sv_state *state) {
  checker *c = context;
  uint32_t at = c->samples.n;
  if (at < SAMPLES) sv_push(c->samples, sv_state_new(c->net));
  else at = sv_random_below(&c->random, c->seen < UINT32_MAX ? (uint32_t)c->seen + 1 : UINT32_MAX);
  c->seen++;
  if (at < SAMPLES) sv_state_copy(c->net, c->samples.at[at], state);
}

static void look_ahead(checker *c) {
  c->random.state = (uint64_t)c->run->options->seed;
  c->profile = sv_profile_watch(c->net, PROFILE_STATES, (uint64_t)c->run->options->seed,
                                c->run->limits, keep_sample, c);
}

static void give_samples(checker *c) {
  uint8_t *code = SV_NEW_ARRAY(uint8_t, c->circuit->state.n + 1);
  for (uint32_t i = 0; i < c->samples.n; i++)
    if (sv_coding_encode(c->circuit->coding, c->samples.at[i], code))
      sv_ic3_sample(c->search, code);
  sv_free(code);
}

// ---- all of it

sv_ic3_options sv_ic3_checker_options(checker *c) {
  return (sv_ic3_options){.limits = c->run->limits,
                          .log = c->run->log,
                          .most_levels = (uint32_t)c->run->options->depth,
                          .tick = tick,
                          .context = c};
}

static void exchange(void *context, sv_ic3 *search) {
  sv_ic3_exchange_facts(((checker *)context)->exchange, search);
}

static void search(checker *c) {
  sv_ic3_options o = sv_ic3_checker_options(c);
  o.between = exchange;
  c->exchange = sv_ic3_exchange_new(c->circuit, c->run);
  c->search = sv_ic3_new(c->circuit, c->conditions.at, c->conditions.n, &o);
  give_samples(c);
  SV_LOG(c->run->log, 1, "ic3: %u bits a state, %u inputs, %u conditions, %" PRIu64 " samples",
         c->circuit->state.n, c->circuit->inputs.n, c->conditions.n,
         sv_ic3_numbers(c->search).samples);
  do c->end = sv_ic3_search(c->search);
  while (c->end == SV_IC3_FOUND && note_found(c));
  if (!c->outside || c->answer->bug) {
    close_search(c);
    certify(c);
  }
  sv_ic3_free(c->search);
  sv_ic3_exchange_free(c->exchange);
}

// A net that shows the end of a round is asked about nothing else.
static uint32_t recurrence_asked(const sv_answer *a) {
  uint32_t p = a->findings.n ? a->findings.at[0].property : 0;
  return p && a->net->properties.at[p].kind == SV_PROP_RECURRENCE ? p : 0;
}

static void check_circuit(checker *c) {
  c->outside = false;
  uint32_t recurrence = recurrence_asked(c->answer);
  if (starts_outside(c->circuit)) sv_ic3_checker_widen(c, NULL);
  else if (recurrence) sv_ic3_check_rounds(c, recurrence);
  else if (list_conditions(c)) search(c);
  else sv_answer_close(c->answer, SV_CAUSE_SIZE, "too many choices at once to look for deadlocks");
  sv_vec_free(c->conditions);
  sv_vec_free(c->purposes);
}

// One coding; false if a wider one must be tried.
static bool attempt(checker *c) {
  sv_text why = {0};
  bool all = c->codings++ >= CODINGS_MOST;
  sv_coding *coding = sv_coding_new(c->net, all ? NULL : c->profile, SV_QUEUE_SHIFTING, &why);
  sv_circuit *circuit = coding ? sv_circuit_new(coding, SV_SELECT_BINARY, &why) : NULL;
  c->circuit = circuit;
  if (circuit) check_circuit(c);
  else sv_answer_refuse(c->answer, c->run, SV_CAUSE_SIZE, sv_text_get(&why));
  bool again = circuit && c->outside && !c->answer->bug;
  if (c->answer->bug) sv_answer_close(c->answer, SV_CAUSE_BUG, NULL);
  if (again) SV_LOG(c->run->log, 1, "ic3: a value needs more bits: again with a wider coding");
  sv_circuit_free(circuit);
  sv_coding_free(coding);
  sv_text_free(&why);
  return !again;
}

// There are no bits: the same search over predicates (engine/cegar).
static void check_terms(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_options options = *run->options;
  sv_run inner = *run;
  options.abstraction = SV_OPT_ABSTRACTION_IMPLICIT;
  inner.options = &options;
  sv_engine_find("cegar")->check(m, &inner, a);
}

static bool has_no_bits(const sv_model *m) {
  return sv_model_features(m) & (SV_FEATURE_INT | SV_FEATURE_REAL | SV_FEATURE_QUEUE);
}

static void check(sv_model *m, const sv_run *run, sv_answer *a) {
  bool infinite = has_no_bits(m);
  if (infinite && !(a->net && recurrence_asked(a))) return check_terms(m, run, a);
  if (!sv_answer_net(a, m, run)) return;
  if (infinite) {
    sv_answer_close(a, SV_CAUSE_UNSUPPORTED, "shoals are looked for in finite models only");
    return;
  }
  checker c = {.run = run, .answer = a, .net = a->net};
  sv_bits_init(&c.cut, a->net->actions.n);
  look_ahead(&c);
  while (!attempt(&c)) continue;
  for (uint32_t i = 0; i < c.samples.n; i++) sv_state_free(a->net, c.samples.at[i]);
  sv_vec_free(c.samples);
  sv_profile_free(c.profile);
  sv_bits_free(&c.cut);
}

const sv_engine sv_engine_ic3 = {
    .name = "ic3",
    .options = "depth seed keep interpolants partition locality inlining clustering "
               "sampling dont_cares enumeration liveness",
    .summary = "proofs by inductive clauses (IC3), with SAT, or over predicates with SMT",
    .searches = SV_SEARCH(AUTO),
    .isolated = true,
    .check = check,
    .records = true,
    .counts = true,
    .avoids = true,
};
