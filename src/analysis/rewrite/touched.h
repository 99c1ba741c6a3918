// touched.h -- what the steps of a run touch, as parts of the state (analysis/access/parts.h).
//
// Every step by itself, as it was taken (exec/footprint.h); who needs which step of whom, and which steps are
// in no order, is read off these records (explain.h, run_order.h).

#ifndef SV_TOUCHED_H
#define SV_TOUCHED_H

#include "analysis/access/parts.h"
#include "exec/footprint.h"

typedef struct {
  sv_parts reads, writes,
      changes;           // writes: whole program counters; changes: what is another than before
  bool exclusive, more;  // as in sv_footprint
} sv_touched;
void sv_touched_free(sv_touched *);

typedef struct {
  sv_exec *exec;
  const sv_net *net;
  sv_part_map map;
  sv_u32s variable;        // by cell
  sv_parts exclusive;      // blocking and committed locations
  sv_footprint footprint;  // scratch
} sv_toucher;

void sv_toucher_init(sv_toucher *, sv_exec *);
void sv_toucher_free(sv_toucher *);
void sv_touch_step(sv_toucher *, const sv_state *before, const sv_step *, const sv_state *after,
                   sv_touched *out);
void sv_touch_term(sv_toucher *, const sv_state *, sv_term, sv_parts *reads);
void sv_touch_stand(const sv_toucher *, uint32_t process, uint32_t location, sv_parts *out);

#endif
