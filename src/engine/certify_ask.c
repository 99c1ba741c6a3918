// certify_ask.c -- see certify_ask.h.

#include "engine/certify_ask.h"

#include "solver/cvc5.h"

sv_obligations sv_obligations_make(const sv_log *log, sv_limits *limits, double patience) {
  return (sv_obligations){
      .log = log, .limits = limits, .patience = patience, .cvc5 = sv_cvc5_found()};
}

void sv_obligations_free(sv_obligations *o) { sv_text_free(&o->trouble); }

// ---- the solvers

typedef struct {
  sv_sat_answer answer;
  sv_text why;  // unknown
} opinion;

typedef struct {
  double deadline;
} patience;

static bool is_over(void *context) {
  const patience *p = context;
  return p->deadline > 0 && sv_now() > p->deadline;
}

static const char *limit_or(const sv_obligations *o, const char *otherwise) {
  return o->limits && o->limits->hit ? sv_cause_text(o->limits->hit) : otherwise;
}

static double left(const sv_obligations *o, double used) {
  double rest = o->patience - used;
  return o->patience <= 0 ? 0 : rest > 0.01 ? rest : 0.01;
}

static void ask_z3(sv_obligations *o, sv_smt *z, opinion *out) {
  double start = sv_now(), most = left(o, o->z3_seconds);
  patience p = {most > 0 ? start + most : 0};
  sv_sat_limits limits = {.run = o->limits, .stop = is_over, .context = &p};
  out->answer = sv_smt_check(z, NULL, 0, &limits);
  o->z3_seconds += sv_now() - start;
  o->by_z3 += out->answer == SV_SAT_NO;
  if (out->answer != SV_SAT_UNKNOWN) return;
  const char *said = is_over(&p) ? "limit reached: Z3 takes too long" : sv_smt_reason(z);
  sv_text_string(&out->why, limit_or(o, said));
}

static void ask_cvc5(sv_obligations *o, sv_smt *z, opinion *out) {
  sv_text script = {0};
  double start = sv_now();
  out->answer = SV_SAT_UNKNOWN;
  if (!o->cvc5) sv_text_string(&out->why, "cvc5 is not installed");
  else if (sv_smt_script(z, NULL, 0, &script, &out->why))
    out->answer = sv_cvc5_check(&script, left(o, o->cvc5_seconds),
                                &(sv_sat_limits){.run = o->limits}, &out->why);
  o->cvc5_seconds += sv_now() - start;
  o->by_cvc5 += out->answer == SV_SAT_NO;
  if (out->answer == SV_SAT_UNKNOWN)
    SV_LOG(o->log, 2, "certificate: cvc5: %s", sv_text_get(&out->why));
  sv_text_free(&script);
}

// ---- what they say together

static void say_where(sv_obligations *o, const char *what, const char *name) {
  sv_text_printf(&o->trouble, "%s%s%s%s", what, *name ? " (action " : "", name, *name ? ")" : "");
}

static sv_certification refute(sv_obligations *o, const opinion *z3, const opinion *cvc5,
                               const char *what, const char *name) {
  bool differ = z3->answer == SV_SAT_NO || cvc5->answer == SV_SAT_NO;
  if (o->approximate && !differ) {
    sv_text_string(&o->trouble, "the formulas allow for more than the model does: ");
    say_where(o, what, name);
    return SV_NOT_DECIDED;
  }
  if (differ)
    sv_text_printf(&o->trouble, "Z3 and cvc5 do not agree (%s says so): ",
                   z3->answer == SV_SAT_YES ? "Z3" : "cvc5");
  say_where(o, what, name);
  return SV_REFUTED;
}

static sv_certification conclude(sv_obligations *o, opinion *z3, opinion *cvc5, const char *what,
                                 const char *name) {
  if (z3->answer == SV_SAT_YES || cvc5->answer == SV_SAT_YES)
    return refute(o, z3, cvc5, what, name);
  if (z3->answer == SV_SAT_NO || cvc5->answer == SV_SAT_NO) return SV_CERTIFIED;
  sv_text_printf(&o->trouble, "not decided: %s", sv_text_get(&z3->why));
  if (o->cvc5) sv_text_printf(&o->trouble, "; %s", sv_text_get(&cvc5->why));
  return SV_NOT_DECIDED;
}

sv_certification sv_oblige(sv_obligations *o, sv_smt *z, const sv_smt_term *terms, uint32_t n,
                           const char *what, const char *name) {
  opinion z3 = {0}, cvc5 = {0};
  sv_clear(o->trouble);
  sv_smt_push(z);
  for (uint32_t i = 0; i < n; i++) sv_smt_assert(z, terms[i]);
  o->queries++;
  ask_z3(o, z, &z3);
  ask_cvc5(o, z, &cvc5);
  sv_smt_pop(z);
  sv_certification c = conclude(o, &z3, &cvc5, what, name);
  SV_LOG(o->log, 2, "certificate: %s%s%s: %s", what, *name ? ", action " : "", name,
         c == SV_CERTIFIED ? "no" : sv_text_get(&o->trouble));
  sv_text_free(&z3.why);
  sv_text_free(&cvc5.why);
  return c;
}

// ---- the report

void sv_obligations_report(sv_obligations *o, sv_certification c, sv_answer *a) {
  switch (c) {
  case SV_CERTIFIED:
    sv_answer_statistic(a, "certificate", "%u queries: Z3 %u in %.2f s, cvc5 %u in %.2f s%s",
                        o->queries, o->by_z3, o->z3_seconds, o->by_cvc5, o->cvc5_seconds,
                        o->cvc5 ? "" : " (not installed)");
    return;
  case SV_REFUTED:
    sv_answer_bug(a, "the certificate is wrong: %s", sv_text_get(&o->trouble));
    return;
  case SV_NOT_DECIDED:
    sv_answer_statistic(a, "certificate", "%s", sv_text_get(&o->trouble));
    return;
  }
}
