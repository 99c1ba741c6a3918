// host.c -- this machine's threads in place of a GPU. See device.h.

#include <stdio.h>
#include <stdlib.h>

#include "base/thread_pool.h"
#include "engine/gpu/device.h"
#include "exec/native.h"

typedef void kernel_fn(sv_gpu_job *, const uint64_t *words, uint64_t from, uint64_t to,
                       uint32_t thread);

typedef struct {
  sv_native *native;
  kernel_fn *kernels[SV_GPU_KERNELS];
  sv_thread_pool *pool;
  SV_VEC(void *) blocks;
  uint32_t threads;
} host;

typedef struct {
  host *h;
  kernel_fn *kernel;
  sv_gpu_job *job;
  const uint64_t *words;
  uint64_t from, to;
} launch_of;

// Pages that are never touched cost nothing.
static void *allocate(sv_gpu_device *d, size_t bytes) {
  host *h = d->own;
  void *p = calloc(bytes ? bytes : 1, 1);
  if (p) sv_push(h->blocks, p);
  return p;
}

static bool copy(sv_gpu_device *d, void *to, const void *from, size_t bytes) {
  SV_UNUSED(d);
  if (bytes) memcpy(to, from, bytes);
  return true;
}

static void run_share(void *context, uint32_t worker) {
  const launch_of *l = context;
  uint32_t n = sv_thread_pool_size(l->h->pool);
  for (uint32_t t = worker; t < l->h->threads; t += n)
    l->kernel(l->job, l->words, l->from, l->to, t);
}

static bool launch(sv_gpu_device *d, sv_gpu_kernel k, sv_gpu_job *job, const uint64_t *words,
                   uint64_t from, uint64_t to) {
  host *h = d->own;
  launch_of l = {h, h->kernels[k], job, words, from, to};
  sv_thread_pool_run(h->pool, run_share, NULL, &l);
  return true;
}

static void release(sv_gpu_device *d) {
  host *h = d->own;
  for (uint32_t i = 0; i < h->blocks.n; i++) free(h->blocks.at[i]);
  sv_clear(h->blocks);
}

static void close_host(sv_gpu_device *d) {
  host *h = d->own;
  release(d);
  sv_vec_free(h->blocks);
  if (h->pool) sv_thread_pool_free(h->pool);
  sv_native_free(h->native);
  sv_free(h);
}

static bool find_kernels(host *h, unsigned kernels, sv_text *why) {
  for (uint32_t k = 0; k < SV_GPU_KERNELS; k++) {
    if (!(kernels >> k & 1)) continue;
    void *at = sv_native_symbol(h->native, sv_gpu_kernel_names[k]);
    if (!at) return sv_text_printf(why, "there is no kernel %s", sv_gpu_kernel_names[k]), false;
    memcpy(&h->kernels[k], &at, sizeof at);
  }
  return true;
}

sv_gpu_device *sv_gpu_open_host(const sv_gpu_code *code, sv_limits *limits, uint32_t threads,
                                sv_text *why) {
  // Short lists: tests meet full ones all the time.
  enum { LIST_ROOM = 64, SHARES = 8, DEFAULT_MEMORY = 1 << 30 };
  host *h = SV_NEW(host);
  sv_gpu_device *d = SV_NEW(sv_gpu_device);
  *d = (sv_gpu_device){.own = h, .allocate = allocate, .write = copy, .read = copy};
  d->launch = launch;
  d->list_room = LIST_ROOM;
  d->release = release;
  d->close = close_host;
  d->memory = limits->memory ? limits->memory / 2 : DEFAULT_MEMORY;  // the run needs some, too
  h->native = code->cache ? sv_native_cached(code->text, code->cache, limits, why)
                          : sv_native_new(code->text, limits, why);
  if (!h->native || !find_kernels(h, code->kernels, why)) return sv_gpu_close(d), NULL;
  const char *uncached = sv_native_uncached(h->native);
  if (uncached) sv_text_string(&d->uncached, uncached);
  d->cached = sv_native_was_cached(h->native);
  h->pool = sv_thread_pool_new(threads);
  d->threads = h->threads = SHARES * sv_thread_pool_size(h->pool);
  d->compiled_in = sv_native_seconds(h->native);
  snprintf(d->name, sizeof d->name, "%u threads of this machine", sv_thread_pool_size(h->pool));
  return d;
}
