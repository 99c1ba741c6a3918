// qbf_inside.h -- the parts of the QBF solvers, for their own files only.

#ifndef SV_QBF_INSIDE_H
#define SV_QBF_INSIDE_H

#include "solver/qbf.h"

#define SV_QBF_GATE UINT32_MAX  // instead of a block

typedef struct {
  uint32_t definitions, clauses;  // lengths when it was pushed
} sv_qbf_frame;

struct sv_qbf {
  sv_qbf_method method;
  SV_VEC(sv_quantifier) blocks;
  sv_u32s block_of;              // per variable, from 1 on
  sv_i32s definitions, clauses;  // each ended by 0; no literal twice, no tautologies
  SV_VEC(sv_qbf_frame) frames;
  bool outer_won;        // in the last call
  SV_VEC(int8_t) value;  // per variable; of the outermost block
  sv_i32s scratch;
  sv_qbf_statistics numbers;
};

static inline bool sv_qbf_outer_forall(const sv_qbf *q) {
  return q->blocks.n && q->blocks.at[0] == SV_FORALL;
}

// The clause that begins at *at in a list; *at goes to the next one. NULL at the end.
static inline const int32_t *sv_qbf_next(const sv_i32s *list, uint32_t *at, uint32_t *n) {
  if (*at >= list->n) return NULL;
  const int32_t *clause = list->at + *at;
  for (*n = 0; clause[*n];) ++*n;
  *at += *n + 1;
  return clause;
}

// qbf_refine.c
sv_sat_answer sv_qbf_refine(sv_qbf *, const sv_sat_limits *);

// qbf_search.c
sv_sat_answer sv_qbf_search(sv_qbf *, const sv_sat_limits *);

#endif
