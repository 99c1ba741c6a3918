// flat_inside.h -- flattening from inside. Only flat*.c include this.

#ifndef SV_FLAT_INSIDE_H
#define SV_FLAT_INSIDE_H

#include "encode/abstract/flat.h"

static inline const sv_net_action *sv_flat_source(const sv_flat *f, uint32_t action) {
  return &f->net->actions.at[action];
}

// Notes why it cannot be had; the first reason stays.
void sv_flat_refuse(sv_flat *, const char *format, ...) SV_PRINTF(2, 3);

// flat_queue.c
// A reading of queues with its arguments replaced, over leaves; SV_NONE: not one.
sv_term sv_flat_reading(sv_flat *, const sv_node *);
// All operations of the action can be done, one after the other.
sv_term sv_flat_operations(sv_flat *, uint32_t action);
// A leaf of a queue after the action's operations.
sv_term sv_flat_queue_after(sv_flat *, uint32_t action, sv_term leaf);
sv_term sv_flat_queue_within(sv_flat *, sv_term leaf);

// flat_sort.c: the value of the term is one of the sort's; SV_NONE: that cannot be said.
sv_term sv_flat_in_sort(sv_terms *, sv_term, sv_sort);

// flat.c
// The process stands in one of the locations; the edges and the guard allow the action.
sv_term sv_flat_at(sv_flat *, uint32_t process, const uint32_t *locations, uint32_t n);
sv_term sv_flat_admitted(sv_flat *, uint32_t action);

// flat_control.c: `allowed` of all actions, and `cut`. All are possible by then.
void sv_flat_open_control(sv_flat *);
void sv_flat_close_control(sv_flat *);

#endif
