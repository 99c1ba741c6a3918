// search.h -- reachable polyhedra, state by state.
//
// Searches over the same steps, from coarse to fine. `box` and `hull` keep one
// polyhedron for each control state, the least box around all that was found or
// their convex hull, and widen it where it keeps growing: they end soon, and what
// they do not reach is not reachable. Where they reach a violation, nothing is
// known. `exact` keeps all polyhedra apart and remembers where they come from: a
// violation has a path, and the reachable points are just those found, if it ends.
//
// Parts have their turns in the order in which they were found, round by round: what
// grows before its turn in a round has grown once for all that depends on it.
//
// N. Halbwachs, Y.-E. Proy, P. Roumanoff: Verification of Real-Time Systems
// Using Linear Relation Analysis (FMSD 1997); G. Frehse: PHAVer (HSCC 2005).

#ifndef SV_ENGINE_POLYHEDRA_SEARCH_H
#define SV_ENGINE_POLYHEDRA_SEARCH_H

#include "engine/polyhedra/polyhedra.h"

typedef struct {
  sv_polyhedron *points;
  uint32_t state;         // control state
  uint32_t from, action;  // the part it was reached from, or UINT32_MAX
  bool covered;           // exact: by a later one
  bool waits;             // its steps have not been taken, or not since it grew
} sv_poly_part;

typedef enum { SV_POLY_BOX, SV_POLY_HULL, SV_POLY_EXACT } sv_poly_mode;

// A violation of the property, or (property 0) an action that cuts the run.
typedef struct {
  uint32_t property, part;
  uint32_t action;  // or UINT32_MAX: the part itself
} sv_poly_finding;

typedef struct {
  sv_poly_system *system;
  const sv_run *run;
  sv_limits *limits;
  sv_poly_mode mode;
  sv_bits wanted;              // properties that are asked for and were not reached
  SV_VEC(sv_poly_part) parts;  // box, hull: one for each control state
  SV_VEC(sv_u32s) parts_of;    // by control state
  sv_u32s grown;               // by control state: how often it grew
  uint32_t next, waiting;      // whose turn it is, if it waits; how many do
  SV_VEC(sv_poly_finding) found;
  uint64_t images, joins, widenings;
} sv_poly_search;

sv_poly_search *sv_poly_search_new(sv_poly_system *, const sv_run *, sv_limits *, sv_poly_mode,
                                   const uint32_t *properties, uint32_t n);
void sv_poly_search_free(sv_poly_search *);

typedef enum {
  SV_POLY_COMPLETE,  // nothing that is wanted can be reached
  SV_POLY_FOUND,     // something is: see `found`; it goes on when called again
  SV_POLY_STOPPED,   // a limit, or the system refuses
} sv_poly_result;
sv_poly_result sv_poly_search_run(sv_poly_search *);
// The actions that lead to the part, in order.
void sv_poly_search_path(const sv_poly_search *, uint32_t part, sv_u32s *actions);
// All that was found, as a term: after SV_POLY_COMPLETE an inductive invariant.
sv_term sv_poly_search_invariant(const sv_poly_search *);

#endif
