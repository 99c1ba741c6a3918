// job.h -- what the host and the kernels of a search on a GPU share.
//
// The kernels (kernel.c) are text that is compiled at run time, together with
// the step functions of the net (exec/emit.h). The structures below are
// declared on both sides, with the types of each, so that both mean the same
// bytes; pointers in them lead into the memory of the device.
//
// A table is a set of states. `slots` is a hash table with open addressing: the
// upper half of a slot is a part of the hash, the lower half the number of
// the state plus one. States are numbered in the order of their arrival, so a
// layer of the search is a range of numbers, and no other list is needed.

#ifndef SV_GPU_JOB_H
#define SV_GPU_JOB_H

#include "base/base.h"

// Numbers of states have 31 bits where parents may lie in either table.
#define SV_GPU_NO_PARENT 0xffffffffu
#define SV_GPU_LINK 0x80000000u  // in a reference: a state of the second table
#define SV_GPU_NO_STEP 0xffffffffu
#define SV_GPU_MOST 0x7ffffff0u

#define SV_GPU_TABLE(U32, U64)                            \
  struct {                                                \
    U64 *slots, *words; /* words: by number */            \
    U32 *parents;       /* by number */                   \
    U64 mask;           /* of slots */                    \
    U64 most, count;    /* states; count may pass most */ \
  }

// A violation: of a state, or by a step from it.
#define SV_GPU_FINDING(U32, U64) \
  struct {                       \
    U32 found, where, action;    \
    U32 unused;                  \
    U64 choice;                  \
  }

// `states` are stored, `links` are passed through: the holder of control goes on there.
#define SV_GPU_JOB(U32, U64, TABLE, FINDING)                                   \
  struct {                                                                     \
    TABLE states, links;                                                       \
    U32 *action, *kept; /* buffers: `room` candidates for each thread */       \
    U64 *choice, *words;                                                       \
    U32 room, threads;                                                         \
    FINDING *findings;            /* by number of the question */              \
    U32 *fails;                   /* by action: its question plus one, or 0 */ \
    U32 *asked, *asked_property;  /* questions about states, their property */ \
    U32 *asked_stable;            /* not about states that are passed */       \
    U32 asked_count, deadlock;    /* deadlock: its question plus one, or 0 */  \
    U32 *fired, *cuts;            /* by action: was taken, would be taken */   \
    U32 full, overflow, too_many; /* flags */                                  \
    U32 unused;                                                                \
    U64 transitions, passed;                                                   \
  }

typedef SV_GPU_TABLE(uint32_t, uint64_t) sv_gpu_table;
typedef SV_GPU_FINDING(uint32_t, uint64_t) sv_gpu_finding;
typedef SV_GPU_JOB(uint32_t, uint64_t, sv_gpu_table, sv_gpu_finding) sv_gpu_job;

#endif
