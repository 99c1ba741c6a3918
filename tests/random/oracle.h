// oracle.h -- the whole state space of a small net, by definition.
//
// A plain breadth-first search over exec, with nothing clever in it: what
// engines answer is held against what it has seen. Where somebody may hold
// control, a second search leaves out passing states as engines do; it must see
// the same violations, and says how many states and steps are counted.

#ifndef RANDOM_ORACLE_H
#define RANDOM_ORACLE_H

#include "exec/exec.h"

#define ORACLE_NEVER UINT64_MAX
// The largest models that are looked at; fewer where all hashes collide.
#ifdef SV_STRESS_HASH
#define ORACLE_STATES 400
#else
#define ORACLE_STATES 20000
#endif

typedef struct {
  uint64_t states, transitions, depth;  // without passing states; depth: of the last level
  sv_u64s violated;  // by property: levels of the shortest run that violates it, or ORACLE_NEVER
  sv_u64s steps;     // likewise: steps of the shortest run, with passing states
  bool cut;          // some reachable state has a cut action
  bool too_large;    // given up; nothing else is certain
  bool wrong;        // the two searches do not agree
} oracle;

typedef struct {
  uint64_t states, transitions;  // give up beyond
} oracle_limits;

// Called for every reachable state, if not NULL; false stops the exploration.
typedef bool oracle_visit(void *context, sv_exec *, const sv_state *, const sv_steps *);

oracle oracle_explore(const sv_net *, oracle_limits, oracle_visit *, void *context);
void oracle_free(oracle *);

#endif
