// polyhedra.h -- convex polyhedra of rational points, closed or not.
//
// A thin layer over the Parma Polyhedra Library (its "not necessarily closed"
// polyhedra, by the double description method). The library may be missing when
// Selvage is built; then sv_polyhedra_there is false and nothing else may be
// called. Dimensions count from 0.

#ifndef SV_POLYHEDRA_H
#define SV_POLYHEDRA_H

#include <gmp.h>

#include "base/vec.h"

typedef struct sv_polyhedron sv_polyhedron;
typedef struct sv_half_space sv_half_space;  // or a hyperplane, or a half-space without its border

typedef struct {
  uint32_t dimension;
  mpz_srcptr factor;
} sv_affine_part;
typedef struct {
  const sv_affine_part *parts;
  uint32_t n;
  mpz_srcptr constant;
} sv_affine;  // the sum of parts and constant

typedef enum { SV_SPACE_GE, SV_SPACE_GT, SV_SPACE_EQ } sv_space_relation;

bool sv_polyhedra_there(void);

// sum REL 0
sv_half_space *sv_half_space_new(sv_affine, sv_space_relation);
void sv_half_space_free(sv_half_space *);

sv_polyhedron *sv_polyhedron_new(uint32_t dimensions);  // all points
sv_polyhedron *sv_polyhedron_copy(const sv_polyhedron *);
void sv_polyhedron_free(sv_polyhedron *);  // NULL is fine

bool sv_polyhedron_is_empty(const sv_polyhedron *);
bool sv_polyhedron_contains(const sv_polyhedron *, const sv_polyhedron *part);
void sv_polyhedron_cut(sv_polyhedron *, const sv_half_space *);   // keeps what lies in it
void sv_polyhedron_join(sv_polyhedron *, const sv_polyhedron *);  // becomes the convex hull of both
// Extrapolates from `old`, a part of it, such that a chain of these ends (BHRZ03).
void sv_polyhedron_widen(sv_polyhedron *, const sv_polyhedron *old);
void sv_polyhedron_extend(sv_polyhedron *, uint32_t more);       // dimensions, any values
void sv_polyhedron_project(sv_polyhedron *, uint32_t to);        // to the first dimensions
void sv_polyhedron_forget(sv_polyhedron *, uint32_t dimension);  // any value there
// The dimension gets the value sum / divisor, a function of all old values; divisor > 0.
void sv_polyhedron_assign(sv_polyhedron *, uint32_t dimension, sv_affine, mpz_srcptr divisor);

// The half-spaces that it is the intersection of, none of them superfluous.
typedef void sv_half_space_fn(void *context, const mpz_t *factors, uint32_t dimensions,
                              mpz_srcptr constant, sv_space_relation);
void sv_polyhedron_spaces(const sv_polyhedron *, sv_half_space_fn *, void *context);

#endif
