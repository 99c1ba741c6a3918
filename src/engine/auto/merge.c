// merge.c -- see merge.h.

#include "engine/auto/merge.h"

bool sv_auto_decided(const sv_answer *a, const sv_run *run) {
  if (a->bug || a->verdict == SV_HOLDS) return true;
  if (a->verdict == SV_VIOLATED && !run->options->keep_going) return true;
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (a->findings.at[i].verdict == SV_UNKNOWN) return false;
  return a->findings.n > 0;
}

bool sv_auto_left_by(const sv_answer *a, sv_cause cause) {
  bool some = false;
  if (a->cause == cause) return true;
  for (uint32_t i = 0; i < a->findings.n; i++) {
    const sv_finding *f = &a->findings.at[i];
    if (f->verdict != SV_UNKNOWN) continue;
    if (f->cause != cause) return false;
    some = true;
  }
  return some;
}

// Of answers that decide equally much, the one whose cause tells the user most.
static int rank(sv_cause c) {
  switch (c) {
  case SV_CAUSE_BUG: return 15;
  case SV_CAUSE_NONE: return 14;
  case SV_CAUSE_STOPPED: return 13;
  case SV_CAUSE_RANK:
  case SV_CAUSE_INTERRUPTED: return 12;
  case SV_CAUSE_TIME: return 11;
  case SV_CAUSE_DEPTH: return 10;
  case SV_CAUSE_BOUND: return 9;
  case SV_CAUSE_DISK:
  case SV_CAUSE_MEMORY: return 8;
  case SV_CAUSE_SYSTEM: return 7;
  case SV_CAUSE_GAVE_UP: return 6;
  case SV_CAUSE_SIZE: return 5;
  case SV_CAUSE_INCOMPLETE: return 4;
  case SV_CAUSE_BUDGET: return 3;
  case SV_CAUSE_UNSUPPORTED: return 2;
  case SV_CAUSE_USAGE:
  case SV_CAUSE_MALFORMED: return 1;
  case SV_CAUSE_COUNT: break;
  }
  SV_UNREACHABLE();
}

static void merge_reason(sv_finding *mine, const sv_finding *f) {
  if (rank(f->cause) <= rank(mine->cause)) return;
  mine->cause = f->cause;
  sv_free(mine->reason);
  mine->reason = f->reason ? sv_strdup(f->reason) : NULL;
}

// Pools of another size, or no bound on recursion, make other nets, of which traces cannot be carried over.
static void merge_finding(sv_answer *a, const sv_answer *other, const sv_finding *f) {
  sv_finding *mine = sv_answer_finding(a, f->property);
  if (mine && mine->verdict == SV_UNKNOWN && f->verdict == SV_UNKNOWN) merge_reason(mine, f);
  if (!mine || f->verdict == SV_UNKNOWN || mine->verdict == f->verdict) return;
  bool clash = mine->verdict != SV_UNKNOWN;
  if (clash && mine->trace)
    sv_answer_bug(a, "%s proves a property that %s violates", other->engine, a->engine);
  else if (clash)
    sv_answer_bug(a, "%s proves a property that %s violates", a->engine, other->engine);
  else if (!f->trace) sv_answer_proven(mine);
  else if (a->net && other->net && a->threads == other->threads &&
           a->net->model == other->net->model)
    sv_answer_violated(a, f->property, sv_trace_copy(a->net, f->trace));
}

void sv_auto_merge(sv_answer *a, const sv_answer *other) {
  if (a->bug) return;
  for (uint32_t i = 0; i < other->findings.n && !a->bug; i++)
    merge_finding(a, other, &other->findings.at[i]);
  if (!a->findings.n) return;
  sv_answer_settle(a, a->reason);
}

static uint32_t count(const sv_answer *a, sv_verdict verdict) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->findings.n; i++) n += a->findings.at[i].verdict == verdict;
  return n;
}

// Violations first: only the answer that has a trace can show it.
static bool is_better(const sv_answer *a, const sv_answer *than) {
  if ((a->bug != NULL) != (than->bug != NULL)) return a->bug;
  if (a->verdict != than->verdict && (a->verdict == SV_HOLDS || than->verdict == SV_HOLDS))
    return a->verdict == SV_HOLDS;
  uint32_t violated = count(a, SV_VIOLATED), others = count(than, SV_VIOLATED);
  if (violated != others) return violated > others;
  uint32_t open = count(a, SV_UNKNOWN), also = count(than, SV_UNKNOWN);
  if (open != also) return open < also;
  if (rank(a->cause) != rank(than->cause)) return rank(a->cause) > rank(than->cause);
  return a->reach > than->reach;
}

sv_answer *sv_auto_better(sv_answer *before, sv_answer *after, const sv_run *run) {
  SV_UNUSED(run);
  if (!before) return after;
  bool later = is_better(after, before);
  sv_answer *better = later ? after : before, *other = later ? before : after;
  sv_auto_merge(better, other);
  sv_answer_free(other);
  return better;
}
