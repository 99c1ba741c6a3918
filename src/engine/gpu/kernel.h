// kernel.h -- the text that runs on the device.

#ifndef SV_GPU_KERNEL_H
#define SV_GPU_KERNEL_H

#include "exec/emit.h"

// The kernels, by number; each works on a range.
//   start    initial states, whose words lie in a buffer, are stored
//   expand   stored states of these numbers are expanded
//   pass     links of these numbers are passed through, or stored after all
typedef enum { SV_GPU_START, SV_GPU_EXPAND, SV_GPU_PASS, SV_GPU_KERNELS } sv_gpu_kernel;
extern const char *const sv_gpu_kernel_names[SV_GPU_KERNELS];

// Step functions and kernels as one text, for a GPU's compiler or the host's.
void sv_gpu_text(const sv_program *, const sv_layout *, sv_text *out);

#endif
