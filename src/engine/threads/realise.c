// realise.c -- see realise.h.

#include "engine/threads/realise.h"

enum { FIRST = 2, MOST = 64 };

static const double least = 0.05;  // seconds; less is not worth a search

// What the threads engine has proven stands; a violation of it would be our own bug.
static void keep_proofs(const sv_answer *a, sv_answer *found) {
  found->verdict = SV_HOLDS;
  for (uint32_t i = 0; i < found->findings.n; i++) {
    sv_finding *f = &found->findings.at[i];
    bool proven = a->findings.at[i].verdict == SV_HOLDS;
    if (proven && f->verdict == SV_VIOLATED)
      sv_answer_bug(found, "threads proves a property that %s violates", found->engine);
    if (proven && f->verdict == SV_UNKNOWN) {
      f->verdict = SV_HOLDS;
      sv_free(f->reason);
      f->reason = NULL;
    }
    if (f->verdict == SV_VIOLATED || found->verdict == SV_HOLDS) found->verdict = f->verdict;
  }
  if (found->bug) sv_answer_close(found, SV_UNKNOWN, NULL);
}

static bool is_decided(const sv_answer *a, const sv_run *run) {
  if (a->bug || (a->verdict == SV_VIOLATED && !run->options->keep_going)) return true;
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (a->findings.at[i].verdict == SV_UNKNOWN) return false;
  return true;
}

// Violations that this search has not seen again count all the same, in pools as large.
static bool finds_more(const sv_answer *a, const sv_answer *found) {
  uint32_t before = 0, now = 0;
  for (uint32_t i = 0; i < a->findings.n; i++) {
    before += a->findings.at[i].verdict == SV_VIOLATED;
    now += found->findings.at[i].verdict == SV_VIOLATED;
  }
  return now > before || found->bug;
}

static void take(sv_answer *a, sv_answer *found) {
  for (uint32_t i = 0; i < a->statistics.n; i++)
    sv_answer_statistic(found, a->statistics.at[i].name, "%s", a->statistics.at[i].value);
  sv_answer_adopt(a, found);
  a->engine = "threads";
}

static sv_answer *search(sv_model *m, const sv_run *run, uint32_t threads, double deadline) {
  sv_options options;
  sv_limits limits = *run->limits;
  sv_run sized = *run;
  sv_options_copy(&options, run->options);
  options.threads = threads;
  if (limits.deadline <= 0 || limits.deadline > deadline) limits.deadline = deadline;
  sized.options = &options;
  sized.limits = &limits;
  sv_answer *found = sv_engine_run(sv_engine_find("explicit"), m, &sized);
  if (limits.hit == SV_LIMIT_INTERRUPT) run->limits->hit = limits.hit;
  sv_options_free(&options);
  return found;
}

static void replace_verdict(sv_answer *a, sv_answer *found) {
  keep_proofs(a, found);
  if (found->verdict == SV_VIOLATED) sv_free(found->reason), found->reason = NULL;
  take(a, found);
}

bool sv_threads_realise(sv_model *m, const sv_run *run, double seconds, sv_answer *a) {
  double deadline = sv_now() + seconds;
  bool bounded = m->templates.at[1].pool != SV_UNBOUNDED;
  for (uint32_t k = FIRST; k <= MOST && !is_decided(a, run); k += 1 + k / 4) {
    if (sv_now() + least > deadline || run->limits->hit) return false;
    sv_answer *found = search(m, run, k, deadline);
    bool all = bounded && found->verdict == SV_HOLDS && found->complete;
    if (finds_more(a, found) || all) replace_verdict(a, found);
    else sv_answer_free(found);
    if (bounded) break;
  }
  return is_decided(a, run);
}
