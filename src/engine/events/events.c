// events.c -- the engine `events`: bounded event tracing, with guided unwinding.
//
// J. Dubrovin: Efficient Symbolic Model Checking of Concurrent Systems (Aalto University, 2011),
// section 5.3. A system is unwound into potential events; a formula says which of them occur, from
// which event each takes each value, and that this has no cycle (encode/events). There is no
// clock, and the order of events that have nothing to do with one another is never chosen.
// Frontiers stand for what was not unwound: where no violation needs them there is none at
// all. docs/engine-events.md has the proof. The work is done in a child process.

#include "analysis/rewrite/confine.h"
#include "analysis/rewrite/slice.h"
#include "analysis/rewrite/slots.h"
#include "engine/events/rounds.h"
#include "engine/table.h"

enum { MOST_NAMED = 8 /* facts */ };

static sv_cause say_covered(const sv_events *x, sv_cause cause, sv_text *t) {
  if (cause != SV_CAUSE_DEPTH) sv_text_printf(t, "%s; ", sv_cause_text(cause));
  if (!x->rounds) sv_text_string(t, "nothing was covered");
  else
    sv_text_printf(t, "no violation in %u unwindings, the last of %u events", x->rounds, x->events);
  return cause;
}

static void say_facts(const sv_events *x, sv_text *t) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < x->facts.all.n; i++) {
    if (!sv_bits_has(&x->used, i)) continue;
    if (n++ >= MOST_NAMED) continue;
    sv_text_string(t, n > 1 ? ", " : "; facts used: ");
    sv_events_facts_name(&x->facts, i, t);
  }
  if (n > MOST_NAMED) sv_text_printf(t, " and %u more", n - MOST_NAMED);
}

static sv_cause word(const sv_events *x, sv_text *t) {
  switch (x->end) {
  case SV_EVENTS_PROVED:
    if (!x->answer->findings.n) sv_text_string(t, "there is no property to check; ");
    sv_text_printf(t, "no violation can be traced back: %u events, %u frontiers", x->events,
                   x->frontiers);
    say_facts(x, t);
    return SV_CAUSE_NONE;
  case SV_EVENTS_FOUND: sv_text_string(t, sv_cause_text(SV_CAUSE_STOPPED)); return SV_CAUSE_STOPPED;
  case SV_EVENTS_CUT:
    sv_text_string(t, "no violation, but runs are cut");
    if (x->room) sv_text_printf(t, " (queues without bound have room for %u messages)", x->room);
    return SV_CAUSE_BOUND;
  case SV_EVENTS_FULL:
    sv_text_string(t, "no violation; not covered: a pool of processes is full");
    return SV_CAUSE_BOUND;
  case SV_EVENTS_LARGE: return say_covered(x, SV_CAUSE_SIZE, t);
  case SV_EVENTS_LIMIT:
    return say_covered(x, x->run->limits->hit ? x->run->limits->hit : SV_CAUSE_GAVE_UP, t);
  case SV_EVENTS_BOUND: return say_covered(x, SV_CAUSE_DEPTH, t);
  case SV_EVENTS_GOING:
  case SV_EVENTS_BROKEN: sv_text_string(t, sv_cause_text(SV_CAUSE_BUG)); return SV_CAUSE_BUG;
  }
  SV_UNREACHABLE();
}

static void add_statistics(const sv_events *x) {
  sv_answer *a = x->answer;
  sv_answer_statistic(a, "unwindings", "%u", x->rounds);
  sv_answer_statistic(a, "events", "%u, %u frontiers", x->events, x->frontiers);
  sv_answer_statistic(a, "links", "%llu", (unsigned long long)x->links);
  sv_answer_statistic(a, "clauses", "%llu", (unsigned long long)x->clauses);
  if (x->facts.seconds > 0)
    sv_answer_statistic(a, "facts", "%u, found in %.2f s", x->facts.all.n, x->facts.seconds);
  else if (x->run->options->facts != SV_OPT_FACTS_OFF)
    sv_answer_statistic(a, "facts", "none: numbers are terms");
  if (x->twins.n) sv_answer_statistic(a, "pairs of symmetric processes", "%u", x->twins.n);
  if (x->cycles) sv_answer_statistic(a, "cycles excluded", "%llu", (unsigned long long)x->cycles);
  if (x->lemmas)
    sv_answer_statistic(a, "lemmas about terms", "%llu", (unsigned long long)x->lemmas);
  if (x->certificate) sv_answer_statistic(a, "certificate", "%s", x->certificate);
}

static void close_search(sv_events *x) {
  sv_text reason = {0};
  sv_answer *a = x->answer;
  sv_cause cause = word(x, &reason);
  a->pool_full = x->end == SV_EVENTS_FULL;
  sv_answer_close(a, cause, sv_text_get(&reason));
  for (uint32_t i = 0; i < x->unknown.n; i++)
    sv_answer_undecided(a, sv_answer_finding(a, x->unknown.at[i]), SV_CAUSE_SIZE,
                        "too many choices at once");
  add_statistics(x);
  sv_text_free(&reason);
}

// Leaves out what cannot matter for the properties; NULL if there is nothing to leave out.
static sv_net *slice(const sv_net *net, const sv_answer *a) {
  sv_u32s properties = {0};
  for (uint32_t i = 0; i < a->findings.n; i++) sv_push(properties, a->findings.at[i].property);
  sv_accesses *accesses = sv_accesses_new(net);
  sv_relevant *relevant = sv_relevant_new(accesses, properties.at, properties.n);
  sv_net *sliced = sv_slice_new(net, relevant);
  sv_relevant_free(relevant);
  sv_accesses_free(accesses);
  sv_vec_free(properties);
  return sliced;
}

// All molds of states are made here: observers are numbered before the unwinding numbers its places.
static void choose_properties(sv_events *x, sv_molds *molds) {
  for (uint32_t i = 0; i < x->answer->findings.n; i++) {
    uint32_t p = x->answer->findings.at[i].property;
    if (x->answer->findings.at[i].verdict == SV_VIOLATED) continue;
    if (sv_molds_states(molds, p)) sv_push(x->asked, p);
    else sv_push(x->unknown, p);
  }
  bool cut = sv_molds_states(molds, 0), full = sv_molds_states(molds, UINT32_MAX);
  x->knows_cuts = cut && full;
}

static void go_round(sv_events *x) {
  if (x->run->options->symmetry == SV_OPT_ON_OFF_ON) sv_events_find_twins(x->unwinding, &x->twins);
  sv_events_rounds(x);
  bool again = x->end == SV_EVENTS_CUT && x->room && !x->last_room;
  if (!again) close_search(x);
}

static void search(sv_events *x, sv_molds *molds) {
  sv_text why = {0};
  choose_properties(x, molds);
  x->unwinding =
      sv_unwinding_new(molds, x->facts.all.n ? sv_events_facts_exclude : NULL, &x->facts);
  sv_events_facts_end(&x->facts);
  if (x->facts.all.n) sv_bits_join(&x->used, &x->facts.used);
  if (!sv_molds_lost(molds, &why)) go_round(x);
  else sv_answer_refuse(x->answer, x->run, SV_CAUSE_UNSUPPORTED, sv_text_get(&why));
  sv_text_free(&why);
  sv_unwinding_free(x->unwinding);
  sv_vec_free(x->twins);
  sv_free(x->certificate);
  sv_vec_free(x->asked);
  sv_vec_free(x->unknown);
}

static bool is_clauses(const char *path) {
  const char *dot = strrchr(path, '.');
  return dot && (!strcmp(dot, ".cnf") || !strcmp(dot, ".dimacs"));
}

// Why the questions cannot be written, or NULL.
static const char *dump_refusal(const sv_options *o) {
  if (!o->dump || sv_events_dumps_terms(o->dump)) return NULL;
  if (!is_clauses(o->dump)) return "--dump: the name must end in .cnf, .dimacs or .smt2";
  if (o->acyclic != SV_OPT_ACYCLIC_EAGER && o->acyclic != SV_OPT_ACYCLIC_LAZY)
    return "--dump: without clauses for the order (--acyclic eager) the name must end in .smt2";
  return NULL;
}

static bool is_bounded_number(const sv_sort_info *info) {
  return info->kind == SV_SORT_BV || info->kind == SV_SORT_INT;
}

// By variable: its values are terms. NULL: none are. Numbers without bounds, or all that are no control.
static bool *choose_terms(const sv_events *x) {
  const sv_terms *T = x->net->model->terms;
  bool *terms = SV_NEW_ARRAY(bool, x->net->vars.n + 1), some = false;
  for (uint32_t i = 0; i < x->net->vars.n; i++) {
    const sv_sort_info *info = sv_sort_get(T, sv_sort_scalar(T, x->net->vars.at[i].sort));
    bool wanted = x->run->options->solver == SV_OPT_SOLVER_SMT && is_bounded_number(info);
    terms[i] = !sv_sort_finite(T, x->net->vars.at[i].sort) || (wanted && i != x->net->holder);
    some |= terms[i];
  }
  sv_text ignored = {0};
  some |= !sv_code_finite(x->net, &ignored);
  sv_text_free(&ignored);
  if (!some) sv_free(terms), terms = NULL;
  return terms;
}

// Why numbers that are terms cannot be had in this way, or NULL.
static const char *terms_refusal(const sv_options *o) {
  if (o->solver == SV_OPT_SOLVER_SAT) return "--solver sat: there are numbers without bounds";
  if (o->dump && !sv_events_dumps_terms(o->dump))
    return "--dump: there are numbers without bounds, so the name must end in .smt2";
  return NULL;
}

static void search_net(sv_events *x) {
  sv_text why = {0};
  bool *terms = choose_terms(x);
  const char *refusal = terms ? terms_refusal(x->run->options) : NULL;
  if (refusal) {
    sv_answer_refuse(x->answer, x->run, SV_CAUSE_UNSUPPORTED, refusal);
    sv_free(terms);
    return;
  }
  sv_coding *coding = terms ? sv_coding_new_beside(x->net, terms, &why)
                            : sv_coding_new(x->net, NULL, SV_QUEUE_SHIFTING, &why);
  sv_free(terms);
  sv_molds *molds = coding ? sv_molds_new(coding, &why) : NULL;
  if (molds && !coding->by_terms) sv_events_facts_find(&x->facts, x->model, molds, x->run);
  sv_bits_init(&x->used, x->facts.all.n);
  if (molds) search(x, molds);
  else sv_answer_refuse(x->answer, x->run, SV_CAUSE_SIZE, sv_text_get(&why));
  sv_bits_free(&x->used);
  sv_events_facts_free(&x->facts);
  sv_molds_free(molds);
  if (coding) sv_coding_free(coding);
  sv_text_free(&why);
}

static bool knows_queues(const sv_options *o) {
  return o->queue == SV_OPT_QUEUE_AUTO || o->queue == SV_OPT_QUEUE_SHIFTING ||
         o->queue == SV_OPT_QUEUE_CYCLIC;
}

static sv_events_end try_net(sv_events *x) {
  bool whole = x->run->options->queue == SV_OPT_QUEUE_SHIFTING;
  sv_net *slots = whole ? NULL : sv_slots_new(x->net);
  if (slots) x->net = slots;
  search_net(x);
  if (slots) sv_net_free(slots);
  return x->end;
}

// Beyond the most slots a queue is one token, whose value is made of bits.
static uint32_t most_room(const sv_net *net, const sv_run *run) {
  const sv_terms *T = net->model->terms;
  bool terms = run->options->solver == SV_OPT_SOLVER_SMT;
  for (uint32_t q = 0; q < net->queues.n; q++)
    for (uint32_t f = 0; f < net->queues.at[q].field_count; f++)
      terms |= !sv_sort_finite(T, net->queues.at[q].fields[f]);
  return terms ? 16 : 64;
}

// Queues without bound get more and more room, as long as runs are cut where there is none.
static void try_rooms(sv_model *m, const sv_net *net, const sv_run *run, sv_answer *a) {
  uint32_t most = most_room(net, run);
  sv_events_end end = SV_EVENTS_CUT;
  for (uint32_t room = 2; end == SV_EVENTS_CUT && room <= most; room *= 2) {
    sv_net *confined = sv_confine_new(net, room);
    sv_events x = {.model = m,
                   .net = confined,
                   .traces = net,
                   .run = run,
                   .answer = a,
                   .room = room,
                   .last_room = room == most};
    end = try_net(&x);
    sv_net_free(confined);
  }
}

static void check(sv_model *m, const sv_run *run, sv_answer *a) {
  if (!sv_answer_net(a, m, run)) return;
  const char *refusal = dump_refusal(run->options);
  if (!knows_queues(run->options)) refusal = "--queue: events knows shifting and cyclic";
  if (refusal) {
    sv_answer_refuse(a, run, SV_CAUSE_UNSUPPORTED, refusal);
    return;
  }
  sv_net *sliced = slice(a->net, a);
  const sv_net *net = sliced ? sliced : a->net;
  if (sv_has_unbounded_queues(net)) try_rooms(m, net, run, a);
  else try_net(&(sv_events){.model = m, .net = net, .traces = net, .run = run, .answer = a});
  if (sliced) sv_net_free(sliced);
}

const sv_engine sv_engine_events = {
    .name = "events",
    .options = "dump bound unwinding acyclic symmetry queue solver facts seed",
    .summary = "bounded event tracing: no clock, causes only; unwinds what a proof needs",
    .searches = SV_SEARCH(AUTO),
    .orders = SV_ORDER(BEST),
    .isolated = true,
    .check = check,
};
