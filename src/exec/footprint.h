// footprint.h -- what a step reads and writes, as it was taken.
//
// The read sets of analysis/access/access.h hold for every state in which an action
// may be taken; these here for one step of one run. Of an `ite` only the branch
// that was taken counts, of a false conjunction one false member, of an array
// the cell that the index named. Where all that is read is the same in another
// state, the step can be taken there too, and gives what it writes the same
// values. Two things are left to the caller: who holds control (rule 3 of
// docs/model.md, "Control"), and what `more` stands for.

#ifndef SV_FOOTPRINT_H
#define SV_FOOTPRINT_H

#include "exec/exec.h"

typedef struct {
  uint32_t process, location;
} sv_stand;
typedef struct {
  uint32_t first, n;
} sv_cells;

typedef struct {
  SV_VEC(sv_cells) reads;   // cells of the state before, without program counters
  SV_VEC(sv_stand) stands;  // whether the process stands in the location was looked at
  sv_u32s queues;           // read
  SV_VEC(sv_cells) writes;  // cells that got a value, program counters too; may be the old value
  bool exclusive;           // that no process is in a blocking or committed location
  bool more;                // it matters that others gave way, and why they did cannot be told
} sv_footprint;

// The set is emptied first.
void sv_exec_footprint(sv_exec *, const sv_state *before, const sv_step *, const sv_state *after,
                       sv_footprint *);
void sv_exec_footprint_term(sv_exec *, const sv_state *, sv_term, sv_footprint *);
void sv_footprint_free(sv_footprint *);

#endif
