// search.h -- one breadth-first search on a device; only for this folder.

#ifndef SV_GPU_SEARCH_H
#define SV_GPU_SEARCH_H

#include "engine/engine.h"
#include "engine/gpu/device.h"
#include "exec/machine.h"

typedef enum {
  SV_GPU_GOING,
  SV_GPU_ENDED,       // every state was expanded
  SV_GPU_FOUND,       // stopped at a violation
  SV_GPU_LIMITED,     // by a limit of the run
  SV_GPU_FULL,        // the set of states, or that of links, is full
  SV_GPU_NODES_FULL,  // the table of nodes is full
  SV_GPU_MISFIT,      // a state has bits that are not stored: see job.misfits
  SV_GPU_OVERFLOWED,  // a number did not fit 64 bits: nothing is certain
  SV_GPU_TOO_MANY,    // an action has too many choices in vain
  SV_GPU_FAILED,      // the device did: see its error
  SV_GPU_BROKEN,      // our own bug: see the answer
} sv_gpu_end;

// New states of a layer, as in sv_gpu_set; while one list is worked on, the other one is filled.
typedef struct {
  uint64_t *slots, *bits;
} sv_gpu_list;

typedef struct {
  const sv_run *run;
  sv_answer *answer;
  const sv_net *net;
  const sv_layout *layout;
  const sv_gpu_narrow *narrow;
  const sv_merge *merge;  // or NULL
  bool reduced;           // the net is not the answer's, or there is a merge
  const sv_program *program;
  sv_gpu_device *device;
  sv_gpu_job job;           // the host's copy, pointers into the device
  sv_gpu_job *remote;       // where the device has its own
  sv_gpu_list lists[2][2];  // of states, of links
  double nodes_part;        // of the tables' memory
  size_t buffers;           // bytes
  sv_gpu_finding *findings;
  uint32_t questions;  // as many as the answer has findings
  uint64_t initials, depth;
  uint64_t stored;  // states of the layers that were begun
  sv_bits fired;
  uint32_t cut;  // an action that would be taken, or UINT32_MAX
  sv_gpu_end end;
  sv_cause limit;
  double start;
} sv_gpu_search;

// setup.c. False: see why.
bool sv_gpu_set_up(sv_gpu_search *, sv_text *why);
// Without sets: for walks.
bool sv_gpu_set_up_walks(sv_gpu_search *, uint64_t walkers, sv_text *why);
void sv_gpu_clean_up(sv_gpu_search *);
// search.c. Until end is set.
void sv_gpu_explore(sv_gpu_search *);
// The parts that walks use too; false: end is set.
bool sv_gpu_stop(sv_gpu_search *, sv_gpu_end);  // sets it
bool sv_gpu_send(sv_gpu_search *);              // the job, from the host's copy
bool sv_gpu_fetch(sv_gpu_search *, void *to, const void *from, size_t bytes);
bool sv_gpu_read_flags(sv_gpu_search *);
void sv_gpu_share_deadlock(sv_gpu_search *);
// walk.c. How many walkers, and turns for each, make so many turns.
uint64_t sv_gpu_walkers(const sv_gpu_search *, uint64_t turns);
void sv_gpu_walk(sv_gpu_search *, uint64_t walkers, uint64_t share);
// Distinct states so far.
uint64_t sv_gpu_states(const sv_gpu_search *);
// trace.c. The run to a violation, or NULL.
sv_trace *sv_gpu_trace(sv_gpu_search *, const sv_gpu_finding *);

#endif
