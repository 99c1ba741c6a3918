// conclude.c -- what a finished search has to say.
//
// `holds` only if nothing reachable was left out. Everything else says what
// stopped the search and what it covered; "within N steps" only where that is
// literally so: breadth first, exact and without reduction.

#include "engine/explicit/spread.h"

#include <inttypes.h>

static bool counts_steps(const sv_search *s) {
  return s->breadth_first && sv_visited_is_exact(&s->seen) && !s->stubborn && !s->merge;
}

// A state of the last level may still be a deadlock: it was not expanded.
static uint64_t steps_covered(const sv_search *s) {
  return s->covered - (s->deadlock && s->covered);
}

static void say_covered(const sv_search *s, sv_text *t) {
  uint64_t states = sv_search_states(s);
  if (counts_steps(s) && steps_covered(s))
    sv_text_printf(t, "no violation within %" PRIu64 " steps; %" PRIu64 " states", steps_covered(s),
                   states);
  else
    sv_text_printf(t, "no violation found in %" PRIu64 " states up to depth %" PRIu64, states,
                   s->depth);
}

static void say_limit(const sv_search *s, sv_text *t) {
  const char *why =
      s->crowded ? "one state has too many successors to keep at a time" : "too many states";
  sv_text_string(t, s->limit ? sv_cause_text(s->limit) : why);
  if (s->limit == SV_CAUSE_DISK)
    sv_text_printf(t, " (%s: %s)", s->run->options->disk, strerror(sv_disk_error(s->seen.disk)));
  sv_text_string(t, ": ");
  say_covered(s, t);
}

static void say_bound(const sv_search *s, sv_text *t) {
  if (!s->over) sv_text_string(t, "no violation");
  else if (counts_steps(s)) sv_text_printf(t, "no violation within %" PRIu64 " steps", s->bound);
  else sv_text_printf(t, "no violation found; the search was cut at depth %" PRIu64, s->bound);
}

static void say_unknown(const sv_search *s, sv_text *t) {
  say_bound(s, t);
  if (s->cut) sv_text_printf(t, "; not covered: %s", s->cut);
  if (!sv_visited_is_exact(&s->seen)) {
    sv_text_printf(t, "%s in %" PRIu64 " states; a bitstate search may miss some",
                   s->over ? "" : " found", sv_search_states(s));
  }
}

static void say_holds(const sv_search *s, sv_text *t) {
  sv_text_printf(t, "all %" PRIu64 " states were checked", sv_search_states(s));
  if (s->stubborn || s->merge) sv_text_string(t, " (with partial-order reduction)");
}

// Without a property nothing can be violated, whatever was left out.
static void say_nothing_to_check(const sv_search *s, sv_text *t) {
  sv_text_printf(t, "there is no property to check; %" PRIu64 " states", sv_search_states(s));
}

static sv_cause say_ended(const sv_search *s, sv_text *t) {
  if (!s->answer->findings.n) return say_nothing_to_check(s, t), SV_CAUSE_NONE;
  if (sv_search_complete(s)) return say_holds(s, t), SV_CAUSE_NONE;
  say_unknown(s, t);
  return s->over ? SV_CAUSE_DEPTH : s->cut ? SV_CAUSE_BOUND : SV_CAUSE_INCOMPLETE;
}

static sv_cause say(const sv_search *s, sv_text *t) {
  switch (s->end) {
  case SV_ENDED: return say_ended(s, t);
  case SV_FOUND: sv_text_string(t, sv_cause_text(SV_CAUSE_STOPPED)); return SV_CAUSE_STOPPED;
  case SV_LIMITED: say_limit(s, t); return s->limit ? s->limit : SV_CAUSE_SIZE;
  case SV_OVERFLOWED:
    sv_text_string(t, "a number does not fit 64 bits: ");
    say_covered(s, t);
    return SV_CAUSE_SIZE;
  case SV_GOING:
  case SV_BROKEN: sv_text_string(t, sv_cause_text(SV_CAUSE_BUG)); return SV_CAUSE_BUG;
  }
  SV_UNREACHABLE();
}

static char *decimal(uint64_t n) {
  sv_text t = {0};
  sv_text_printf(&t, "%" PRIu64, n);
  return sv_text_take(&t);
}

static void count(const sv_search *s, sv_answer *a) {
  sv_free(a->states);
  sv_free(a->transitions);
  a->states = decimal(sv_search_states(s));
  a->transitions = decimal(s->transitions);
  a->depth = s->depth;
  a->reach = s->covered;
}

static void add_disk_statistics(const sv_search *s, sv_answer *a) {
  sv_disk_numbers n = sv_disk_tell(s->seen.disk);
  sv_answer_statistic(a, "states on disk", "%" PRIu64, n.stored);
  sv_answer_statistic(a, "bytes on disk", "%" PRIu64, n.bytes);
  sv_answer_statistic(a, "bytes written to disk", "%" PRIu64, n.written);
  sv_answer_statistic(a, "times memory was full", "%" PRIu64, n.spills);
}

static const char *store_text(const sv_search *s) {
  return s->seen.disk ? "exact, on disk" : sv_opt_store_text(s->run->options->store);
}

static void add_store_statistics(const sv_search *s, sv_answer *a) {
  uint64_t states = sv_search_states(s);
  double bytes = (double)sv_visited_bytes(&s->seen);
  if (s->spread) bytes = (double)s->spread->sums[SV_SUM_store_bytes];
  sv_answer_statistic(a, "bits of a state", "%u", s->layout->bits);
  sv_answer_statistic(a, "bytes of a packed state", "%u", s->words * 8);
  sv_answer_statistic(a, "store", "%s", store_text(s));
  sv_answer_statistic(a, "store bytes", "%.0f", bytes);
  if (states) sv_answer_statistic(a, "store bytes per state", "%.1f", bytes / (double)states);
  if (s->seen.tree && states && !s->spread) {
    sv_answer_statistic(a, "tree nodes", "%" PRIu64, sv_tree_nodes(s->seen.tree));
    sv_answer_statistic(a, "tree bytes per state, without links", "%.2f",
                        (bytes - (double)sv_store_link_bytes(s->seen.store)) / (double)states);
  }
  if (s->seen.collapse && !s->spread) {
    sv_answer_statistic(a, "collapse tables", "%u", sv_collapse_tables(s->seen.collapse));
    sv_answer_statistic(a, "collapse entries", "%" PRIu64, sv_collapse_entries(s->seen.collapse));
    sv_answer_statistic(a, "bytes of a tuple", "%u", sv_collapse_words(s->seen.collapse) * 8);
  }
  if (s->seen.disk) add_disk_statistics(s, a);
  if (!sv_visited_is_exact(&s->seen))
    sv_answer_statistic(a, "bits set", "%.2f%%",
                        100.0 * (double)s->seen.bits.ones / ((double)s->seen.bits.mask + 1));
}

static const char *why_one_job(const sv_search *s) {
  if (s->run->options->jobs == 1 || s->jobs > 1) return "";
  if (!s->breadth_first) return ": depth first";
  bool shared = s->seen.kind == SV_VISITED_EXACT || s->folds;
  if (s->seen.disk) return ": --disk";
  return shared ? "" : ": only --store exact and tree are shared";
}

static void add_statistics(const sv_search *s, sv_answer *a) {
  double seconds = sv_now() - s->start;
  sv_answer_statistic(a, "search", "%s", s->breadth_first ? "bfs" : "dfs");
  sv_answer_statistic(a, "jobs", "%u%s", s->jobs, why_one_job(s));
  if (s->spread) sv_spread_statistics(s->spread, a);
  sv_answer_statistic(a, "initial states", "%" PRIu64, s->initials);
  add_store_statistics(s, a);
  if (s->chain.on) sv_answer_statistic(a, "states passed through", "%" PRIu64, s->passed);
  if (s->stubborn)
    sv_answer_statistic(a, "reduction", "on, used in %" PRIu64 " of %" PRIu64 " states", s->reduced,
                        s->expanded);
  else
    sv_answer_statistic(a, "reduction", "off%s%s", s->unreduced ? ": " : "",
                        s->unreduced ? s->unreduced : "");
  if (s->constants) sv_answer_statistic(a, "variables fixed", "%u", s->constants);
  if (s->forgetful) sv_answer_statistic(a, "dead values reset", "%u places", s->resets);
  if (s->merge)
    sv_answer_statistic(a, "sticky locations", "%u of %u", s->merge->count, s->merge->places);
  sv_saver_statistics(s);
  if (seconds > 0)
    sv_answer_statistic(a, "states per second", "%.0f", (double)sv_search_states(s) / seconds);
}

void sv_search_close(sv_search *s) {
  sv_text reason = {0};
  sv_cause cause = say(s, &reason);
  count(s, s->answer);
  s->answer->complete = sv_search_complete(s);
  s->answer->pool_full = s->full && s->end == SV_ENDED && !s->over;
  if (s->answer->complete) sv_answer_unreached(s->answer, s->net, &s->fired, s->initials != 0);
  add_statistics(s, s->answer);
  sv_answer_close(s->answer, cause, sv_text_get(&reason));
  sv_text_free(&reason);
}
