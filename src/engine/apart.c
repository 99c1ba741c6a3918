// apart.c -- property by property, each with a time of its own (--time-per-property).
//
// Every run asks for one property and its parts, as --property does, so the engine may
// slice the model for it and stops as soon as it knows. An answer is the property's own:
// its trace speaks of the net of its run. Numbers of states are those of different
// searches and are left out where there was more than one.

#include "engine/apart.h"

// The limits of one run: a deadline that the user set, so its end is called by that name.
static sv_limits limits_of_one(const sv_run *run) {
  sv_limits one = *run->limits;
  double end = sv_now() + run->options->time_per_property;
  if (one.deadline <= 0 || end < one.deadline) one.deadline = end;
  one.hit = SV_CAUSE_NONE;
  return one;
}

static sv_answer *run_one(const sv_engine *e, sv_model *m, const sv_run *run, uint32_t property) {
  sv_options options;
  sv_limits limits = limits_of_one(run);
  sv_run one = *run;
  sv_options_copy(&options, run->options);
  sv_clear(options.property);
  sv_push(options.property, sv_names_get(m->names, m->properties.at[property].name));
  one.options = &options;
  one.limits = &limits;
  SV_LOG(run->log, 1, "property %s by itself", options.property.at[0]);
  sv_answer *b = sv_engine_run(e, m, &one);
  bool lasting = limits.hit == SV_CAUSE_INTERRUPTED || limits.hit == SV_CAUSE_MEMORY;
  if (lasting) run->limits->hit = limits.hit;
  else sv_limits_check(run->limits);
  sv_options_free(&options);
  return b;
}

// The finding becomes that of the other answer, which forgets it.
static void take_finding(sv_finding *to, sv_answer *from, sv_finding *f) {
  sv_free(to->reason);
  *to = *f;
  to->seconds = from->seconds;
  if (f->trace) to->net = sv_net_share(from->net);
  f->trace = NULL;
  f->reason = NULL;
}

static void take_lists(sv_answer *a, sv_answer *b) {
  if (!b->complete || a->unreached_names.n || a->remarks.n || a->coverage.n) return;
  assert(!a->unreached.n && !a->remarked.n);
  a->unreached = b->unreached;
  a->unreached_names = b->unreached_names;
  a->remarked = b->remarked;
  a->remarks = b->remarks;
  a->covered = b->covered;
  a->coverage = b->coverage;
  memset(&b->coverage, 0, sizeof b->coverage);
  memset(&b->unreached, 0, sizeof b->unreached);
  memset(&b->unreached_names, 0, sizeof b->unreached_names);
  memset(&b->remarked, 0, sizeof b->remarked);
  memset(&b->remarks, 0, sizeof b->remarks);
}

static void take(sv_answer *a, sv_answer *b, sv_bits *answered, uint32_t runs) {
  for (uint32_t i = 0; i < b->findings.n; i++) {
    sv_finding *f = &b->findings.at[i], *to = sv_answer_finding(a, f->property);
    if (!to || sv_bits_has(answered, f->property)) continue;
    sv_bits_add(answered, f->property);
    take_finding(to, b, f);
  }
  a->engine = runs && strcmp(a->engine, b->engine) ? "auto" : b->engine;
  a->complete = (a->complete || !runs) && b->complete;
  a->certified = (a->certified || !runs) && b->certified;
  if (b->depth > a->depth) a->depth = b->depth;
  if (b->unwritten) sv_answer_unwritten(a, b->unwritten);
  if (b->bug) sv_answer_bug(a, "%s", b->bug);
  take_lists(a, b);
}

static bool is_violated(const sv_answer *a) {
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (a->findings.at[i].verdict == SV_VIOLATED) return true;
  return false;
}

// What was not looked at any more.
static void leave_rest(sv_answer *a, const sv_bits *answered, sv_cause cause) {
  for (uint32_t i = 0; i < a->findings.n; i++) {
    sv_finding *f = &a->findings.at[i];
    if (sv_bits_has(answered, f->property)) continue;
    f->cause = cause;
    f->reason = sv_strdup(sv_cause_text(cause));
  }
}

static void run_all(const sv_engine *e, sv_model *m, const sv_run *run, sv_answer *a) {
  sv_bits answered;
  sv_bits_init(&answered, m->properties.n);
  uint32_t runs = 0;
  sv_cause stopped = SV_CAUSE_NONE;
  for (uint32_t i = 0; i < a->findings.n && !stopped; i++) {
    uint32_t property = a->findings.at[i].property;
    if (sv_bits_has(&answered, property)) continue;
    sv_answer *b = run_one(e, m, run, property);
    take(a, b, &answered, runs++);
    sv_answer_free(b);
    stopped = run->limits->hit;
    if (!stopped && a->bug) stopped = SV_CAUSE_BUG;
    if (!stopped && !run->options->keep_going && is_violated(a)) stopped = SV_CAUSE_STOPPED;
  }
  if (stopped) leave_rest(a, &answered, stopped);
  sv_bits_free(&answered);
}

sv_answer *sv_engine_run_apart(const sv_engine *e, sv_model *m, const sv_run *run) {
  double start = sv_now();
  sv_answer *a = sv_answer_asked(e, m, run->options);
  if (a->findings.n < 2) {
    sv_limits *limits = run->limits;
    double end = start + run->options->time_per_property;
    if (limits->deadline <= 0 || end < limits->deadline) limits->deadline = end;
    sv_answer_free(a);
    return sv_engine_run(e, m, run);
  }
  run_all(e, m, run, a);
  sv_answer_settle(a, NULL);
  a->seconds = sv_now() - start;
  return a;
}
