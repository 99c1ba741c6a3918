// inductive.h -- the largest part of a set of guesses that is inductive.
//
// C. Flanagan, K. R. M. Leino: Houdini, an Annotation Assistant for ESC/Java (FME
// 2001). A SAT solver is asked whether some guess fails initially, or behind a step
// before which all of them hold; what fails in its model is dropped, and it is asked
// again. What is left holds in every reachable state. Guesses may be anything at all,
// also what another process says: only what is shown here counts.

#ifndef SV_INDUCTIVE_H
#define SV_INDUCTIVE_H

#include "encode/bits/circuit.h"
#include "encode/graph/tseitin.h"

typedef struct {
  const sv_circuit *circuit;
  const sv_lit *now, *next;  // by guess: it holds in the state, behind the step
  uint32_t n;
  sv_lit known;        // over the state: holds in every reachable one, shown elsewhere
  sv_limits *limits;   // may be NULL
  uint64_t conflicts;  // of a query; 0: any number
  bool one_by_one;     // where it takes more to show all of them at once, each by itself
  uint32_t rounds;     // filled in
} sv_guesses;

// Marks those that do not belong to it; false: it is not known within the limits, and none does.
// Steps are those of the circuit: where a step may have no code the caller has to show that none
// is ever taken.
bool sv_inductive_part(sv_guesses *, bool *dropped);

#endif
