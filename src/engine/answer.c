// answer.c -- answers: what was found, and the referee before a violation.
//
// No trace gets into an answer without being replayed by exec, which shares no
// code with the engines; a refused one is our own bug, not an answer.

#include "engine/engine.h"

static void set_string(char **to, const char *from) {
  char *copy = from ? sv_strdup(from) : NULL;
  sv_free(*to);
  *to = copy;
}

static void empty(sv_answer *a) {
  for (uint32_t i = 0; i < a->findings.n; i++) {
    sv_trace_free(a->net, a->findings.at[i].trace);
    sv_free(a->findings.at[i].reason);
  }
  sv_vec_free(a->findings);
  for (uint32_t i = 0; i < a->statistics.n; i++) sv_free(a->statistics.at[i].value);
  sv_vec_free(a->statistics);
  for (uint32_t i = 0; i < a->unreached_names.n; i++) sv_free(a->unreached_names.at[i]);
  sv_vec_free(a->unreached_names);
  sv_vec_free(a->unreached);
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
                            .pool = (uint32_t)run->options->pool};
  a->threads = options.threads;
  a->net = sv_net_new(m, options, &why);
  if (!a->net) sv_answer_close(a, SV_UNKNOWN, sv_text_get(&why));
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
  REQUIRE(finding, "a property that nobody asked for");
  sv_text why = {0};
  trace->property = property;
  bool good = referee(a->net, trace, &why);
  if (!good)
    sv_answer_bug(a, "%s found a trace that cannot be replayed: %s", a->engine, sv_text_get(&why));
  sv_text_free(&why);
  if (!good || finding->trace) return sv_trace_free(a->net, trace), good;
  finding->verdict = SV_VIOLATED;
  finding->trace = trace;
  set_string(&finding->reason, NULL);
  return true;
}

static sv_verdict worst(sv_verdict a, sv_verdict b) {
  if (a == SV_VIOLATED || b == SV_VIOLATED) return SV_VIOLATED;
  return a == SV_UNKNOWN || b == SV_UNKNOWN ? SV_UNKNOWN : SV_HOLDS;
}

void sv_answer_close(sv_answer *a, sv_verdict rest, const char *reason) {
  REQUIRE(rest != SV_VIOLATED, "a violation needs a trace");
  if (a->bug) rest = SV_UNKNOWN, reason = "internal error";
  a->verdict = a->findings.n ? SV_HOLDS : rest;
  for (uint32_t i = 0; i < a->findings.n; i++) {
    sv_finding *f = &a->findings.at[i];
    if (!f->trace) {
      f->verdict = rest;
      set_string(&f->reason, rest == SV_UNKNOWN ? reason : NULL);
    }
    a->verdict = worst(a->verdict, f->verdict);
  }
  set_string(&a->reason, a->verdict == SV_VIOLATED ? NULL : reason);
}

void sv_answer_undecided(sv_answer *a, sv_finding *f, const char *reason) {
  f->verdict = SV_UNKNOWN;
  set_string(&f->reason, reason);
  if (a->verdict == SV_HOLDS) set_string(&a->reason, reason);
  a->verdict = worst(a->verdict, SV_UNKNOWN);
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
