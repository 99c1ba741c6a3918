// smt_induct.c -- k-induction on mathematical terms.
//
// What does not happen within k steps of the start, and cannot happen after any
// run of k+1 steps, from any state whatever, along which it has not happened
// before, never happens. States along such a run may be taken to differ (else
// there is a shorter one); this is said only of those that a run repeats. Steps are
// single actions here, whatever the search takes: a run of k actions fits into k steps of
// it, and from any state steps of several actions only lead further.

#include "engine/bmc/smt.h"

struct sv_bmc_induction {
  const sv_net *net;
  const sv_run *run;
  sv_smt_net *system;  // NULL: cannot be had
  sv_smt_unroll *runs;
  sv_u32s about;      // what the assertions speak of
  sv_u32s apart;      // pairs of moments whose states differ
  uint32_t excluded;  // depths at which none of it happens
  uint32_t questions;
  double deadline;
};

sv_smt_term sv_bmc_smt_bad(sv_smt_unroll *u, uint32_t about, uint32_t depth) {
  if (about == SV_ASK_CUT) return sv_smt_at(u, u->s->cut, depth);
  if (about == SV_ASK_FULL) return sv_smt_at(u, u->s->full, depth);
  return sv_smt_violated_at(u, about, depth);
}

// ---- making

sv_bmc_induction *sv_bmc_induction_new(const sv_net *net, const sv_run *run) {
  sv_bmc_induction *k = SV_NEW(sv_bmc_induction);
  *k = (sv_bmc_induction){.net = net, .run = run};
  return k;
}

static void forget(sv_bmc_induction *k) {
  sv_smt_unroll_free(k->runs);
  sv_smt_net_free(k->system);
  k->runs = NULL;
  k->system = NULL;
  k->excluded = 0;
  sv_clear(k->apart);
}

void sv_bmc_induction_free(sv_bmc_induction *k) {
  if (!k) return;
  forget(k);
  sv_vec_free(k->about);
  sv_vec_free(k->apart);
  sv_free(k);
}

const sv_u32s *sv_bmc_induction_apart(const sv_bmc_induction *k) { return &k->apart; }

static bool is_about(const sv_bmc_induction *k, const uint32_t *about, uint32_t n) {
  return k->system && n == k->about.n && !memcmp(about, k->about.at, n * sizeof *about);
}

// What was assumed of a property that has been violated since is no good any more.
static bool prepare(sv_bmc_induction *k, const uint32_t *about, uint32_t n) {
  sv_text why = {0};
  if (is_about(k, about, n)) return true;
  forget(k);
  sv_clear(k->about);
  for (uint32_t i = 0; i < n; i++) sv_push(k->about, about[i]);
  k->system = sv_bmc_smt_system(k->net, k->run->options, SV_STEPS_INTERLEAVING, &why);
  sv_text_free(&why);
  if (k->system) k->runs = sv_smt_unroll_new(k->system, false);
  return k->system;
}

// ---- asking

static sv_smt_term happens(sv_bmc_induction *k, uint32_t depth) {
  sv_smt *z = k->system->z;
  sv_smt_term any = sv_smt_truth(z, false);
  for (uint32_t i = 0; i < k->about.n; i++)
    any = sv_smt_or(z, any, sv_bmc_smt_bad(k->runs, k->about.at[i], depth));
  return any;
}

static void extend(sv_bmc_induction *k, uint32_t depth) {
  sv_smt *z = k->system->z;
  for (uint32_t d = k->runs->steps; d < depth; d++) {
    sv_smt_unroll_step(k->runs);
    sv_smt_assert(z, sv_smt_moves_at(k->runs, d));
  }
  for (; k->excluded < depth; k->excluded++)
    sv_smt_assert(z, sv_smt_not(z, happens(k, k->excluded)));
  assert(k->runs->steps >= depth && k->excluded <= k->runs->steps);
}

static bool is_late(void *context) {
  const sv_bmc_induction *k = context;
  return (k->deadline > 0 && sv_now() > k->deadline) || sv_limits_check(k->run->limits);
}

// Asserts that states differ which the model has twice; false: there are none.
static bool distinguish(sv_bmc_induction *k, uint32_t depth) {
  sv_smt *z = k->system->z;
  sv_smt_terms twice = {0};
  for (uint32_t b = 1; b < depth; b++)
    for (uint32_t a = 0; a < b; a++) {
      sv_smt_term same = sv_smt_same_state(k->runs, a, b);
      if (!sv_smt_holds(z, same)) continue;
      sv_push(twice, same);
      sv_push(k->apart, a);
      sv_push(k->apart, b);
    }
  bool found = twice.n;
  for (uint32_t i = 0; i < twice.n; i++) sv_smt_assert(z, sv_smt_not(z, twice.at[i]));
  sv_vec_free(twice);
  return found;
}

static sv_sat_answer ask(sv_bmc_induction *k, sv_smt_term asked) {
  sv_sat_limits limits = {.run = k->run->limits, .stop = is_late, .context = k};
  return sv_smt_check(k->system->z, &asked, 1, &limits);
}

static sv_smt_term new_question(sv_bmc_induction *k) {
  sv_text name = {0};
  sv_text_printf(&name, "ask.%u", k->questions++);
  sv_smt_term asked = sv_smt_const(k->system->z, sv_text_get(&name), sv_smt_bool(k->system->z));
  sv_text_free(&name);
  return asked;
}

sv_sat_answer sv_bmc_induction_ask(sv_bmc_induction *k, const uint32_t *about, uint32_t n,
                                   uint32_t depth, double seconds) {
  if (!prepare(k, about, n) || k->system->most_steps != UINT32_MAX) return SV_SAT_UNKNOWN;
  k->deadline = seconds > 0 ? sv_now() + seconds : 0;
  extend(k, depth + 1);
  sv_smt *z = k->system->z;
  sv_smt_term asked = new_question(k);
  sv_smt_assert(z, sv_smt_implies(z, asked, happens(k, depth + 1)));
  sv_sat_answer answer = ask(k, asked);
  while (answer == SV_SAT_YES && !is_late(k) && distinguish(k, depth + 1)) answer = ask(k, asked);
  return answer;
}
