// realise.c -- see realise.h.

#include "engine/threads/realise.h"

enum { FIRST = 2, MOST = 64 };

static const double least = 0.05;  // seconds; less is not worth a search

// What the threads engine has proven stands; a violation of it would be our own bug.
static void keep_proofs(const sv_answer *a, sv_answer *found) {
  for (uint32_t i = 0; i < found->findings.n; i++) {
    sv_finding *f = &found->findings.at[i];
    bool proven = a->findings.at[i].verdict == SV_HOLDS;
    if (proven && f->verdict == SV_VIOLATED)
      sv_answer_bug(found, "threads proves a property that %s violates", found->engine);
    if (proven && f->verdict == SV_UNKNOWN) sv_answer_proven(f);
  }
  sv_answer_settle(found, found->reason);
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

static sv_answer *search(sv_model *m, const sv_run *run, uint32_t threads, double seconds) {
  sv_options options;
  sv_limits limits = sv_limits_part(run->limits, seconds);
  sv_run sized = *run;
  sv_options_copy(&options, run->options);
  options.threads = threads;
  sized.options = &options;
  sized.limits = &limits;
  sv_answer *found = sv_engine_run(sv_engine_find("explicit"), m, &sized);
  sv_limits_end_part(run->limits, &limits);
  sv_options_free(&options);
  return found;
}

static void replace_verdict(sv_answer *a, sv_answer *found) {
  keep_proofs(a, found);
  take(a, found);
}

bool sv_threads_are_bounded(const sv_model *m) {
  for (uint32_t t = 1; t < m->templates.n; t++)
    if (m->templates.at[t].pool == SV_UNBOUNDED) return false;
  return true;
}

bool sv_threads_realise(sv_model *m, const sv_run *run, double seconds, sv_answer *a) {
  double end = sv_limits_now(run->limits) + seconds;
  bool bounded = sv_threads_are_bounded(m);
  for (uint32_t k = FIRST; k <= MOST && !is_decided(a, run); k += 1 + k / 4) {
    double left = end - sv_limits_now(run->limits);
    if (left < least || run->limits->hit) return false;
    sv_answer *found = search(m, run, k, left);
    bool all = found->verdict == SV_HOLDS && found->complete;
    if (finds_more(a, found) || all) replace_verdict(a, found);
    else sv_answer_free(found);
    if (bounded) break;
  }
  return is_decided(a, run);
}
