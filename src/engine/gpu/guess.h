// guess.h -- what a search has learnt about a net, kept for the next one.
//
// A search begins with guesses: which bits vary (narrow.h), and how much memory the
// parts of states need. Where a guess was wrong it has begun again, compiling included.
// With --cache the guess that was good is kept, by the text of the net. It is
// checked like any other guess: a wrong one costs time and nothing else.

#ifndef SV_GPU_GUESS_H
#define SV_GPU_GUESS_H

#include "engine/gpu/narrow.h"
#include "exec/machine.h"

typedef struct {
  sv_gpu_narrow narrow;
  double nodes_part;
} sv_gpu_guess;

// False: nothing is known.
bool sv_gpu_guess_get(const char *cache, const sv_program *, const sv_layout *, size_t memory,
                      sv_gpu_guess *);
void sv_gpu_guess_put(const char *cache, const sv_program *, size_t memory, const sv_gpu_guess *);

#endif
