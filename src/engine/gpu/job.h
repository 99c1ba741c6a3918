// job.h -- what the host and the kernels of a search on a GPU share.
//
// The kernels (kernel.c) are text that is compiled at run time, together with
// the step functions of the net (exec/emit.h). The structures below are
// declared on both sides, with the types of each, so that both mean the same
// bytes; pointers in them lead into the memory of the device.
//
// The bits of a state that vary (narrow.h) are stored as a tree (kernel_tree.c): their words, and pairs of nodes,
// are nodes with a number of 32 bits each; the pair at the root is the
// only thing that a set of states keeps of it, in a hash table with open addressing. A
// state's slot is its name.

#ifndef SV_GPU_JOB_H
#define SV_GPU_JOB_H

#include "base/base.h"

// Where a state lies: its slot, and whether it is among the links.
#define SV_GPU_LINK (UINT64_C(1) << 63)
// A reference to a parent keeps 31 bits of the slot and the mark of links.
#define SV_GPU_NO_PARENT 0xffffffffu
#define SV_GPU_SLOT_BITS 0x7fffffffu
#define SV_GPU_LINK_PARENT 0x80000000u
#define SV_GPU_NO_STEP 0xffffffffu
#define SV_GPU_NOTHING UINT64_MAX  // an entry of a list that was left out
#define SV_GPU_MOST_NODES 0xfffffff0u

// New states of a layer are listed; those for which there is no room in the
// list get a bit each. `slots` has one more: it stands for the value 0, which means that a slot is
// free.
#define SV_GPU_SET(U32, U64)                                \
  struct {                                                  \
    U64 *slots;                                             \
    U32 *parents; /* by slot */                             \
    U64 size;                                               \
    U64 *list, *bits;                                       \
    U64 room, added; /* of the list; added may pass room */ \
  }

// A violation: of a state, or by a step from it.
#define SV_GPU_FINDING(U32, U64) \
  struct {                       \
    U32 found, action;           \
    U64 where, choice;           \
  }

// A random walker (kernel_walk.c). Its run follows from its number, `run` and the seed.
#define SV_GPU_WALKER(U32, U64)                                                           \
  struct {                                                                                \
    U64 random, run, initial; /* initial: which of them */                                \
    U64 step, most, left;     /* of the run, at most; turns of all runs */                \
    U32 active, link;         /* it is in a run; its state may be passed through */       \
    U32 found, unused;        /* it waits behind the last step of a run with a finding */ \
  }

// `states` are stored, `links` are passed through: the holder of control goes on there.
#define SV_GPU_JOB(U32, U64, SET, FINDING, WALKER)                                                 \
  struct {                                                                                         \
    SET states, links;                                                                             \
    U64 *nodes;                                                                                    \
    U64 node_size;                                                                                 \
    U64 *gather, *bits; /* bits are collected into this list */                                    \
    U64 gathered, room_to_gather;                                                                  \
    U32 *action, *kept; /* buffers: `room` candidates for each thread */                           \
    U64 *choice, *words;                                                                           \
    U32 room, threads;                                                                             \
    FINDING *findings;                                /* by number of the question */              \
    U32 *fails;                                       /* by action: its question plus one, or 0 */ \
    U32 *asked, *asked_property;                      /* questions about states, their property */ \
    U32 *asked_stable;                                /* not about states that are passed */       \
    U32 asked_count, deadlock;                        /* deadlock: its question plus one, or 0 */  \
    U32 *fired, *cuts;                                /* by action: was taken, would be taken */   \
    U32 full, nodes_full, overflow, too_many, misfit; /* flags */                                  \
    U32 last, unused;                                 /* last: nobody goes on from these states */ \
    U32 beyond, unused_2;                             /* flag: somebody could have */              \
    U64 *misfits; /* by packed word: bits that vary after all */                                   \
    U64 transitions, passed;                                                                       \
    WALKER *walkers;                                                                               \
    U64 *places, *initials; /* states of walkers, of the beginning */                              \
    U64 initial_count, seed;                                                                       \
    U64 share, longest_run, turns; /* turns: of a walker in a launch */                            \
    U64 longest;                   /* run so far */                                                \
    U32 *done;                     /* by question: it was answered */                              \
    U32 *log_action;               /* NULL, or steps are written down */                           \
    U64 *log_choice;                                                                               \
    U64 log_from, log_room, log_end; /* from this step on, so many; the last */                    \
  }

typedef SV_GPU_SET(uint32_t, uint64_t) sv_gpu_set;
typedef SV_GPU_FINDING(uint32_t, uint64_t) sv_gpu_finding;
typedef SV_GPU_WALKER(uint32_t, uint64_t) sv_gpu_walker;
typedef SV_GPU_JOB(uint32_t, uint64_t, sv_gpu_set, sv_gpu_finding, sv_gpu_walker) sv_gpu_job;

#endif
