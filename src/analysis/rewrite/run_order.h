// run_order.h -- a run as a partial order: which steps had to come before which.
//
// Two steps are in an order if one of them changes, or writes anew, what the other one looks at or writes; what a step
// looks at is known for this step (exec/footprint.h), and who holds control is looked at by every step. A step about
// which that cannot be told (others gave way to it for reasons unknown) is in an order with all others. Every order of the
// steps that respects the links is a run, and ends in the same state: two steps that follow one
// another without a link may change places.

#ifndef SV_RUN_ORDER_H
#define SV_RUN_ORDER_H

#include "exec/trace.h"

typedef enum {
  SV_RUN_PROCESS,  // the same process
  SV_RUN_VALUE,    // `to` looks at what `from` put there
  SV_RUN_CHANGE,   // `to` changes what `from` has looked at or put there
  SV_RUN_UNKNOWN,  // everything is in an order with one of them
} sv_run_link_kind;

typedef struct {
  uint32_t from, to;  // steps, from 0
  sv_run_link_kind kind;
  char *what;  // values and changes: "x[2]", the name of a queue, "control"; else NULL
} sv_run_link;

typedef struct {
  SV_VEC(sv_run_link) links;  // those that follow from others are left out
  sv_u32s level;              // by step: the longest way there, from 0
} sv_run_order;

// False and *why: it is no run.
bool sv_run_order_init(sv_run_order *, sv_exec *, const sv_trace *, sv_text *why);
void sv_run_order_free(sv_run_order *);

#endif
