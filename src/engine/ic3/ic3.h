// ic3.h -- IC3 on sequential circuits: an inductive invariant, or a run.
//
// A. Bradley: SAT-Based Model Checking without Unrolling (VMCAI 2011); N. Een,
// A. Mishchenko, R. Brayton: Efficient Implementation of Property Directed
// Reachability (FMCAD 2011); Z. Hassan, A. Bradley, F. Somenzi: Better
// Generalization in IC3 (FMCAD 2013).
//
// Frame i is a set of clauses over state bits that holds in every state at most
// i steps away from an initial one. Conditions are what is looked for: literals
// of the circuit over state and inputs. Whoever owns the search may drop a
// condition when a run to it was found and go on: the frames stay true.

#ifndef SV_IC3_H
#define SV_IC3_H

#include "base/bits.h"
#include "base/log.h"
#include "encode/bits/circuit.h"
#include "solver/cnf.h"

typedef struct sv_ic3 sv_ic3;

typedef struct {
  sv_limits *limits;     // may be NULL
  uint32_t most_levels;  // stop when so many are free of conditions; 0: any number
  // Told now and then; may be NULL.
  void (*tick)(void *context, const sv_ic3 *);
  // Called behind each new frame, where clauses may be looked at and added; may be NULL.
  void (*between)(void *context, sv_ic3 *);
  void *context;
  const sv_log *log;  // or NULL
} sv_ic3_options;

// The circuit must outlive it; needs aig, state, inputs, next, initial, legal and step.
sv_ic3 *sv_ic3_new(const sv_circuit *, const sv_lit *conditions, uint32_t n,
                   const sv_ic3_options *);
void sv_ic3_free(sv_ic3 *);  // NULL is fine
// Before the search: a state (a byte per bit) that is known to be reachable. No clause
// will be learnt that excludes it, unless an obligation does already. Only a hint: a
// wrong one costs time.
void sv_ic3_sample(sv_ic3 *, const uint8_t *state);

typedef enum {
  SV_IC3_PROVED,   // no condition that was not dropped can be met
  SV_IC3_FOUND,    // see sv_ic3_run
  SV_IC3_LIMIT,    // time, memory, interrupt
  SV_IC3_BOUNDED,  // most_levels
  SV_IC3_BROKEN,   // our own bug: the run that was found is none
} sv_ic3_end;
sv_ic3_end sv_ic3_search(sv_ic3 *);
void sv_ic3_drop(sv_ic3 *, uint32_t condition);
// Puts a condition in its place that implies it.
void sv_ic3_narrow(sv_ic3 *, uint32_t condition, sv_lit);

// After SV_IC3_FOUND: an initial state (a byte per bit), then `n` rows of inputs,
// of which the last belongs to the state in which the conditions are met.
typedef struct {
  const uint8_t *initial;
  const uint8_t *inputs;  // n * circuit->inputs.n
  const uint8_t *last;    // the state in which the conditions are met
  uint32_t n;
  const sv_bits *met;  // of the conditions that were not dropped
} sv_ic3_run;
sv_ic3_run sv_ic3_found(const sv_ic3 *);

// After SV_IC3_PROVED: cubes of which every reachable state is free. Literals are
// bit + 1, or its negative where the bit is false. Beside `legal` they are inductive.
uint32_t sv_ic3_invariant(const sv_ic3 *);
const sv_i32s *sv_ic3_clause(const sv_ic3 *, uint32_t i);  // the cube that it excludes

// Between frames: the cubes that are excluded from there on.
void sv_ic3_look(const sv_ic3 *, uint32_t level, void (*see)(void *context, const sv_i32s *cube),
                 void *context);
uint32_t sv_ic3_top(const sv_ic3 *);
// Between frames: no reachable state is in the cube, by induction, for which all that it takes is made known
// before the search goes on. It is a clause of every frame, and part of the invariant.
void sv_ic3_know(sv_ic3 *, const sv_i32s *cube);

// clang-format off
#define SV_IC3_STATISTICS(X)                                                          \
  X(levels) X(clauses) X(queries) X(obligations) X(lifted) X(generalised) X(dropped)  \
  X(counterexamples) X(joins) X(pushed) X(subsumed) X(rebuilds) X(start_queries)    \
  X(samples) X(sampled) X(known)
// clang-format on
typedef struct {
#define X(name) uint64_t name;
  SV_IC3_STATISTICS(X)
#undef X
} sv_ic3_statistics;
sv_ic3_statistics sv_ic3_numbers(const sv_ic3 *);

#endif
