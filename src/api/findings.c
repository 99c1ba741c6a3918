// findings.c -- what an answer says about each property and about the run, by number.

#include "api/api.h"
#include "report/line.h"

static int status_of(sv_verdict verdict) {
  switch (verdict) {
  case SV_HOLDS: return SELVAGE_HOLDS;
  case SV_VIOLATED: return SELVAGE_VIOLATED;
  case SV_UNKNOWN: return SELVAGE_UNKNOWN;
  }
  SV_UNREACHABLE();
}

int selvage_answer_finding(const selvage_answer *a, size_t i, selvage_finding *out) {
  REQUIRE(a && out, "needs an answer and where the finding goes");
  if (!a->answer || i >= a->answer->findings.n) return 0;
  const sv_finding *f = &a->answer->findings.at[i];
  const sv_model *m = a->model->model;
  const sv_property *p = &m->properties.at[f->property];
  *out = (selvage_finding){.name = sv_names_get(m->names, p->name),
                           .kind = sv_property_kind_text(p->kind),
                           .place = sv_api_place(m, p->span),
                           .status = status_of(f->verdict),
                           .cause = f->cause ? sv_cause_word(f->cause) : NULL,
                           .reason = f->reason,
                           .seconds = f->seconds};
  return 1;
}

void selvage_answer_statistics(const selvage_answer *a, selvage_statistics *out) {
  REQUIRE(a && out, "needs an answer and where the numbers go");
  const sv_answer *answer = a->answer;
  sv_report r = sv_api_report(a);
  *out = (selvage_statistics){.reason = sv_report_reason(&r), .megabytes = r.memory_mb};
  if (!answer) return;
  out->engine = answer->engine;
  out->states = answer->states;
  out->transitions = answer->transitions;
  out->depth = answer->depth;
  out->complete = answer->complete;
  out->certified = answer->certified;
  out->seconds = answer->seconds;
}

int selvage_answer_statistic(const selvage_answer *a, size_t i, const char **name,
                             const char **value) {
  REQUIRE(a && name && value, "needs an answer and where name and value go");
  if (!a->answer || i >= a->answer->statistics.n) return 0;
  *name = a->answer->statistics.at[i].name;
  *value = a->answer->statistics.at[i].value;
  return 1;
}
