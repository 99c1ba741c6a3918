// certify_ordered.h -- questions about diagrams, for a solver that splits in their order.
//
// "One of the pairs (a, b) has a without b, where the condition holds": a and b
// are diagrams written as literals. Splitting on state bits from the top, what is
// learnt is about one node of a and one of b, which is what an operation on
// diagrams would remember; any other order has to do without. Hence solver/split,
// which can be told what to split on.

#ifndef SV_CERTIFY_ORDERED_H
#define SV_CERTIFY_ORDERED_H

#include "encode/graph/aig.h"
#include "solver/cnf.h"

typedef struct {
  sv_lit in, out;  // the first without the second
} sv_ordered_pair;

typedef struct {
  const sv_aig *aig;
  sv_lit condition;
  const sv_ordered_pair *pairs;
  uint32_t n;
  const uint32_t *inputs;  // all that any of this depends on, the first to be split on first
  uint32_t input_count;
  sv_limits *limits;
} sv_ordered_question;

typedef struct {
  uint64_t questions, conflicts;
} sv_ordered_numbers;

// Numbers are added.
sv_sat_answer sv_ordered_ask(const sv_ordered_question *, sv_ordered_numbers *);

#endif
