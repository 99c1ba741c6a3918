// explicit.c -- the engine `explicit`: every reachable state, one by one.
//
// The oracle of all other engines and a fast checker in its own right. After a
// search with reduction the trace need not be the shortest one; since a short
// trace is worth much, a second search without reduction looks for a shorter
// one, with a bound on depth and on the number of states. What cannot be packed
// into bits is left to the plain search (infinite.h).

#include "engine/child.h"
#include "engine/explicit/cycles.h"
#include "engine/explicit/infinite.h"
#include "engine/explicit/spread.h"
#include "engine/table.h"

enum { SHORTEN_STATES = 1000000 };

static void certify(sv_search *s) {
  sv_answer *a = s->answer;
  a->certified = sv_search_certify(s);
  if (a->bug) sv_answer_close(a, SV_CAUSE_BUG, NULL);
}

static uint32_t trace_length(const sv_answer *a) {
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (a->findings.at[i].trace) return a->findings.at[i].trace->steps.n;
  return 0;
}

// Traces speak of the net beside them: both go together.
static void swap_findings(sv_answer *a, sv_answer *b) {
  sv_answer old = *a;
  a->net = b->net;
  a->findings = b->findings;
  b->net = old.net;
  b->findings = old.findings;
}

static const char *look_for_shorter(sv_model *m, const sv_run *run, sv_answer *a, uint64_t states) {
  sv_text why = {0};
  const char *what = "maybe not the shortest";
  sv_answer *b = sv_answer_like(a);
  sv_search *s = sv_answer_net(b, m, run) ? sv_search_new(m, run, b, &why) : NULL;
  if (s) {
    s->most_states = run->options->shortest ? 0 : SHORTEN_STATES + 2 * states;
    sv_search_explore(s);
    sv_search_close(s);
    if (s->end == SV_FOUND || s->end == SV_ENDED) what = "shortest";
    if (s->end == SV_FOUND) swap_findings(a, b);
    if (b->bug) sv_answer_bug(a, "%s", b->bug);
  }
  sv_search_free(s);
  sv_answer_free(b);
  sv_text_free(&why);
  return what;
}

// `level` is where the violation was found, or beyond, after so many seconds.
static void shorten(sv_model *m, const sv_run *run, sv_answer *a, uint64_t states, uint64_t level,
                    double seconds) {
  sv_options options;
  sv_run again = *run;
  bool timed = run->shorten > 0 && !run->options->shortest;
  sv_limits limits = timed ? sv_limits_part(run->limits, seconds + run->shorten) : *run->limits;
  if (level < 2 || level > INT32_MAX) return;
  sv_options_copy(&options, run->options);
  options.depth = (int32_t)level - 1;
  options.checkpoint = NULL;  // the search that led here can be resumed
  again.takes_up = false;
  options.compile = false;  // another net: it would have to be compiled again
  if (options.store == SV_OPT_STORE_BITSTATE) options.store = SV_OPT_STORE_EXACT;
  again.options = &options;
  again.limits = &limits;
  sv_answer_statistic(a, "trace", "%s", look_for_shorter(m, &again, a, states));
  sv_options_free(&options);
  sv_answer_close(a, SV_CAUSE_STOPPED, sv_cause_text(SV_CAUSE_STOPPED));
}

static bool may_be_shortened(const sv_search *s) {
  return s->end == SV_FOUND && s->breadth_first && (s->stubborn || s->merge);
}

// What several ranks do not take; or they have not been given the same.
static bool ranks_refuse(const sv_model *m, const sv_run *run, sv_answer *a) {
  sv_text why = {0};
  if (!run->ranks) return false;
  if (sv_infinite_model(m)) sv_text_string(&why, "several ranks do not search unbounded data");
  sv_cause cause = why.n ? SV_CAUSE_UNSUPPORTED : SV_CAUSE_USAGE;
  if (!why.n) sv_spread_same(m, run, a, &why);
  if (run->ranks->lost) cause = SV_CAUSE_RANK;
  bool refused = why.n;
  if (refused) sv_answer_refuse(a, run, cause, sv_text_get(&why));
  sv_text_free(&why);
  return refused;
}

static void check(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_text why = {0};
  if (ranks_refuse(m, run, a)) return;
  if (sv_infinite_model(m)) {
    if (run->options->certify) sv_check_in_child(sv_infinite_check, m, run, a);  // for Z3
    else sv_infinite_check(m, run, a);
    return;
  }
  if (!sv_answer_net(a, m, run)) return;
  sv_search *s = sv_search_new(m, run, a, &why);
  if (s) {
    sv_search_explore(s);
    sv_search_close(s);
    if (a->verdict == SV_HOLDS && run->options->certify) certify(s);
    bool long_path = may_be_shortened(s);
    uint64_t states = sv_search_states(s), level = s->merge ? trace_length(a) : s->found;
    double seconds = sv_now() - s->start;
    sv_search_free(s);
    if (long_path) shorten(m, run, a, states, level, seconds);
  } else {
    sv_answer_refuse(a, run, SV_CAUSE_SIZE, sv_text_get(&why));
  }
  sv_text_free(&why);
}

const sv_engine sv_engine_explicit = {
    .name = "explicit",
    .options =
        "search reduction merge store bits depth jobs shortest compile compile_after checkpoint "
        "every stop_after disk spill_after",
    .summary = "explores every reachable state (bfs or dfs, partial-order reduction)",
    .refuses = SV_FEATURE_REAL,
    .searches = SV_SEARCH(AUTO) | SV_SEARCH(BFS) | SV_SEARCH(DFS),
    .check = check,
    .cycles = sv_explicit_cycles,
};
