// device.h -- a device that runs kernels: memory of its own, and launches that are waited for.
//
// Two kinds: an NVIDIA GPU through its driver and NVRTC, both loaded at run
// time (cuda.c); and this machine's own threads, which run the same text
// compiled by the C compiler (host.c), so that everything but the speed can be
// tested without a GPU. A device's memory is not the host's, on either.

#ifndef SV_GPU_DEVICE_H
#define SV_GPU_DEVICE_H

#include "base/limits.h"
#include "base/text.h"
#include "engine/gpu/job.h"
#include "engine/gpu/kernel.h"

typedef struct sv_gpu_device sv_gpu_device;
struct sv_gpu_device {
  char name[128];
  double compiled_in;  // seconds
  bool cached;         // the code was found in the cache
  sv_text uncached;    // why it could not be written there
  uint32_t threads;    // that run at the same time, about
  size_t memory;       // bytes that are free
  uint64_t list_room;  // entries of a list of new states; 0: what is good for speed
  void *own;
  void *(*allocate)(sv_gpu_device *, size_t);  // all bytes are zero; NULL: there is no room
  bool (*write)(sv_gpu_device *, void *to, const void *from, size_t);
  bool (*read)(sv_gpu_device *, void *to, const void *from, size_t);
  // Waits until it is done. False: the device failed, see error.
  bool (*launch)(sv_gpu_device *, sv_gpu_kernel, sv_gpu_job *job, const uint64_t *words,
                 uint64_t from, uint64_t to);
  void (*release)(sv_gpu_device *);  // all its memory
  void (*close)(sv_gpu_device *);
  sv_text error;
};

// What a device is to run.
typedef struct {
  const char *text;
  unsigned kernels;   // those that are in it: bits, by number
  const char *cache;  // a folder for compiled code (base/cache.h), or NULL
} sv_gpu_code;

// NULL: see why.
sv_gpu_device *sv_gpu_open_cuda(const sv_gpu_code *, sv_limits *, sv_text *why);
sv_gpu_device *sv_gpu_open_host(const sv_gpu_code *, sv_limits *, uint32_t threads, sv_text *why);
void sv_gpu_close(sv_gpu_device *);  // and all its memory; NULL is fine

#endif
