// certify_terms.h -- proofs over mathematical terms, shown again.
//
// For engines that prove by SMT: integers, reals, queues without bound, and
// everything else too. They hand out why no property is ever violated,
//
//   invariant   terms over the variables of the net that together hold initially, are kept by
//               every action, and exclude every violation and every cut
//   induction   no run of at most `steps` actions from the start violates anything or is cut, and
//               no run of one action more does, from any state whatever, along which nothing is
//               violated before. The terms (none is fine), which are shown to be inductive first,
//               may be assumed at each of its states, and so that the states of certain pairs of
//               moments differ
//   end         no run of at most `steps` steps violates anything or is cut, and none has that
//               many at all. What a step is, and which runs stand for all, is the search's choice
//
// Everything is shown from the formulas of encode/smt, made anew (but for `end`, with one action a
// step) in a fresh Z3 and, where it is installed, in cvc5. Bounded queues are written in another way than the
// search does. Invariants are looked at action by action, as functions of the state: without the
// frame conditions that searches use. That states have the form which all steps leave them in
// (values within their sorts, queues of some length) is shown along with the invariant.

#ifndef SV_CERTIFY_TERMS_H
#define SV_CERTIFY_TERMS_H

#include "analysis/access/relevance.h"
#include "encode/smt/smt_net.h"
#include "engine/certify_ask.h"

typedef enum { SV_PROOF_INVARIANT, SV_PROOF_INDUCTION, SV_PROOF_END } sv_proof_kind;

typedef struct {
  sv_proof_kind kind;
  const sv_net *net;
  const uint32_t *properties;  // numbers of those that hold
  uint32_t property_count;
  const sv_term *invariants;  // Boolean terms of the net, over one state
  uint32_t invariant_count;
  sv_queue_encoding queues;  // those of the search
  uint32_t steps;            // induction, end
  const uint32_t *apart;     // induction: pairs of moments
  uint32_t apart_count;      // numbers, twice as many as pairs
  sv_semantics semantics;    // end: what a step is
  sv_opt_order order;
  const sv_relevance *relevance;  // end: only runs count in which all actions matter; or NULL
} sv_term_proof;

// Not decided are also nets that cannot be written down: an action has too many choices, or
// messages are taken from the middle of a queue without bound (invariant, induction).
sv_certification sv_certify_terms(const sv_term_proof *, sv_obligations *);

#endif
