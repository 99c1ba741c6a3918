// qbf_inside.h -- a quantified formula from inside. Only qbf*.c include this.

#ifndef SV_QBF_INSIDE_H
#define SV_QBF_INSIDE_H

#include "solver/qbf.h"

#define SV_QBF_GATE UINT32_MAX  // instead of a block

struct sv_qbf {
  SV_VEC(sv_quantifier) blocks;
  sv_u32s block_of;              // per variable, from 1 on
  sv_i32s definitions, clauses;  // each ended by 0; no literal twice, no tautologies
  sv_i32s scratch;
};

#endif
