// spool.h -- bytes on disk that have no name.
//
// A file in a folder of the user's choice which is unlinked before anything is written to it, so that
// nothing stays behind however the process ends. Bytes are appended through a buffer and read from any place.
// What fails is noted where the owner wants it, as an errno; from then on nothing is written.

#ifndef SV_SPOOL_H
#define SV_SPOOL_H

#include "base/base.h"

typedef struct sv_spool sv_spool;

enum { SV_SPOOL_BUFFER = 1 << 16, SV_SPOOL_SMALL = 1 << 8 };  // good sizes; small ones for tests

// The buffer is for writing. NULL and *error where the folder takes no file.
sv_spool *sv_spool_new(const char *folder, size_t buffer, int *error);
void sv_spool_free(sv_spool *);  // NULL is fine
bool sv_spool_write(sv_spool *, const void *bytes, size_t n);
bool sv_spool_seal(sv_spool *);  // nothing more will be written: the buffer goes
bool sv_spool_read(sv_spool *, uint64_t at, void *to, size_t n);  // all of it was written
bool sv_spool_clear(sv_spool *);

// The sum of words, one piece after the other: begins with 0. What was changed keeps its
// sum with a probability of about 2^-32. Owners keep sums in memory, to see whether they read what they wrote.
static inline uint32_t sv_spool_sum(uint32_t sum, const uint64_t *words, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    uint64_t x = (words[i] ^ words[i] >> 32) * UINT64_C(0x9fb21c651e98df25) + sum;
    x = (x ^ x >> 29) * UINT64_C(0xd6e8feb86659fd93);
    sum = (uint32_t)(x >> 32);
  }
  return sum;
}

#endif
