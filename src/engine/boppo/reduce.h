// reduce.h -- which processes to expand in a symbolic state (section 3.4, corrected).
//
// B. Cook, D. Kroening, N. Sharygina: Symbolic Model Checking for Asynchronous
// Boolean Programs (SPIN 2005). As printed, the reduction compares what threads
// do *now*, which is unsound (docs/reduction.md, "In symbolic states"). Here a
// process is *free* in a place if every action that it could take there is
// independent of everything that the others can still do from where they stand,
// is seen by no property, and enters no section (analysis/reduction/persistent.h). Where some
// choice enables a free process it may move alone; where none does, it cannot be
// enabled by others either, and the others are looked at under the condition
// that it is not enabled: the state is split on its enabling condition. Which
// valuations enable whom is what the SAT solver has to find out; which process
// is free is known beforehand and costs no clauses: the hook in solver/split.h
// proposes selectors of free processes first. `clauses` writes the same
// knowledge as clauses instead; both select the same.
//
// Duties of the caller, without which answers are wrong:
//   * cut actions are no candidates; they are looked for in every state.
//   * the cycle rule: if a state that a reduced expansion of s led to is dropped
//     because other ones cover it, and one of these was expanded already (s
//     itself counts), the postponed moves of s are made up for
//     (sv_reduce_postponed), at least where no successor by the same process
//     was kept. Any order of expansion will do, breadth or depth first.

#ifndef SV_REDUCE_H
#define SV_REDUCE_H

#include "base/limits.h"
#include "encode/graph/aig.h"
#include "model/net.h"

#define SV_REDUCE_WORDS "off|split|clauses"
typedef enum { SV_REDUCE_OFF, SV_REDUCE_SPLIT, SV_REDUCE_CLAUSES } sv_reduce_method;

typedef struct sv_reducer sv_reducer;

// For these properties. The graph and the net must outlive it. Nets that cannot
// be reduced are not: then everything is expanded.
sv_reducer *sv_reducer_new(const sv_net *, const sv_aig *, sv_reduce_method,
                           const uint32_t *properties, uint32_t n, sv_limits *);
void sv_reducer_free(sv_reducer *);  // NULL is fine

// One action that might be taken: the process that moves (or SV_NO_PROCESS: none or
// several), and the literal "enabled here, with some of its choices", control
// counted in. Who is not listed is not enabled.
typedef struct {
  uint32_t action, process;
  sv_lit enabled;
} sv_reduce_candidate;

// What to expand: action `candidate` under the condition `when` (conjoined with the
// guard of the state). `reduced`: others were postponed under that condition.
typedef struct {
  uint32_t candidate;
  sv_lit when;
  bool reduced;
} sv_expansion;
typedef SV_VEC(sv_expansion) sv_expansions;

// `places`: location by process, then the holder of control (0: none). Appended; only
// candidates that some valuation of the guard enables under their `when`. False if a
// limit was hit; then what was appended means nothing. The graph (the same
// one) grows.
bool sv_reduce(sv_reducer *, sv_aig *, const uint32_t *places, sv_lit guard,
               const sv_reduce_candidate *, uint32_t n, sv_expansions *out);
// The moves that sv_reduce postponed there, for the cycle rule; appended likewise. The
// guard may be stronger: only there they are made up for.
bool sv_reduce_postponed(sv_reducer *, sv_aig *, const uint32_t *places, sv_lit guard,
                         const sv_reduce_candidate *, uint32_t n, sv_expansions *out);

typedef struct {
  uint64_t states;   // calls of sv_reduce
  uint64_t reduced;  // of these, with something postponed
  uint64_t sat_calls;
  uint64_t hooked;  // decisions of the solver that were the hook's
  uint64_t decisions, conflicts;
  double seconds;
} sv_reduce_statistics;
sv_reduce_statistics sv_reduce_numbers(const sv_reducer *);

#endif
