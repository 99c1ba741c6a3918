// cycles_conclude.c -- what a search for infinite runs says in the end.

#include <inttypes.h>
#include <stdlib.h>

#include "engine/explicit/cycles.h"

static char *decimal(uint64_t n) {
  sv_text t = {0};
  sv_text_printf(&t, "%" PRIu64, n);
  return sv_text_take(&t);
}

static const char *left_out(const sv_listed *l) {
  return l->states.n < l->store.states.n ? "; there are more, maybe without end"
                                         : "; not all values can be tried";
}

static void say_unknown(const sv_cycles *c, const sv_cycles_end *end, sv_text *why) {
  if (c->limit) sv_text_printf(why, "%s: ", sv_cause_text(c->limit));
  else if (sv_cycles_overflow(c)) sv_text_string(why, "a number does not fit 64 bits: ");
  sv_text_printf(why, "no violation found in %" PRIu64 " states", end->states);
  if (end->misses) sv_text_string(why, "; a bitstate search may miss some");
  if (!sv_cycles_knows(c)) sv_text_string(why, left_out(c->listed));
  if (c->cut != UINT32_MAX)
    sv_text_printf(why, "; not covered: %s", c->net->actions.at[c->cut].cut);
}

// The counts of an answer are those of its largest search, or of the one that found something.
static bool tells_more(const sv_cycles_end *end, const sv_answer *a) {
  return !a->states || end->found || strtoull(a->states, NULL, 10) < end->states;
}

static void say_counts(const sv_cycles *c, const sv_cycles_end *end, sv_answer *a) {
  sv_free(a->states);
  sv_free(a->transitions);
  a->states = decimal(end->states);
  a->transitions = decimal(c->transitions);
  a->depth = end->depth;
}

static sv_cause cause_of(const sv_cycles *c) {
  if (c->limit) return c->limit;
  if (c->cut != UINT32_MAX) return SV_CAUSE_BOUND;
  bool large = c->listed && c->listed->states.n < c->listed->store.states.n;
  return large || sv_cycles_overflow(c) ? SV_CAUSE_SIZE : SV_CAUSE_INCOMPLETE;
}

static void say_undecided(const sv_cycles *c, const sv_cycles_end *end, sv_answer *a,
                          sv_finding *f) {
  sv_text why = {0};
  sv_cause cause = cause_of(c);
  say_unknown(c, end, &why);
  sv_answer_undecided(a, f, cause, sv_text_get(&why));
  sv_text_free(&why);
}

bool sv_cycles_conclude(sv_cycles *c, const sv_cycles_end *end, sv_answer *a, uint32_t property) {
  sv_finding *f = sv_answer_finding(a, property);
  bool trusted = !sv_cycles_overflow(c);
  bool complete = end->done && !end->found && !c->limit && c->cut == UINT32_MAX && trusted;
  complete &= !end->misses && sv_cycles_knows(c);
  sv_trace *trace = trusted ? end->trace : NULL;
  if (end->trace && !trace) sv_trace_free(c->answers, end->trace);
  if (trace && !c->whole && !sv_cycles_close(c->answers, trace))
    return sv_trace_free(c->answers, trace), false;
  if (trace) sv_answer_violated(a, property, trace);
  else if (end->found && trusted && !c->limit)
    sv_answer_bug(a, "a component without a cycle was found");
  else if (complete) sv_answer_proven(f);
  else say_undecided(c, end, a, f);
  a->pool_full |= sv_cycles_full(c) && !c->limit && !end->found;
  if (tells_more(end, a)) say_counts(c, end, a);
  sv_answer_statistic(a, "states with the automaton", "%" PRIu64, end->states);
  if (c->reduction) sv_answer_statistic(a, "reduced expansions", "%" PRIu64, c->reduced);
  return true;
}
