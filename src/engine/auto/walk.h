// walk.h -- random walks, for the engine `random`; only for this folder and its tests.
//
// A walk has a budget of steps and spends it in several runs: each may take
// half of what is left, so there are long ones and short ones. A run starts in
// a random initial state and takes random steps until it is stuck, too long or
// has found something. walk_machine.c walks finite nets on packed states,
// walk_exec.c everything else, as far as its steps can be listed.

#ifndef SV_WALK_ENGINE_H
#define SV_WALK_ENGINE_H

#include "base/random.h"
#include "engine/engine.h"

typedef struct {
  const sv_run *run;
  sv_answer *answer;
  const sv_net *net;
  sv_random random;
  uint64_t left;  // steps that may still be taken
  uint64_t steps, runs, longest;
  bool keep_going;
  bool full;     // met a pool that is full
  bool stopped;  // found something, hit a limit or our own bug
  sv_cause limit;
} sv_random_walk;

enum {
  SV_WALK_INITIALS = 1024,   // initial states to choose from, at most
  SV_WALK_SUCCESSORS = 256,  // successors by one action, likewise
  SV_WALK_STEPS = 4096,      // steps from one state, where they are listed one by one
  SV_WALK_SHORTEST = 16,     // length of the shortest runs
};

// False if the net is not finite: nothing was done.
bool sv_walk_machine(sv_random_walk *);
void sv_walk_exec(sv_random_walk *, sv_text *why);

uint64_t sv_walk_length(const sv_random_walk *);               // of the next run
bool sv_walk_goes_on(sv_random_walk *);                        // limits and budget
bool sv_walk_asks(const sv_random_walk *, uint32_t property);  // and not yet violated
// Hands the trace to the referee; stops the walk unless it is to keep going.
void sv_walk_report(sv_random_walk *, uint32_t property, sv_trace *);
// A cut action that remains in a state, or UINT32_MAX.
void sv_walk_cut(sv_random_walk *, uint32_t action);
// Reservoir sampling: is the n-th candidate (from 1) the one to keep?
bool sv_walk_keeps(sv_random_walk *, uint32_t n);

#endif
