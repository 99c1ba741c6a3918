// subsume.c -- the stations of a question: see subsume_inside.h.

#include "encode/parametric/subsume_inside.h"

enum { SEED = 2005 };

sv_subsumer *sv_subsumer_new(const sv_aig *graph, sv_subsume_method method, sv_limits *run) {
  sv_subsumer *s = SV_NEW(sv_subsumer);
  s->graph = graph;
  s->method = method;
  s->run = run;
  s->random.state = SEED;
  return s;
}

void sv_subsumer_free(sv_subsumer *s) {
  if (!s) return;
  sv_look_free(s);
  sv_memories_free(s);
  if (s->bdds) sv_bdds_free(s->bdds);
  sv_vec_free(s->assumed);
  sv_vec_free(s->asked);
  sv_vec_free(s->focused);
  sv_vec_free(s->focus);
  sv_vec_free(s->samples.bits);
  sv_vec_free(s->samples.words);
  sv_free(s);
}

sv_subsume_statistics sv_subsume_numbers(const sv_subsumer *s) { return s->numbers; }

static bool literally_there(const sv_parametric_set *fresh, const sv_parametric_set *old,
                            uint32_t olds, uint32_t n) {
  if (sv_lit_same(fresh->guard, SV_LIT_FALSE)) return true;
  for (uint32_t k = 0; k < olds; k++) {
    bool guarded =
        sv_lit_same(old[k].guard, fresh->guard) || sv_lit_same(old[k].guard, SV_LIT_TRUE);
    if (guarded && (!n || !memcmp(old[k].bits, fresh->bits, n * sizeof *fresh->bits))) return true;
  }
  return false;
}

static sv_subsume_answer decide_group(sv_subsumer *s, const sv_parametric_set *fresh,
                                      const sv_subsume_group *group) {
  s->numbers.groups++;
  if (s->method == SV_SUBSUME_BDD) return sv_subsume_by_bdd(s, group);
  const sv_lits *bits = &group->fresh.bits;
  bool *state = SV_NEW_ARRAY(bool, bits->n + 1), found = false;
  sv_subsume_answer answer = s->method == SV_SUBSUME_CEGAR
                                 ? sv_subsume_by_cegar(s, group, state, &found)
                                 : sv_subsume_by_qbf(s, group, state, &found);
  if (found) sv_samples_add(s, fresh, bits->at, state, bits->n);
  sv_free(state);
  return answer;
}

// One group that is not contained settles it, whatever others gave up.
static sv_subsume_answer decide(sv_subsumer *s, const sv_parametric_set *fresh,
                                const sv_parametric_set *old, uint32_t olds, uint32_t n) {
  sv_subsume_groups groups = {0};
  sv_subsume_answer all = SV_SUBSUMED;
  sv_subsume_split(s->graph, fresh, old, olds, n, &groups);
  s->numbers.solved++;
  for (uint32_t i = 0; i < groups.n && all != SV_NOT_SUBSUMED; i++) {
    sv_subsume_answer answer = decide_group(s, fresh, &groups.at[i]);
    if (answer != SV_SUBSUMED) all = answer;
  }
  sv_subsume_groups_free(&groups);
  return all;
}

static sv_subsume_answer answer(sv_subsumer *s, const sv_parametric_set *fresh,
                                const sv_parametric_set *old, uint32_t olds, uint32_t n) {
  if (literally_there(fresh, old, olds, n)) return s->numbers.same++, SV_SUBSUMED;
  sv_sat_answer some = sv_samples_fill(s, fresh, n);
  if (some == SV_SAT_NO) return s->numbers.same++, SV_SUBSUMED;
  if (some == SV_SAT_UNKNOWN) return SV_SUBSUME_GAVE_UP;
  sv_sat_answer refuted = sv_samples_refute(s, old, olds, n);
  if (refuted == SV_SAT_YES) return s->numbers.refuted++, SV_NOT_SUBSUMED;
  if (refuted == SV_SAT_UNKNOWN) return SV_SUBSUME_GAVE_UP;
  return decide(s, fresh, old, olds, n);
}

sv_subsume_answer sv_subsumed(sv_subsumer *s, const sv_parametric_set *fresh,
                              const sv_parametric_set *old, uint32_t olds, uint32_t n) {
  double start = sv_now();
  s->numbers.asked++;
  sv_subsume_answer result = answer(s, fresh, old, olds, n);
  if (result == SV_SUBSUME_GAVE_UP) s->numbers.gave_up++;
  s->numbers.seconds += sv_now() - start;
  return result;
}
