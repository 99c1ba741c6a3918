// lower_step.h -- from an offer to actions (inside of lower_step.c and lower_action.c).

#ifndef PML_LOWER_STEP_H
#define PML_LOWER_STEP_H

#include "lang/promela/lower/lower.h"

// Offers of one statement in one class, from several locations.
typedef struct {
  pml_lowering *l;
  const pml_process *process;
  const pml_offer *offer;
  sv_u32s from;
} pml_bundle;

typedef SV_VEC(pml_bundle) pml_bundles;

// What an action is besides its effect.
typedef struct {
  sv_edge edges[2];
  uint32_t edge_count;
  sv_term guard, constraint;
  uint32_t fails, priority;
  const sv_blame_note *blames;  // why it fails, if it does, for this kind of error:
  pml_error_kind blamed;
  const char *cut;
  bool stays;  // an error in a condition that is false: nothing else happens
} pml_shape;

// Writes the effect of a step, and returns its guard.
typedef sv_term pml_attempt(void *, const pml_bundle *, pml_here *, pml_here *other, pml_step *);

typedef struct {
  pml_attempt *build;
  void *context;
  const pml_bundle *other;  // the receiver of a handshake, or NULL
  pml_shape shape;
} pml_recipe;

sv_edge pml_edge_of(const pml_bundle *);
pml_shape pml_one_edge(const pml_bundle *);
// Writes the actions of a step, and those of the errors in its expressions.
void pml_emit(const pml_bundle *, const pml_recipe *, bool has_timeout);

bool pml_is_inner_else(const pml_bundle *);
// In a d_step, and for an inner `else`: nothing that comes before can be executed.
sv_term pml_rivals_are_blocked(pml_here *, const pml_bundle *);
void pml_free_step(pml_step *);

#endif
