// decide.h -- is a guard satisfiable? One incremental SAT solver for the whole search.

#ifndef SV_BOPPO_DECIDE_H
#define SV_BOPPO_DECIDE_H

#include "base/limits.h"
#include "encode/graph/aig.h"

typedef enum { SV_GUARD_FALSE, SV_GUARD_TRUE, SV_GUARD_UNKNOWN } sv_guard_answer;

typedef struct sv_decider sv_decider;

sv_decider *sv_decider_new(const sv_aig *, sv_limits *);  // both must outlive it
void sv_decider_free(sv_decider *);                       // NULL is fine
// Can the literal be true? Unknown: a limit was hit.
sv_guard_answer sv_decide(sv_decider *, sv_lit);
// The same, never answered without a model.
sv_guard_answer sv_decide_with_model(sv_decider *, sv_lit);
// After a model was found, until the next question: the value of an input. Any
// value will do for inputs that the literal does not depend on.
bool sv_decider_value(const sv_decider *, uint32_t input);

typedef struct {
  uint64_t asked, calls;  // calls: those that the solver had to answer
  double seconds;
} sv_decide_statistics;
sv_decide_statistics sv_decide_numbers(const sv_decider *);

#endif
