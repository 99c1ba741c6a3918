// automaton.h -- generalised Buechi automata over the states of a model.
//
// An automaton reads the states of a run, one after the other: from its own
// state it takes an edge whose guard holds in the state it reads. Edges carry
// marks. It accepts a run if it can read all of it, from state 0 on, so that
// the edges taken carry each mark 0 .. conditions-1 infinitely often. A
// property of kind RECURRENCE is violated by the runs that its automaton
// accepts (docs/model.md, "Infinite runs").

#ifndef SV_AUTOMATON_H
#define SV_AUTOMATON_H

#include "base/arena.h"
#include "expr/term.h"

#define SV_MARKS_MAX 64u

typedef struct {
  uint32_t from, to;
  sv_term guard;   // of sort bool, over the state that is read
  uint64_t marks;  // bit c: mark c
} sv_automaton_edge;

typedef struct {
  uint32_t states;      // 0 is the first one; at least one
  uint32_t conditions;  // marks to be met infinitely often, at most SV_MARKS_MAX
  const sv_automaton_edge *edges;
  uint32_t edge_count;
} sv_automaton;

static inline uint64_t sv_automaton_all_marks(const sv_automaton *a) {
  return a->conditions == SV_MARKS_MAX ? UINT64_MAX : (UINT64_C(1) << a->conditions) - 1;
}

// Copies edges and all into the arena.
sv_automaton *sv_automaton_copy(sv_arena *, const sv_automaton *);
// The same language with fewer states and edges: what leads to no accepting cycle is
// dropped, states that agree on all edges are merged, marks that say nothing go.
sv_automaton *sv_automaton_reduce(sv_arena *, sv_terms *, const sv_automaton *);

// Does the automaton accept the word of n letters whose part from `loop` on (loop < n) is
// repeated for ever? `holds` says whether an edge's guard holds for a letter.
typedef bool sv_letter_fn(void *context, uint32_t letter, uint32_t edge);
bool sv_automaton_accepts(const sv_automaton *, uint32_t n, uint32_t loop, sv_letter_fn *holds,
                          void *context);
// The same if it starts in another state.
bool sv_automaton_accepts_from(const sv_automaton *, uint32_t state, uint32_t n, uint32_t loop,
                               sv_letter_fn *holds, void *context);

#endif
