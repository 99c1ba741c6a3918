// narrow.h -- only those bits of packed states that vary are stored.
//
// A bounded search and random walks (analysis/access/profile.h) show which bits
// of the packed words ever change. The others are taken to be constant: a byte
// that holds 0 .. 5 costs three bits, the far end of a queue none. That is a
// guess: the device checks every state before it stores it, and where one
// leaves the guess the search begins again with a wider one.

#ifndef SV_GPU_NARROW_H
#define SV_GPU_NARROW_H

#include "analysis/access/profile.h"
#include "base/text.h"

typedef struct {
  uint32_t wide, words;  // of a packed state, of a stored one
  uint64_t *varying;     // by packed word: bits that are stored
  uint64_t *constant;    // and the values of the others
} sv_gpu_narrow;

void sv_gpu_narrow_init(sv_gpu_narrow *, const sv_layout *, uint64_t seed, sv_limits *);
// What was found before, by packed word.
void sv_gpu_narrow_set(sv_gpu_narrow *, const sv_layout *, const uint64_t *varying,
                       const uint64_t *constant);
void sv_gpu_narrow_free(sv_gpu_narrow *);
// Bits by packed word that were found to vary after all.
void sv_gpu_narrow_widen(sv_gpu_narrow *, const sv_layout *, const uint64_t *bits);
// Everything varies.
void sv_gpu_narrow_none(sv_gpu_narrow *, const sv_layout *);
// From a stored state to a packed one.
void sv_gpu_narrow_unpack(const sv_gpu_narrow *, const uint64_t *stored, uint64_t *packed);
// The functions gpu_narrow and gpu_wide of the device's text.
void sv_gpu_narrow_text(const sv_gpu_narrow *, sv_text *out);

#endif
