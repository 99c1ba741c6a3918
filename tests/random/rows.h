// rows.h -- a set of states of a net, each a row of numbers, numbered as they come.

#ifndef RANDOM_ROWS_H
#define RANDOM_ROWS_H

#include "exec/exec.h"

typedef struct {
  const sv_net *net;
  sv_u64s words;    // all rows
  sv_u64s begin;    // row i is words begin[i] .. begin[i+1]-1
  uint32_t *slots;  // open addressing: row + 1
  uint32_t slot_count;
} rows;

rows rows_new(const sv_net *);
void rows_free(rows *);
static inline uint32_t rows_count(const rows *r) { return r->begin.n - 1; }
// The state's number; new ones are added behind the others.
uint32_t rows_add(rows *, const sv_state *);
void rows_get(const rows *, uint32_t, sv_state *out);
void rows_clear(rows *);

#endif
