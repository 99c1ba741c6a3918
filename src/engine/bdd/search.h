// search.h -- what the searches of this engine share.
//
// A search fills `reached`, which is always released (system.h) and contains
// only states that are really reachable. It hands new states to
// sv_bdd_search_check, which looks for violations and ways out of the coding,
// and stops when that returns false.

#ifndef SV_BDD_SEARCH_H
#define SV_BDD_SEARCH_H

#include "engine/bdd/system.h"

typedef enum {
  SV_BDD_GOING,
  SV_BDD_ENDED,    // nothing new is left
  SV_BDD_FOUND,    // stopped at a violation
  SV_BDD_OUTSIDE,  // a step has no code: start again with a wider one
  SV_BDD_FULL,     // a pool is full, and larger ones will be tried
  SV_BDD_BOUNDED,  // --depth
  SV_BDD_BROKEN,   // our own bug: see the answer
} sv_bdd_end;

typedef struct {
  uint32_t nodes, live;  // of the set reached; of everything
} sv_bdd_point;

typedef struct {
  sv_symbolic *s;
  const sv_run *run;
  sv_answer *answer;
  sv_bdd reached;
  sv_bdd_list layers;  // bfs: what was new at each depth; else empty
  bool reduced;        // `reached` may lack states
  sv_u32s asked;       // properties not yet violated
  sv_opt_search search;
  uint32_t joined;  // most nodes of relations joined for images
  uint32_t iterations;
  uint32_t peak;  // nodes of `reached` at most
  SV_VEC(sv_bdd_point) points;
  sv_bdd_end end;
} sv_bdd_search;

// Looks at states that are new; false if the search is to stop.
bool sv_bdd_search_check(sv_bdd_search *, sv_bdd states);
// After each iteration: progress, numbers for the plot, what was covered.
void sv_bdd_search_tick(sv_bdd_search *);

// All that these steps reach, released; a new reference.
sv_bdd sv_bdd_search_closure(sv_bdd_search *, sv_bdd from, const sv_bdd_relations *steps);
// These (taken) are the states reached: looks at them, and ends.
void sv_bdd_search_end(sv_bdd_search *, sv_bdd reached);
// Both, from the initial states on.
void sv_bdd_search_close(sv_bdd_search *, const sv_bdd_relations *steps);

// Each runs until `end` is set.
void sv_bdd_search_bfs(sv_bdd_search *);
void sv_bdd_search_chaining(sv_bdd_search *);
void sv_bdd_search_saturation(sv_bdd_search *);
void sv_bdd_search_phases(sv_bdd_search *);  // improviso and twophase

// counterexample.c: a run to some state of `bad` (among those reached) that violates the
// property there, or by its next step. NULL is our own bug.
sv_trace *sv_bdd_trace(sv_bdd_search *, sv_bdd bad, uint32_t property);

// fair.c: all states are reached of a following net. Is there a run that violates the recurrence in
// the property's place, past all sets? Then it is reported, and the search ends by that.
void sv_bdd_search_fair(sv_bdd_search *, uint32_t property);

// plot.c: nodes over iterations. False if the file cannot be written.
bool sv_bdd_plot(const sv_bdd_search *, const char *path, sv_text *why);

#endif
