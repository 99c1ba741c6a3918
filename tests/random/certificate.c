// certificate.c -- the reachable states of a small model are an invariant, and no fewer are.
//
// The oracle's states, written as a term, must be certified (engine/certify_terms.h): initial
// states and all successors are among them, and none of them violates a property that holds. With
// any one state left out, or a violated property asked for, the same must be refused. So the
// formulas that check certificates are held against exec, action by action.

#include "engine/certify_terms.h"

#include "random/compare.h"

enum { MOST_STATES = 24, CVC5_EVERY = 4 };

typedef struct {
  const sv_net *net;
  sv_terms *terms;
  SV_VEC(sv_term) states;
  bool hidden;  // messages that no term can look at
} state_set;

static bool add_state(void *context, sv_exec *exec, const sv_state *state, const sv_steps *steps) {
  state_set *s = context;
  SV_UNUSED(exec), SV_UNUSED(steps);
  sv_push(s->states, sv_state_term(s->net, state));
  s->hidden |= sv_is_none(sv_last(s->states));
  return true;
}

// ---- what must be certified, and what refused

static bool certifies(comparison *c, const state_set *s, uint32_t without,
                      const sv_u32s *properties, sv_certification want, const char *what) {
  SV_VEC(sv_term) kept = {0};
  for (uint32_t i = 0; i < s->states.n; i++)
    if (i != without) sv_push(kept, s->states.at[i]);
  sv_term set = sv_or_all(s->terms, kept.at, kept.n);
  sv_term_proof proof = {.kind = SV_PROOF_INVARIANT,
                         .net = c->net,
                         .properties = properties->at,
                         .property_count = properties->n,
                         .invariants = &set,
                         .invariant_count = 1};
  sv_obligations o = sv_obligations_make(NULL, NULL, 10);
  o.cvc5 &= c->turn % CVC5_EVERY == 0;
  sv_certification have = sv_certify_terms(&proof, &o);
  bool good = have == want || have == SV_NOT_DECIDED;
  if (!good)
    note_wrong(c->note, "certificate", "%s: %d, not %d: %s", what, have, want,
               sv_text_get(&o.trouble));
  sv_obligations_free(&o);
  sv_vec_free(kept);
  return good;
}

static void check_set(comparison *c, const state_set *s) {
  sv_u32s holding = {0}, violated = {0};
  sv_certification all = c->truth.cut ? SV_REFUTED : SV_CERTIFIED;
  for (uint32_t p = 1; p < c->truth.violated.n; p++) {
    if (c->truth.violated.at[p] == ORACLE_NEVER) sv_push(holding, p);
    else if (!violated.n) sv_push(violated, p);
  }
  uint32_t without = (uint32_t)(c->turn % s->states.n);
  bool good = certifies(c, s, UINT32_MAX, &holding, all, "all states") &&
              certifies(c, s, without, &holding, SV_REFUTED, "all states but one");
  if (good && violated.n) certifies(c, s, UINT32_MAX, &violated, SV_REFUTED, "a violated property");
  sv_vec_free(holding);
  sv_vec_free(violated);
}

void compare_certificate(comparison *c) {
  state_set s = {.net = c->net, .terms = c->model->terms};
  note_where(c->note, "certificate");
  if (c->truth.states > MOST_STATES) return;
  oracle again = oracle_explore(c->net, (oracle_limits){MOST_STATES, UINT64_MAX}, add_state, &s);
  if (!again.too_large && !s.hidden && s.states.n) check_set(c, &s);
  oracle_free(&again);
  sv_vec_free(s.states);
}
