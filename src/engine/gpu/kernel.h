// kernel.h -- the text that runs on the device.

#ifndef SV_GPU_KERNEL_H
#define SV_GPU_KERNEL_H

#include "analysis/reduction/merge.h"
#include "engine/gpu/narrow.h"
#include "exec/emit.h"

// The kernels, by number; each works on a range.
//   start    initial states, whose words lie in a buffer, are stored
//   expand   states of a list are expanded
//   pass     links of a list are passed through, or stored after all
//   gather   bits of new states become a list
//   walk     random walkers, by number, take some steps each
typedef enum {
  SV_GPU_START,
  SV_GPU_EXPAND,
  SV_GPU_PASS,
  SV_GPU_GATHER,
  SV_GPU_WALK,
  SV_GPU_KERNELS
} sv_gpu_kernel;
extern const char *const sv_gpu_kernel_names[SV_GPU_KERNELS];

// Step functions and kernels as one text, for a GPU's compiler or the host's: those of a
// search, or that of walks.
void sv_gpu_search_text(const sv_program *, const sv_layout *, const sv_gpu_narrow *,
                        const sv_merge *, sv_text *out);
void sv_gpu_walks_text(const sv_program *, const sv_layout *, sv_text *out);

// kernel_sticky.c: who stands in a sticky location; the merge may be NULL.
void sv_gpu_sticky_text(const sv_layout *, const sv_merge *, sv_text *out);
// Who holds control; of no bits where the net has no sections.
sv_field sv_gpu_holder(const sv_layout *);

// The shape of the tree of a state of so many words: levels of ceil(words / 2^k) nodes, down to
// two; the nodes of the lowest level are the words. Of one word there is none.
uint32_t sv_gpu_tree_levels(uint32_t words);
uint32_t sv_gpu_tree_width(uint32_t words, uint32_t level);
uint32_t sv_gpu_tree_nodes(uint32_t words);
// kernel_step.c: what a state can do. kernel_walk.c: a walk.
extern const char sv_gpu_step_text[], sv_gpu_walk_text[];
// kernel_tree.c: what puts states into a set and takes them out again. It needs
// TREE_NODES, TREE_LEVELS and narrow.h's functions.
extern const char sv_gpu_tree_text[];

#endif
