// witness.h -- other tools' runs of C programs, in SV-COMP's format 2 (YAML), as traces.
//
// A witness of a violation is a sequence of segments; each names places that are avoided and at
// last one that is passed. It holds no states, so it is followed: a place of the search is a
// state and a segment, and no place is entered twice. What a function from outside returns is
// what the witness says. A witness of correctness has invariants: they become questions.

#ifndef C_WITNESS_H
#define C_WITNESS_H

#include "lang/lang.h"

typedef enum {
  C_WAY_ASSUMPTION,
  C_WAY_TARGET,
  C_WAY_ENTER,
  C_WAY_RETURN,
  C_WAY_BRANCHING
} c_way_kind;
typedef enum { C_IS, C_IS_NOT, C_LESS, C_AT_MOST, C_MORE, C_AT_LEAST } c_relation;
typedef struct {
  c_way_kind kind;
  bool avoid, threaded;
  uint32_t thread;         // if threaded: its number, main's is 0
  uint32_t line, column;   // column 0: not given
  const char *file;        // without folders
  uint32_t at_line;        // of the witness itself
  const char *constraint;  // or NULL: none
  c_relation relation;     // RETURN: of the result to
  int64_t number;          // this
  bool yes;                // BRANCHING: the way
} c_waypoint;
typedef struct {
  SV_VEC(c_waypoint) ways;  // those to avoid, then those to follow: one, of a race two
  uint32_t avoided;
} c_segment;

typedef struct sv_foreign_run {
  sv_arena *arena;
  SV_VEC(c_segment) segments;
  SV_VEC(const char *) invariants;  // as --invariant has them, with their places
  const char *specification;
  bool proof;  // of correctness
} c_witness;

extern const sv_run_reader c_witnesses;

// The run, see lang.h (follow.c).
sv_trace *c_witness_follow(const c_witness *, sv_exec *, sv_limits *, sv_text *why);

#endif
