// infinite_certify.c -- the states that were found, as an invariant.
//
// The search is done by the reference interpreter, so another look by it would
// show nothing. Its states, written as a term, are an inductive invariant that
// excludes every violation: engine/certify_terms.h shows that, with SMT solvers.

#include "engine/certify_terms.h"
#include "engine/explicit/infinite.h"

enum { MOST_STATES = 5000 };

static bool give_up(sv_answer *a, const char *why) {
  sv_answer_statistic(a, "certificate", "%s", why);
  return false;
}

// SV_NONE: some state has deferred messages, which no term can look at.
static sv_term term_of(const sv_infinite_store *store) {
  sv_state *state = sv_state_new(store->net);
  SV_VEC(sv_term) all = {0};
  sv_term set = SV_FALSE;
  for (uint32_t i = 0; i < store->states.n; i++) {
    sv_infinite_get(store, i, state);
    sv_push(all, sv_state_term(store->net, state));
    if (sv_is_none(sv_last(all))) set = SV_NONE;
  }
  if (!sv_is_none(set)) set = sv_or_all(store->net->model->terms, all.at, all.n);
  sv_vec_free(all);
  sv_state_free(store->net, state);
  return set;
}

bool sv_infinite_certify(const sv_infinite_store *store, const sv_run *run, sv_answer *a) {
  if (store->states.n > MOST_STATES) return give_up(a, "too many states to be written as a term");
  sv_term set = term_of(store);
  if (sv_is_none(set)) return give_up(a, "deferred messages cannot be written as a term");
  sv_u32s properties = {0};
  for (uint32_t i = 0; i < a->findings.n; i++) sv_push(properties, a->findings.at[i].property);
  sv_term_proof proof = {.kind = SV_PROOF_INVARIANT,
                         .net = store->net,
                         .properties = properties.at,
                         .property_count = properties.n,
                         .invariants = &set,
                         .invariant_count = 1};
  sv_obligations o = sv_obligations_make(run->log, run->limits, 60);
  sv_certification shown = sv_certify_terms(&proof, &o);
  sv_obligations_report(&o, shown, a);
  sv_obligations_free(&o);
  sv_vec_free(properties);
  return shown == SV_CERTIFIED;
}
