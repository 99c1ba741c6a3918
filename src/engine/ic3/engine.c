// engine.c -- the engine `ic3`: proofs by inductive clauses, for every finite net.
//
// The net becomes a circuit (encode/circuit.h). What is looked for at once: a
// violation of each property that is asked for, and cuts. Where a run to one of
// them is found the search goes on without it, as far as somebody wants more.
// The work is done in a child process (engine/child.h). docs/engine-ic3.md.

#include <inttypes.h>
#include <stdlib.h>

#include "engine/child.h"
#include "engine/ic3/certify.h"
#include "engine/table.h"

// What a condition of the search stands for: a property, or a cut action.
typedef struct {
  uint32_t property;  // or 0
  uint32_t action;
} purpose;

typedef struct {
  const sv_run *run;
  sv_answer *answer;
  const sv_net *net;
  const sv_circuit *circuit;
  sv_ic3 *search;
  sv_ic3_end end;
  sv_lits conditions;
  SV_VEC(purpose) purposes;
  sv_bits cut;      // net actions at which the run was cut
  bool full;        // stopped since a pool was full
  bool found;       // stopped at a violation
  uint32_t longest;
} checker;

// ---- what is looked for

static bool is_lacking(const checker *c, uint32_t property) {
  for (uint32_t i = 0; i < c->circuit->lacking.n; i++)
    if (c->circuit->lacking.at[i] == property) return true;
  return false;
}

static void look_for(checker *c, sv_lit condition, uint32_t property, uint32_t action) {
  sv_push(c->conditions, condition);
  sv_push(c->purposes, (purpose){property, action});
}

static bool list_conditions(checker *c) {
  const sv_answer *a = c->answer;
  for (uint32_t i = 0; i < a->findings.n; i++) {
    uint32_t p = a->findings.at[i].property;
    if (is_lacking(c, p)) return false;
    if (!a->findings.at[i].trace) look_for(c, c->circuit->bad.at[p], p, 0);
  }
  for (uint32_t i = 0; i < c->net->actions.n && a->findings.n; i++)
    if (c->net->actions.at[i].cut && !sv_lit_same(c->circuit->taken.at[i], SV_LIT_FALSE))
      look_for(c, c->circuit->taken.at[i], 0, i);
  return true;
}

// ---- what is found

static void push_step(checker *c, sv_trace *trace, const uint8_t *inputs) {
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
    push_step(c, trace, run->inputs + (size_t)i * c->circuit->inputs.n);
  sv_state_free(c->net, state);
  return trace;
}

static void note_cut(checker *c, uint32_t action) {
  sv_bits_add(&c->cut, action);
  c->full |= c->run->stops_when_full && c->net->actions.at[action].full;
}

// False: the search is to end.
static bool note_found(checker *c) {
  sv_ic3_run run = sv_ic3_found(c->search);
  sv_bits met;
  bool good = true;
  sv_bits_init(&met, c->conditions.n);
  sv_bits_copy(&met, run.met);
  if (run.n > c->longest) c->longest = run.n;
  for (uint32_t i = sv_bits_next(&met, 0); i != UINT32_MAX && good; i = sv_bits_next(&met, i + 1)) {
    uint32_t property = c->purposes.at[i].property;
    if (!property) note_cut(c, c->purposes.at[i].action);
    else good = sv_answer_violated(c->answer, property, trace_of(c, &run, property));
    c->found |= property && !c->run->options->keep_going;
    sv_ic3_drop(c->search, i);
  }
  sv_bits_free(&met);
  return good && !c->found && !c->full;
}

// ---- how far it has come

static void tick(void *context, const sv_ic3 *search) {
  const checker *c = context;
  sv_ic3_statistics n = sv_ic3_numbers(search);
  sv_progress_tick(c->run->progress, &(sv_progress_report){.phase = "ic3",
                                                           .states = n.clauses,
                                                           .transitions = n.obligations,
                                                           .depth = n.levels});
  if (n.queries % 256 == 0)
    sv_child_covered(c->run, "no violation within %" PRIu64 " steps", n.levels);
}

static const char *cut_text(const checker *c, bool *only_full) {
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

static sv_verdict word(const checker *c, const char *cut, sv_text *t) {
  uint64_t levels = sv_ic3_numbers(c->search).levels;
  if (c->answer->bug || c->end == SV_IC3_BROKEN) {
    sv_text_string(t, "internal error");
  } else if (c->full) {
    sv_text_printf(t, "no violation; not covered: %s", cut);
  } else if (c->found) {
    sv_text_string(t, "the search stopped at the first violation");
  } else if (c->end == SV_IC3_PROVED) {
    say_proved(c, cut, t);
    return cut && c->answer->findings.n ? SV_UNKNOWN : SV_HOLDS;
  } else {
    if (c->end == SV_IC3_LIMIT) sv_text_printf(t, "%s; ", sv_limit_reason(c->run->limits->hit));
    sv_text_printf(t, "no violation within %" PRIu64 " steps", levels);
    if (cut) sv_text_printf(t, "; not covered: %s", cut);
  }
  return SV_UNKNOWN;
}

// ---- the answer

static void add_statistics(const checker *c) {
  sv_answer *a = c->answer;
  sv_ic3_statistics n = sv_ic3_numbers(c->search);
  uint64_t literals = 0;
  for (uint32_t i = 0; i < sv_ic3_invariant(c->search); i++)
    literals += sv_ic3_clause(c->search, i)->n;
  sv_answer_statistic(a, "bits of a state", "%u", c->circuit->state.n);
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
  sv_answer_statistic(a, "queries", "%" PRIu64 ", %" PRIu64 " of initial states, %" PRIu64
                      " solvers made anew", n.queries, n.start_queries, n.rebuilds);
}

static void close_search(checker *c) {
  sv_answer *a = c->answer;
  sv_text reason = {0};
  bool only_full;
  const char *cut = cut_text(c, &only_full);
  if (c->end == SV_IC3_BROKEN) sv_answer_bug(a, "ic3 found a run that its circuit does not have");
  a->depth = c->longest > sv_ic3_numbers(c->search).levels ? c->longest
                                                           : sv_ic3_numbers(c->search).levels;
  a->pool_full = cut && only_full && (c->end == SV_IC3_PROVED || c->full);
  sv_verdict rest = word(c, cut, &reason);
  sv_answer_close(a, rest, sv_text_get(&reason));
  add_statistics(c);
  sv_text_free(&reason);
}

static void certify(checker *c) {
  sv_answer *a = c->answer;
  if (!c->run->options->certify || a->verdict != SV_HOLDS || !a->findings.n) return;
  a->certified = sv_ic3_certify(a, c->run, c->search, true);
  if (a->bug) sv_answer_close(a, SV_UNKNOWN, NULL);
}

static void search(checker *c) {
  sv_ic3_options o = {.limits = c->run->limits,
                      .big_solver = getenv("IC3_BIG"), .solver_per_frame = getenv("IC3_FRAMES"),
                      .most_levels = (uint32_t)c->run->options->depth,
                      .tick = tick,
                      .context = c};
  c->search = sv_ic3_new(c->circuit, c->conditions.at, c->conditions.n, &o);
  do c->end = sv_ic3_search(c->search);
  while (c->end == SV_IC3_FOUND && note_found(c));
  close_search(c);
  certify(c);
  sv_ic3_free(c->search);
}

static void check_circuit(checker *c) {
  sv_bits_init(&c->cut, c->net->actions.n);
  if (list_conditions(c)) search(c);
  else
    sv_answer_close(c->answer, SV_UNKNOWN,
                    "limit reached: too many choices at once to look for deadlocks");
  sv_bits_free(&c->cut);
  sv_vec_free(c->conditions);
  sv_vec_free(c->purposes);
}

static void check_here(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_text why = {0};
  if (!sv_answer_net(a, m, run)) return;
  sv_coding *coding = sv_coding_new(a->net, NULL, SV_QUEUE_SHIFTING, &why);
  sv_circuit *circuit = coding ? sv_circuit_new(coding, SV_SELECT_BINARY, &why) : NULL;
  checker c = {.run = run, .answer = a, .net = a->net, .circuit = circuit};
  if (circuit) check_circuit(&c);
  else sv_answer_close(a, SV_UNKNOWN, sv_text_get(&why));
  sv_circuit_free(circuit);
  sv_coding_free(coding);
  sv_text_free(&why);
}

static void check(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_check_in_child(check_here, m, run, a);
}

const sv_engine sv_engine_ic3 = {
    .name = "ic3",
    .summary = "proofs by inductive clauses (IC3), with SAT",
    .refuses = SV_FEATURE_INT | SV_FEATURE_REAL | SV_FEATURE_QUEUE,
    .searches = "",
    .check = check,
};
