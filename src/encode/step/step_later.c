// step_later.c -- control in the midst of a step.
//
// Where a step begins, control is exec's. Behind the first action of a step an
// action joins only where that is plain to see, so that formulas stay small:
//   rule 1  as it is: who stands where
//   rule 2  class 0 only, which nothing can hold back
//   rule 3  nobody holds control, or one whom the action moves; not: somebody
//           holds it but cannot move
//   rule 4  as it is, against all that rules 1 and 2 might leave
// Where nothing yields and there is one class, that is all of control.

#include "encode/step/step_inside.h"

enum { EXCLUSIVE = SV_LOC_BLOCKING | SV_LOC_COMMITTED };

static bool is_exclusive(const sv_location *l, uint32_t unused) {
  SV_UNUSED(unused);
  return l->flags & EXCLUSIVE;
}

static sv_lit first_rule(sv_stepper *s, sv_blaster *b, const sv_net_action *a) {
  sv_lits all = {0};
  for (uint32_t p = 0; p < s->net->processes.n; p++)
    sv_push(all, sv_blast_where(b, p, is_exclusive, 0));
  sv_lit ok = sv_lit_not(sv_aig_or_all(s->aig, all.at, all.n));
  for (uint32_t i = 0; i < a->edge_count; i++)
    ok = sv_aig_or(s->aig, ok, all.at[a->edges[i].process]);
  sv_vec_free(all);
  return ok;
}

static sv_lit third_rule(sv_stepper *s, sv_blaster *b, const sv_net_action *a) {
  if (s->net->holder == SV_NO_VARIABLE) return SV_LIT_TRUE;
  sv_lit ok = sv_blast_held(b, 0);
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (sv_moves_itself(a, a->edges[i].process))
      ok = sv_aig_or(s->aig, ok, sv_blast_held(b, a->edges[i].process + 1));
  return ok;
}

static sv_lit outranked(sv_stepper *s, sv_blaster *b, sv_control *c, uint32_t action) {
  const sv_net_action *a = &s->net->actions.at[action];
  sv_lits rivals = {0};
  for (uint32_t k = 0; k < s->net->actions.n && sv_has_competitors(a); k++) {
    const sv_net_action *x = &s->net->actions.at[k];
    sv_lit some = SV_LIT_TRUE;  // where that cannot be had, it might be possible anywhere
    if (k == action || x->priority || !sv_competes(a, x)) continue;
    if (!sv_control_some(c, k, &some)) some = SV_LIT_TRUE;
    sv_push(rivals, sv_aig_and(s->aig, some, first_rule(s, b, x)));
  }
  sv_lit any = sv_aig_or_all(s->aig, rivals.at, rivals.n);
  sv_vec_free(rivals);
  return any;
}

sv_lit sv_step_later(sv_stepper *s, sv_blaster *b, sv_control *c, uint32_t action) {
  const sv_net_action *a = &s->net->actions.at[action];
  if (a->priority) return SV_LIT_FALSE;
  if (s->net->holder == SV_NO_VARIABLE) return sv_control_allowed(c, action);
  sv_lit ok = sv_aig_and(s->aig, first_rule(s, b, a), third_rule(s, b, a));
  return sv_aig_and(s->aig, ok, sv_lit_not(outranked(s, b, c, action)));
}
