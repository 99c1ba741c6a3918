// queue_smt_inside.h -- what the files of queue_smt share.

#ifndef SV_QUEUE_SMT_INSIDE_H
#define SV_QUEUE_SMT_INSIDE_H

#include "encode/smt/queue_smt.h"

static inline sv_smt *sv_queue_z(const sv_queue_smt *q) { return q->rep.z; }
// The pointer that is kept at `at`; where no message is ever deferred, there is no first one.
bool sv_queue_has_head(const sv_queue_smt *);
sv_smt_sort sv_queue_element_sort(const sv_queue_smt *, uint32_t column);
// Column c of the message in slot k (explicit contents and functions).
sv_smt_term sv_queue_cell(const sv_queue_smt *, const sv_smt_term *parts, uint32_t k, uint32_t c);
sv_smt_term *sv_queue_cell_at(const sv_queue_smt *, sv_smt_term *parts, uint32_t k, uint32_t c);
// The place of a pending message in slots, as an int.
sv_smt_term sv_queue_place(const sv_queue_smt *, const sv_smt_term *parts, sv_smt_term slot);

#endif
