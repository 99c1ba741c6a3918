// sets_inside.h -- what the files of sets.h share. Only sets*.c include this.

#ifndef SV_SETS_INSIDE_H
#define SV_SETS_INSIDE_H

#include <setjmp.h>

#include "encode/parametric/image.h"
#include "encode/parametric/sets.h"

enum { SV_SETS_BEFORE = 2 };  // places for inputs before each state bit's variable

struct sv_sets {
  const sv_aig *graph;
  uint32_t bits, vars;
  uint64_t most;
  sv_limits *limits;
  sv_bdds *bdds;  // NULL: given up
  jmp_buf *away;
  sv_imager image;
  sv_sets_statistics numbers;
};

static inline uint32_t sv_sets_var(uint32_t bit) {
  return bit * (SV_SETS_BEFORE + 1) + SV_SETS_BEFORE;
}

#endif
