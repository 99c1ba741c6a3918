// pack.h -- states of finite nets as short bit strings.
//
// Every cell gets just enough bits and never straddles a 64-bit word; a queue
// of capacity c gets a counter of pending and (if the net defers) deferred
// messages and c slots of fields. The same state always packs to the same
// words: unused slots are zero. The layout groups what belongs to one process
// (its pc first), so that collapse compression can cut at process borders.

#ifndef SV_PACK_H
#define SV_PACK_H

#include "exec/exec.h"

typedef struct {
  uint32_t word;
  uint8_t shift, bits;  // bits 0: a constant cell
  int64_t base;         // value = base + field (ranges, two's complement: lowest value)
} sv_field;

typedef struct {
  sv_field length;        // all messages: deferred ones first
  sv_field deferred;      // how many of them are deferred; bits 0 if the net never defers
  const sv_field *slots;  // capacity * field_count
} sv_queue_layout;

typedef struct {
  const sv_net *net;
  uint32_t words;
  uint32_t bits;    // in use
  sv_field *cells;  // net->cells
  sv_queue_layout *queues;
  uint32_t parts;  // components for collapse: part i is words part_begin[i] .. part_begin[i+1]-1
  uint32_t *part_begin;  // parts + 1
  sv_arena *arena;
} sv_layout;

// NULL and the reason where the net is not finite or a cell needs more than 62 bits.
// `by_process` starts each process's part at a new word (for collapse).
sv_layout *sv_layout_new(const sv_net *, bool by_process, sv_text *why);
void sv_layout_free(sv_layout *);
// The values lo .. hi of a scalar sort in this net; false if it is infinite or wider than 62 bits.
bool sv_layout_range(const sv_net *, sv_sort, int64_t *lo, int64_t *hi);

// By word: how many bits of it are in use, from the low end. To be freed.
uint32_t *sv_layout_word_bits(const sv_layout *);

static inline int64_t sv_field_get(const uint64_t *state, sv_field f) {
  uint64_t mask = f.bits ? UINT64_MAX >> (64 - f.bits) : 0;
  return f.base + (int64_t)(state[f.word] >> f.shift & mask);
}
static inline void sv_field_set(uint64_t *state, sv_field f, int64_t value) {
  uint64_t mask = f.bits ? UINT64_MAX >> (64 - f.bits) : 0;
  uint64_t raw = (uint64_t)(value - f.base);
  assert((raw & ~mask) == 0);
  state[f.word] = (state[f.word] & ~(mask << f.shift)) | raw << f.shift;
}
void sv_pack(const sv_layout *, const sv_state *, uint64_t *words);
void sv_unpack(const sv_layout *, const uint64_t *words, sv_state *);

#endif
