// recursive.c -- a recursive program: what holds without the bound is the answer.
//
// The model has a companion without a bound on recursion. That one is checked, and its
// findings become those of the model, property by property, by their names.

#include "engine/table.h"
#include "engine/threads/realise.h"

static const sv_finding *by_name(const sv_answer *a, const sv_model *m, sv_name name) {
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (m->properties.at[a->findings.at[i].property].name.x == name.x) return &a->findings.at[i];
  return NULL;
}

// Properties and their order as in the model that was asked for; traces stay as they are.
static void rename_findings(sv_answer *found, const sv_model *from, const sv_answer *a,
                            const sv_model *to) {
  sv_finding *renamed = SV_NEW_ARRAY(sv_finding, a->findings.n + 1);
  REQUIRE(found->findings.n == a->findings.n, "the same properties, with and without a bound");
  for (uint32_t i = 0; i < a->findings.n; i++) {
    uint32_t property = a->findings.at[i].property;
    const sv_finding *f = by_name(found, from, to->properties.at[property].name);
    REQUIRE(f, "the same names of properties, with and without a bound");
    renamed[i] = *f;
    renamed[i].property = property;
  }
  for (uint32_t i = 0; i < a->findings.n; i++) found->findings.at[i] = renamed[i];
  sv_free(renamed);
}

void sv_threads_check_unbounded(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_options options;
  sv_run abstractly = *run;
  sv_options_copy(&options, run->options);
  options.approximate = true;
  abstractly.options = &options;
  sv_answer *found = sv_engine_run(&sv_engine_threads, m->unbounded, &abstractly);
  sv_options_free(&options);
  rename_findings(found, m->unbounded, a, m);
  if (found->verdict == SV_UNKNOWN && found->net) {
    sv_net_free(found->net);
    found->net = NULL;
  }
  sv_answer_adopt(a, found);
}
