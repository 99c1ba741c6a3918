// certify.c -- proofs by abstraction, shown again without it.
//
// IC3 over predicates ends with clauses that are an inductive invariant of the
// net. A proof by an abstract model has none that could be written down, so IC3
// looks for one with the same predicates; it finds one, since they suffice, or
// something is wrong. Initial states, steps and safety are then shown by the
// formulas of encode/smt alone (engine/certify_terms.h). With infinitely many
// values nothing is called proved before that, asked for (--certify) or not.

#include "engine/cegar/cegar.h"
#include "engine/certify_terms.h"

enum { PATIENCE = 60, MOST_BITS = 3 };  // kept values are a predicate each

static bool is_infinite(const sv_cegar *c) {
  return sv_model_features(c->model) & (SV_FEATURE_INT | SV_FEATURE_REAL | SV_FEATURE_QUEUE);
}

static bool is_wanted(const sv_cegar *c) {
  bool cut = sv_bits_next(&c->cut, 0) != UINT32_MAX;
  return (c->run->options->certify || is_infinite(c)) && c->asked.n && !cut && !c->answer->bug;
}

// ---- an invariant for a proof that has none

static void look_for_invariant(sv_cegar *c) {
  sv_cegar inner = {.run = c->run,
                    .answer = sv_answer_like(c->answer),
                    .model = c->model,
                    .net = c->net,
                    .flat = c->flat,
                    .query = c->query,
                    .integers = c->integers};
  sv_abstraction_options o = c->a->options;
  if (o.keep > MOST_BITS) o.keep = MOST_BITS;
  o.queues_are_data = true;
  inner.a = sv_abstraction_new(c->flat, o);
  inner.refiner =
      (sv_refiner){.a = inner.a, .query = c->query, .limits = c->run->limits, .interpolants = true};
  sv_bits_init(&inner.cut, c->net->actions.n);
  for (uint32_t i = 0; i < c->asked.n; i++) sv_push(inner.asked, c->asked.at[i]);
  for (uint32_t i = 0; i < c->a->predicates.n; i++)
    sv_abstraction_add(inner.a, c->a->predicates.at[i], &(bool){false});
  inner.answer->net = sv_net_share(c->answer->net);
  sv_cegar_implicit(&inner);
  if (inner.end == SV_CEGAR_FOUND) sv_cegar_broken(c, "it proves what IC3 violates");
  if (inner.end == SV_CEGAR_LIMIT) sv_text_string(&c->why, sv_text_get(&inner.why));
  c->has_invariant = inner.has_invariant;
  c->invariant = inner.invariant;
  c->cause = inner.cause;
  sv_answer_free(inner.answer);
  sv_refiner_free(&inner.refiner);
  sv_abstraction_free(inner.a);
  sv_bits_free(&inner.cut);
  sv_vec_free(inner.asked);
  sv_text_free(&inner.why);
}

// ---- shown again

static void doubt(sv_cegar *c, sv_cause cause, const char *why) {
  c->end = SV_CEGAR_GOING;
  sv_cegar_stop(c, cause, "a proof by %u predicates could not be shown again: %s",
                c->a->predicates.n, why);
}

static void show(sv_cegar *c) {
  sv_term_proof proof = {.kind = SV_PROOF_INVARIANT,
                         .net = c->net,
                         .properties = c->asked.at,
                         .property_count = c->asked.n,
                         .invariants = c->invariant.at,
                         .invariant_count = c->invariant.n};
  sv_obligations o = sv_obligations_make(c->run->log, c->run->limits, PATIENCE);
  o.cvc5 = o.cvc5 && c->run->options->certify;
  sv_certification shown = sv_certify_terms(&proof, &o);
  sv_obligations_report(&o, shown, c->answer);
  c->answer->certified = shown == SV_CERTIFIED && c->run->options->certify;
  if (shown == SV_REFUTED) c->end = SV_CEGAR_LIMIT, c->cause = SV_CAUSE_BUG;
  if (shown == SV_NOT_DECIDED && is_infinite(c))
    doubt(c, SV_CAUSE_GAVE_UP, sv_text_get(&o.trouble));
  sv_obligations_free(&o);
}

void sv_cegar_certify(sv_cegar *c) {
  sv_text why = {0};
  assert(c->end == SV_CEGAR_PROVED);
  if (!is_wanted(c)) return;
  if (!c->has_invariant) look_for_invariant(c);
  SV_LOG(c->run->log, 1, "cegar: an invariant of %u clauses%s", c->invariant.n,
         c->has_invariant ? "" : " was not found");
  if (c->has_invariant && c->end == SV_CEGAR_PROVED) return show(c);
  if (c->end != SV_CEGAR_PROVED) return;
  sv_text_string(&why, sv_text_get(&c->why));
  sv_clear(c->why);
  if (is_infinite(c)) doubt(c, c->cause, sv_text_get(&why));
  else sv_answer_statistic(c->answer, "certificate", "%s", sv_text_get(&why));
  sv_text_free(&why);
}
