// smt_view.h -- terms of a net over a symbolic state in SMT.
//
// A symbolic state is a term for every cell of the net and the parts of every
// queue (queue_smt.h). A view says where leaves get their values: VAR, QLEN and
// the like from `now`, NEXT from `next`, CHOICE from `choices`. It remembers
// what it has translated. Array terms are runs of terms, one for each cell, as
// in exec.

#ifndef SV_SMT_VIEW_H
#define SV_SMT_VIEW_H

#include "encode/smt/queue_smt.h"

typedef struct {
  sv_smt_term *cells;    // net->cells
  sv_smt_term **queues;  // by queue: its parts
} sv_smt_state;

typedef struct {
  const sv_rep *rep;
  sv_queue_smt *const *queues;     // by queue of the net; NULL: their readings are in `memo`
  const sv_smt_state *now, *next;  // next may be NULL
  const sv_smt_term *choices;      // may be NULL
  sv_map memo;                     // term index -> place in values
  sv_smt_terms values;
} sv_smt_view;

void sv_smt_view_free(sv_smt_view *);
// A scalar term; Boolean ones may be negated.
sv_smt_term sv_view_scalar(sv_smt_view *, sv_term);
// The cells of any term (valid until the next call).
const sv_smt_term *sv_view_cells(sv_smt_view *, sv_term);
// "The process stands in one of these locations."
sv_smt_term sv_view_among(sv_smt_view *, uint32_t process, const uint32_t *locations, uint32_t n);

#endif
