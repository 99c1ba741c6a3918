// bitstate.h -- a set of hashes that may forget: three bits per state.
//
// A state is taken as seen when all three of its bits are set, so a new state
// is missed now and then, never the other way round: what is found is real,
// but the search is not exhaustive (G. Holzmann's supertrace, with three
// hash functions made from one 64-bit hash).

#ifndef SV_BITSTATE_H
#define SV_BITSTATE_H

#include "base/snapshot.h"

typedef struct {
  uint64_t *words;
  uint64_t mask;   // number of bits - 1
  uint64_t count;  // states added
  uint64_t ones;   // bits set
} sv_bitstate;

void sv_bitstate_init(sv_bitstate *, uint32_t bits);  // 2^bits bits, bits >= 6
void sv_bitstate_free(sv_bitstate *);
bool sv_bitstate_has(const sv_bitstate *, uint64_t hash);
bool sv_bitstate_add(sv_bitstate *, uint64_t hash);  // true if it was new
size_t sv_bitstate_bytes(const sv_bitstate *);
void sv_bitstate_save(const sv_bitstate *, sv_snapshot *);
bool sv_bitstate_restore(sv_bitstate *, sv_snapshot *);  // into one of the same size

#endif
