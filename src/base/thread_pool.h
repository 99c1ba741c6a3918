// thread_pool.h -- a few threads that do the same work together.
//
// A pool of n has n - 1 threads of its own; member 0 is the caller. Between two
// runs the threads sleep. Everything written before a run is seen by all
// members in it, everything written in it is seen by the caller afterwards.

#ifndef SV_THREAD_POOL_H
#define SV_THREAD_POOL_H

#include "base/base.h"

typedef struct sv_thread_pool sv_thread_pool;
typedef void sv_thread_pool_fn(void *context, uint32_t worker);

uint32_t sv_processors(void);                    // that this process may use; at least 1
sv_thread_pool *sv_thread_pool_new(uint32_t n);  // fewer members where threads are not to be had
void sv_thread_pool_free(sv_thread_pool *);      // NULL is fine
uint32_t sv_thread_pool_size(const sv_thread_pool *);
// Runs fn once for every member; returns when all are done. While the caller
// waits for others, it calls `idle` (if not NULL) several times a second.
void sv_thread_pool_run(sv_thread_pool *, sv_thread_pool_fn *fn, void (*idle)(void *context),
                        void *context);

#endif
