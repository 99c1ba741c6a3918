// polyhedra_none.c -- polyhedra.h where the library was missing when Selvage was built.
//
// sv_polyhedra_there says so; callers that have asked call nothing else of it.

#include "solver/polyhedra.h"

#ifndef SELVAGE_PPL

bool sv_polyhedra_there(void) { return false; }

#define IDLE __attribute__((unused))
#define NEVER(RESULT, NAME, ...) \
  RESULT NAME(__VA_ARGS__) { SV_UNREACHABLE(); }

NEVER(sv_half_space *, sv_half_space_new, sv_affine a IDLE, sv_space_relation r IDLE)
NEVER(void, sv_half_space_free, sv_half_space *h IDLE)
NEVER(sv_polyhedron *, sv_polyhedron_new, uint32_t n IDLE)
NEVER(sv_polyhedron *, sv_polyhedron_copy, const sv_polyhedron *p IDLE)
NEVER(void, sv_polyhedron_free, sv_polyhedron *p IDLE)
NEVER(bool, sv_polyhedron_is_empty, const sv_polyhedron *p IDLE)
NEVER(bool, sv_polyhedron_contains, const sv_polyhedron *p IDLE, const sv_polyhedron *q IDLE)
NEVER(void, sv_polyhedron_cut, sv_polyhedron *p IDLE, const sv_half_space *h IDLE)
NEVER(void, sv_polyhedron_join, sv_polyhedron *p IDLE, const sv_polyhedron *q IDLE)
NEVER(void, sv_polyhedron_join_box, sv_polyhedron *p IDLE, const sv_polyhedron *q IDLE)
NEVER(void, sv_polyhedron_widen, sv_polyhedron *p IDLE, const sv_polyhedron *q IDLE)
NEVER(void, sv_polyhedron_extend, sv_polyhedron *p IDLE, uint32_t n IDLE)
NEVER(void, sv_polyhedron_project, sv_polyhedron *p IDLE, uint32_t n IDLE)
NEVER(void, sv_polyhedron_forget, sv_polyhedron *p IDLE, uint32_t n IDLE)
NEVER(void, sv_polyhedron_assign, sv_polyhedron *p IDLE, uint32_t n IDLE, sv_affine a IDLE,
      mpz_srcptr d IDLE)
NEVER(void, sv_polyhedron_spaces, const sv_polyhedron *p IDLE, sv_half_space_fn *f IDLE,
      void *context IDLE)

#endif
