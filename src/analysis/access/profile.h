// profile.h -- which values the cells of a net take in a bounded search.
//
// A bounded explicit search and random walks record, for every cell and message
// field, which bits of its values (in two's complement) were ever 0 and ever 1,
// and for every queue its greatest length. Encoders give bits only to what
// varies: a byte that holds 0..5 costs three, a process that never starts none.
// A profile is a guess, never a proof: an encoding made from it checks every
// write, and where one leaves the profile the cell is widened and the work is
// done again. Deterministic for a given seed.

#ifndef SV_PROFILE_H
#define SV_PROFILE_H

#include "base/limits.h"
#include "exec/machine.h"

// Bit k of ones: some value had bit k set; of zeros: some value had it clear.
// A cell without observations has neither; a value of more than 62 bits sets all of both.
// In every value the bits from `width` on are alike, copies of its sign: values
// -1 .. 5 need the bits 0 .. 2 and one more for the sign, although all 64 vary.
typedef struct {
  uint64_t zeros, ones;
  uint32_t width;  // <= 63; 0 for -1 and 0
} sv_observed;
#define SV_SIGN_BIT 63u

typedef struct {
  const sv_net *net;
  sv_observed *cells;  // net->cells
  struct sv_observed_queue {
    uint32_t longest;     // messages, deferred ones included
    uint32_t deferred;    // most deferred at a time
    sv_observed *fields;  // field_count: over all slots
  } * queues;             // net->queues.n
  uint64_t states;        // looked at
  sv_arena *arena;
} sv_profile;

// Looks at about `states` states (and stops at the limits, which may be NULL).
// A variable that starts with any value has all that its sort allows, and so
// has everything where the net cannot be packed (sv_profile_all).
sv_profile *sv_profile_new(const sv_net *, uint64_t states, uint64_t seed, sv_limits *);
// The same, and calls back for every state it looks at (some more than once).
typedef void sv_profile_fn(void *context, const sv_state *);
sv_profile *sv_profile_watch(const sv_net *, uint64_t states, uint64_t seed, sv_limits *,
                             sv_profile_fn *, void *context);
// No guess at all: every bit of every sort varies, every queue gets full.
sv_profile *sv_profile_all(const sv_net *);
void sv_profile_free(sv_profile *);  // NULL is fine
void sv_profile_add(sv_profile *, const sv_state *);
// Makes room beyond bit k of a cell: it varies, and as many bits above it as
// vary below, up to what the sort needs. A bit above those of the sort, as
// SV_SIGN_BIT, is the sign: values may then become negative, or no longer be.
// (Bit by bit a sign is reached only behind all other bits: name it first.)
// False if nothing was left to widen.
bool sv_profile_widen_cell(sv_profile *, uint32_t cell, uint32_t bit);
bool sv_profile_widen_field(sv_profile *, uint32_t queue, uint32_t field, uint32_t bit);
bool sv_profile_widen_queue(sv_profile *, uint32_t queue);  // twice as long, up to its capacity
// All bits that values of this scalar sort can have.
sv_observed sv_observed_sort(const sv_net *, sv_sort);

#endif
