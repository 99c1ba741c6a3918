// polyhedra.h -- forward reachability by convex polyhedra, from inside. Only engine/polyhedra/ includes this.
//
// A state of the net is a *control state* (the values of all finite variables) and
// a point (those of its numbers, integers taken as rationals). Reachable points
// are kept as polyhedra, one or several for each control state.

#ifndef SV_ENGINE_POLYHEDRA_H
#define SV_ENGINE_POLYHEDRA_H

#include "encode/abstract/flat.h"
#include "engine/engine.h"
#include "solver/polyhedra.h"

// ---- steps in one control state

// A sum over dimensions, times 1 / divisor.
typedef struct {
  SV_VEC(sv_affine_part) parts;  // owns its numbers
  mpz_t constant, divisor;
} sv_poly_sum;

typedef struct {
  uint32_t dimension;
  bool any;  // no function of the old values that is known
  sv_poly_sum sum;
} sv_poly_assignment;

typedef struct {
  uint32_t place;  // of the control state
  sv_term value;
} sv_poly_change;

// What happens where some linear conditions hold: one of the cases of an action, a violation, or
// the start.
typedef struct {
  SV_VEC(sv_half_space *) spaces;
  SV_VEC(sv_poly_assignment) assignments;  // one after the other
  SV_VEC(sv_poly_change) changes;
  uint32_t more;  // dimensions for choices and copies, behind those of the state
} sv_poly_case;

typedef SV_VEC(sv_poly_case) sv_poly_cases;

typedef struct {
  const sv_net *net;
  sv_flat *flat;
  sv_terms *terms;
  sv_u32s places;         // net variables, by place in a control state
  sv_u32s dimensions;     // net variables, by dimension
  sv_u32s place_of;       // by net variable, or UINT32_MAX
  sv_u32s dimension_of;   // by net variable, or UINT32_MAX
  SV_VEC(sv_u32s) reads;  // by action, then by property: places that its cases depend on
  sv_names *states, *keys;
  sv_term_list values;          // by control state and place
  SV_VEC(sv_poly_cases) known;  // by key
  bool relaxed;                 // some condition or value is not linear, or of integers
  const char *refused;          // not NULL: why it does not work for this net
} sv_poly_system;

sv_poly_system *sv_poly_system_new(sv_flat *);
void sv_poly_system_free(sv_poly_system *);
// Control states have numbers from 1 on.
uint32_t sv_poly_state(sv_poly_system *, const sv_term *values);
const sv_term *sv_poly_values(const sv_poly_system *, uint32_t state);  // until there is a new one
// Cases stay where they are until the system is asked again.
sv_poly_cases sv_poly_steps(sv_poly_system *, uint32_t state, uint32_t action);
sv_poly_cases sv_poly_violations(sv_poly_system *, uint32_t state, uint32_t property);
// By control state; the caller frees cases (sv_poly_cases_free).
typedef void sv_poly_start_fn(void *context, uint32_t state, const sv_poly_cases *);
void sv_poly_starts(sv_poly_system *, sv_poly_start_fn *, void *context);

bool sv_poly_range(const sv_poly_system *, sv_sort, int64_t *lo, int64_t *hi);  // false: too many

// cases.c: a condition and values (by net variable, or NULL), split until all is linear. `choices`
// of the action, or NULL. False: too many cases, or a finite value is not determined.
bool sv_poly_split(sv_poly_system *, sv_term condition, const sv_term *after,
                   const sv_sort_list *choices, sv_poly_cases *out);
void sv_poly_cases_free(sv_poly_cases *);

// image.c
sv_polyhedron *sv_poly_meet(const sv_polyhedron *, const sv_poly_case *);  // NULL: none
sv_polyhedron *sv_poly_image(const sv_poly_system *, const sv_polyhedron *, const sv_poly_case *);
uint32_t sv_poly_target(sv_poly_system *, uint32_t state, const sv_poly_case *);
// Polyhedra as a term over the net's variables.
sv_term sv_poly_term(const sv_poly_system *, const sv_polyhedron *);

#endif
