// unwound.h -- the event net of an unwinding.
//
// An event for every way of a process on its own account from an expanded spot; a partner that
// moves takes part from any of its expanded spots, one of which is chosen by a literal (its
// *mode*), so that a handshake is not copied for every pair of spots. A frontier for every way from a spot that is not
// expanded: it asks for what its action asks for, and takes the process's control token.
// A target for every way in which a state can violate a property.
//
// Events that leave the same spot exclude one another: they share its moment.

#ifndef SV_UNWOUND_H
#define SV_UNWOUND_H

#include "encode/events/token_trace.h"
#include "encode/events/unwinding.h"
#include "encode/events/unwound_terms.h"

typedef enum { SV_UNWOUND_ACTION, SV_UNWOUND_FRONTIER, SV_UNWOUND_TARGET } sv_unwound_kind;

typedef struct {
  sv_unwound_kind kind;
  uint32_t action;        // of the net; UINT32_MAX: target
  uint32_t spot;          // that is left; UINT32_MAX: target
  uint32_t about;         // target: property, 0: cut, UINT32_MAX: full
  uint32_t first_choice;  // literals of its choices, choice by choice
  sv_bits chaos;          // frontier
} sv_unwound_event;

typedef struct {
  sv_lit when, then;
} sv_unwound_demand;

// What is true of all reachable states, whoever has shown it: an event sees such a state. A fact is said where
// all its bits are seen.
typedef struct {
  uint32_t n;
  const sv_u32s *bits;  // by fact: those of the state that it is about
  sv_lit (*say)(void *context, uint32_t fact, sv_aig *, const sv_lit *state);
  void *context;
} sv_unwound_facts;

typedef struct {
  const sv_unwinding *unwinding;
  sv_event_net net;                 // its graph is owned
  SV_VEC(sv_unwound_event) events;  // as in the net
  SV_VEC(sv_unwound_demand) demands;
  sv_lits choices;
  sv_lits initial;  // by state bit
  sv_lits uses;     // by fact: an input, that it may be used; false: it is said nowhere
  sv_u32s widths;
  sv_unwound_terms terms;
} sv_unwound;

// Targets for these properties, cuts included (about 0 and UINT32_MAX); must not be moved. No facts: NULL.
void sv_unwound_init(sv_unwound *, const sv_unwinding *, const sv_unwound_facts *,
                     const uint32_t *about, uint32_t n);
void sv_unwound_free(sv_unwound *);

#endif
