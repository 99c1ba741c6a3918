// certify.h -- a set of states that proves an answer, checked by a SAT solver.
//
// For engines whose certificate of `holds` is a set R that they can write as a
// literal over state bits, or as a decision diagram. Searches forget holders of
// control that cannot move, so what is shown to be inductive is R*: the states of
// R, and those whose holder is stuck and that are in R without it. A SAT solver
// shows, with formulas that come from encode/blast and encode/control and from
// nothing that the search made,
//
//   initial     every initial state is in R*, and has a code
//   steps       every enabled step from R* leads into R*, and has a code
//   cuts        no cut action remains anywhere in R*
//   properties  no failing action is enabled in R*, and none of its states is
//               bad, breaks an invariant or is deadlocked
//
// each as queries that must have no model. R may be any set at all: a wrong one
// is refused. Shared with the search are the coding, the blaster and the rules of
// control (encode/control/rules.h, of which searches use another reading), and
// nothing behind them.
//
// A literal is given to CaDiCaL as it is, which is good for some thousand nodes. Of
// a diagram only the part that a step can touch is looked at, which is good for
// hundreds of thousands: certify_diagram.c says how.

#ifndef SV_CERTIFY_H
#define SV_CERTIFY_H

#include "encode/bits/coding.h"
#include "encode/graph/aig.h"
#include "engine/engine.h"

// R over the literals of the state bits, in this graph; or why that cannot be had.
typedef const char *sv_certificate_set_fn(void *context, sv_aig *, const sv_lit *now, sv_lit *out);

// R as a diagram: node 0 is false, node 1 true, node k + 2 is `decisions[k]`, which asks a state bit
// and goes on to nodes with smaller numbers that ask bits further down.
typedef struct {
  uint32_t bit, low, high;
} sv_decision;
typedef struct {
  SV_VEC(sv_decision) decisions;
  uint32_t root;
  sv_u32s order;  // all state bits, from the top
} sv_certificate_diagram;

typedef struct {
  const sv_net *net;
  const sv_coding *coding;
  sv_answer *answer;
  sv_limits *limits;
  const sv_certificate_diagram *diagram;  // or NULL: a literal
  sv_certificate_set_fn *set;
  void *context;
} sv_certificate;

// It proves that all properties asked for hold. False: it does not, which is our
// own bug (noted in the answer); or it is not known, since a limit was reached, or the
// set or some choices are too large to be written down (noted as a statistic).
bool sv_certify(const sv_certificate *);

#endif
