// certify.h -- a set of states that proves an answer, checked by a SAT solver.
//
// For engines whose certificate of `holds` is a set R that they can write as a
// literal over state bits. Searches forget holders of control that cannot move,
// so what is shown to be inductive is R*: the states of R, and those whose holder
// is stuck and that are in R without it. CaDiCaL shows, with formulas that come
// from encode/blast and encode/control and from nothing that the search made,
//
//   initial     every initial state is in R*, and has a code
//   steps       every enabled step from R* leads into R*, and has a code
//   cuts        no cut action remains anywhere in R*
//   properties  no failing action is enabled in R*, and none of its states is
//               bad, breaks an invariant or is deadlocked
//
// each as one query that must have no model. R may be any set at all: a wrong one
// is refused. Shared with the search are the coding, the blaster, and nothing
// behind them.

#ifndef SV_CERTIFY_H
#define SV_CERTIFY_H

#include "encode/coding.h"
#include "encode/aig.h"
#include "engine/engine.h"

// R over the literals of the state bits, in this graph; or why that cannot be had.
typedef const char *sv_certificate_set_fn(void *context, sv_aig *, const sv_lit *now, sv_lit *out);

typedef struct {
  const sv_net *net;
  const sv_coding *coding;
  sv_answer *answer;
  sv_limits *limits;
  sv_certificate_set_fn *set;
  void *context;
} sv_certificate;

// It proves that all properties asked for hold. False: it does not, which is our
// own bug (noted in the answer); or nobody knows, since a limit was reached, or the
// set or some choices are too large to be written down (noted as a statistic).
bool sv_certify(const sv_certificate *);

#endif
