// answer.c -- answers: what was found, and the referee before a violation.
//
// No trace gets into an answer without being replayed by exec, which shares no
// code with the engines; a refused one is our own bug, not an answer.

#include "engine/engine.h"

const char *sv_verdict_text(sv_verdict v) {
  switch (v) {
  case SV_HOLDS: return "holds";
  case SV_VIOLATED: return "violated";
  case SV_UNKNOWN: return "unknown";
  }
  SV_UNREACHABLE();
}

static void set_string(char **to, const char *from) {
  char *copy = from ? sv_strdup(from) : NULL;
  sv_free(*to);
  *to = copy;
}

const sv_net *sv_finding_net(const sv_answer *a, const sv_finding *f) {
  return f->net ? f->net : a->net;
}

static void empty(sv_answer *a) {
  for (uint32_t i = 0; i < a->findings.n; i++) {
    sv_finding *f = &a->findings.at[i];
    sv_trace_free(sv_finding_net(a, f), f->trace);
    sv_net_free(f->net);
    sv_free(f->reason);
  }
  sv_vec_free(a->findings);
  for (uint32_t i = 0; i < a->statistics.n; i++) sv_free(a->statistics.at[i].value);
  sv_vec_free(a->statistics);
  for (uint32_t i = 0; i < a->unreached_names.n; i++) sv_free(a->unreached_names.at[i]);
  sv_vec_free(a->unreached_names);
  for (uint32_t i = 0; i < a->remarks.n; i++) sv_free(a->remarks.at[i]);
  sv_vec_free(a->remarks);
  sv_vec_free(a->remarked);
  sv_vec_free(a->unreached);
  sv_vec_free(a->coverage);
  sv_free(a->reason);
  sv_free(a->details);
  sv_free(a->bug);
  sv_free(a->unwritten);
  sv_free(a->states);
  sv_free(a->transitions);
  sv_net_free(a->net);
}

void sv_answer_free(sv_answer *a) {
  if (!a) return;
  empty(a);
  sv_free(a);
}

sv_answer *sv_answer_like(const sv_answer *a) {
  sv_answer *b = SV_NEW(sv_answer);
  b->engine = a->engine;
  b->verdict = SV_UNKNOWN;
  b->cause = SV_CAUSE_INCOMPLETE;
  for (uint32_t i = 0; i < a->findings.n; i++)
    sv_push(b->findings, (sv_finding){.property = a->findings.at[i].property,
                                      .verdict = SV_UNKNOWN,
                                      .cause = SV_CAUSE_INCOMPLETE});
  return b;
}

void sv_answer_adopt(sv_answer *a, sv_answer *from) {
  REQUIRE(a && from && a != from, "adopt needs two answers");
  empty(a);
  *a = *from;
  sv_free(from);
}

void sv_answer_unwritten(sv_answer *a, const char *why) {
  if (!a->unwritten) set_string(&a->unwritten, why);
}

sv_net *sv_answer_net(sv_answer *a, sv_model *m, const sv_run *run) {
  if (a->net) return a->net;
  sv_text why = {0};
  sv_net_options options = {.threads = (uint32_t)run->options->threads,
                            .pool = (uint32_t)run->options->pool,
                            .limits = run->limits};
  a->threads = options.threads;
  bool made = run->net && sv_net_is_for(run->net, m, options);
  a->net = made ? sv_net_share(run->net) : sv_net_new(m, options, &why);
  if (!a->net) sv_answer_refuse(a, run, SV_CAUSE_SIZE, sv_text_get(&why));
  sv_text_free(&why);
  return a->net;
}

sv_finding *sv_answer_finding(sv_answer *a, uint32_t property) {
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (a->findings.at[i].property == property) return &a->findings.at[i];
  return NULL;
}

static bool referee(const sv_net *net, const sv_trace *trace, sv_text *why) {
  sv_exec *exec = sv_exec_new(net);
  bool good = sv_trace_replay(exec, trace, NULL, NULL, why);
  sv_exec_free(exec);
  return good;
}

bool sv_answer_violated(sv_answer *a, uint32_t property, sv_trace *trace) {
  REQUIRE(a->net && trace && property, "no net, trace or property");
  sv_finding *finding = sv_answer_finding(a, property);
  REQUIRE(finding, "a property that was not asked for");
  sv_text why = {0};
  trace->property = property;
  bool good = referee(a->net, trace, &why);
  if (!good)
    sv_answer_bug(a, "%s found a trace that cannot be replayed: %s", a->engine, sv_text_get(&why));
  sv_text_free(&why);
  if (!good || finding->trace) return sv_trace_free(a->net, trace), good;
  finding->verdict = SV_VIOLATED;
  finding->cause = SV_CAUSE_NONE;
  finding->trace = trace;
  set_string(&finding->reason, NULL);
  return true;
}

void sv_answer_shorter(sv_answer *a, sv_finding *f, sv_trace *trace) {
  REQUIRE(f->trace && trace->property == f->property, "another run for the same violation");
  sv_text why = {0};
  bool better = trace->steps.n < f->trace->steps.n && referee(a->net, trace, &why);
  sv_trace *dropped = better ? f->trace : trace;
  if (better) f->trace = trace;
  sv_trace_free(a->net, dropped);
  sv_text_free(&why);
}

static sv_verdict worst(sv_verdict a, sv_verdict b) {
  if (a == SV_VIOLATED || b == SV_VIOLATED) return SV_VIOLATED;
  return a == SV_UNKNOWN || b == SV_UNKNOWN ? SV_UNKNOWN : SV_HOLDS;
}

void sv_answer_close(sv_answer *a, sv_cause cause, const char *reason) {
  if (a->bug) cause = SV_CAUSE_BUG, reason = sv_cause_text(SV_CAUSE_BUG);
  sv_verdict rest = cause ? SV_UNKNOWN : SV_HOLDS;
  a->verdict = a->findings.n ? SV_HOLDS : rest;
  for (uint32_t i = 0; i < a->findings.n; i++) {
    sv_finding *f = &a->findings.at[i];
    if (!f->trace) {
      f->verdict = rest;
      f->cause = cause;
      set_string(&f->reason, rest == SV_UNKNOWN ? reason : NULL);
    }
    a->verdict = worst(a->verdict, f->verdict);
  }
  a->cause = a->verdict == SV_UNKNOWN ? cause : SV_CAUSE_NONE;
  set_string(&a->reason, a->verdict == SV_VIOLATED ? NULL : reason);
}

void sv_answer_refuse(sv_answer *a, const sv_run *run, sv_cause cause, const char *reason) {
  sv_cause hit = run->limits->hit;
  sv_answer_close(a, hit ? hit : cause, hit ? sv_cause_text(hit) : reason);
}

void sv_answer_undecided(sv_answer *a, sv_finding *f, sv_cause cause, const char *reason) {
  REQUIRE(cause && !f->trace, "what is undecided has a cause and no trace");
  f->verdict = SV_UNKNOWN;
  f->cause = cause;
  set_string(&f->reason, reason);
  if (a->verdict != SV_HOLDS) return;
  set_string(&a->reason, reason);
  a->cause = cause;
  a->verdict = SV_UNKNOWN;
}

void sv_answer_proven(sv_finding *f) {
  REQUIRE(!f->trace, "a violation cannot be taken back");
  f->verdict = SV_HOLDS;
  f->cause = SV_CAUSE_NONE;
  set_string(&f->reason, NULL);
}

void sv_answer_settle(sv_answer *a, const char *proof) {
  const sv_finding *open = NULL;
  a->verdict = SV_HOLDS;
  for (uint32_t i = 0; i < a->findings.n; i++) {
    const sv_finding *f = &a->findings.at[i];
    a->verdict = worst(a->verdict, f->verdict);
    if (f->verdict == SV_UNKNOWN) open = f;
  }
  if (a->bug) return sv_answer_close(a, SV_CAUSE_BUG, NULL);
  bool unknown = a->verdict == SV_UNKNOWN;
  a->cause = unknown ? open->cause : SV_CAUSE_NONE;
  set_string(&a->reason, unknown ? open->reason : a->verdict == SV_HOLDS ? proof : NULL);
}

static void precede(char **reason, const char *text) {
  sv_text both = {0};
  sv_text_printf(&both, "%s; %s", text, *reason ? *reason : "");
  sv_free(*reason);
  *reason = sv_text_take(&both);
}

void sv_answer_precede(sv_answer *a, sv_cause cause, const char *text) {
  REQUIRE(a->verdict == SV_UNKNOWN && cause, "what is unknown has a cause");
  for (uint32_t i = 0; i < a->findings.n; i++) {
    sv_finding *f = &a->findings.at[i];
    if (f->verdict != SV_UNKNOWN) continue;
    f->cause = cause;
    precede(&f->reason, text);
  }
  a->cause = cause;
  precede(&a->reason, text);
}

void sv_answer_name_limit(sv_answer *a, sv_cause hit) {
  if (!hit || a->verdict != SV_UNKNOWN || a->bug || a->cause == hit) return;
  sv_answer_precede(a, hit, sv_cause_text(hit));
}

void sv_answer_statistic(sv_answer *a, const char *name, const char *format, ...) {
  sv_text value = {0};
  va_list args;
  va_start(args, format);
  sv_text_vprintf(&value, format, args);
  va_end(args);
  sv_push(a->statistics, (struct sv_statistic){name, sv_text_take(&value)});
}

void sv_answer_bug(sv_answer *a, const char *format, ...) {
  if (a->bug) return;
  sv_text text = {0};
  va_list args;
  va_start(args, format);
  sv_text_vprintf(&text, format, args);
  va_end(args);
  a->bug = sv_text_take(&text);
}
