// thread_pool.c -- threads, asleep between runs. See thread_pool.h.

#define _GNU_SOURCE

#include "base/thread_pool.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>

typedef struct {
  sv_thread_pool *pool;
  uint32_t number;
  pthread_t thread;
} worker;

struct sv_thread_pool {
  uint32_t n;
  worker *workers;  // [0] unused
  pthread_mutex_t lock;
  pthread_cond_t start, done;
  uint64_t run;      // number of the current run
  uint32_t working;  // workers that are not done, the caller not counted
  bool over;
  sv_thread_pool_fn *fn;
  void *context;
};

uint32_t sv_processors(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set)) return 1;
  int n = CPU_COUNT(&set);
  return n > 0 ? (uint32_t)n : 1;
}

// Waits for the next run after `last`; false when the pool is dissolved.
static bool wait_for_run(sv_thread_pool *c, uint64_t last) {
  pthread_mutex_lock(&c->lock);
  while (!c->over && c->run == last) pthread_cond_wait(&c->start, &c->lock);
  bool over = c->over;
  pthread_mutex_unlock(&c->lock);
  return !over;
}

static void say_done(sv_thread_pool *c) {
  pthread_mutex_lock(&c->lock);
  if (!--c->working) pthread_cond_signal(&c->done);
  pthread_mutex_unlock(&c->lock);
}

static void *work(void *context) {
  worker *m = context;
  for (uint64_t run = 0; wait_for_run(m->pool, run); run++) {
    m->pool->fn(m->pool->context, m->number);
    say_done(m->pool);
  }
  return NULL;
}

static void init_waiting(sv_thread_pool *c) {
  pthread_condattr_t monotonic;
  pthread_mutex_init(&c->lock, NULL);
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&c->start, &monotonic);
  pthread_cond_init(&c->done, &monotonic);
  pthread_condattr_destroy(&monotonic);
}

sv_thread_pool *sv_thread_pool_new(uint32_t n) {
  REQUIRE(n, "a pool without workers");
  sv_thread_pool *c = SV_NEW(sv_thread_pool);
  c->workers = SV_NEW_ARRAY(worker, n);
  init_waiting(c);
  for (c->n = 1; c->n < n; c->n++) {
    worker *m = &c->workers[c->n];
    *m = (worker){.pool = c, .number = c->n};
    if (pthread_create(&m->thread, NULL, work, m)) break;
  }
  return c;
}

void sv_thread_pool_free(sv_thread_pool *c) {
  if (!c) return;
  pthread_mutex_lock(&c->lock);
  c->over = true;
  pthread_cond_broadcast(&c->start);
  pthread_mutex_unlock(&c->lock);
  for (uint32_t i = 1; i < c->n; i++) pthread_join(c->workers[i].thread, NULL);
  pthread_cond_destroy(&c->start);
  pthread_cond_destroy(&c->done);
  pthread_mutex_destroy(&c->lock);
  sv_free(c->workers);
  sv_free(c);
}

uint32_t sv_thread_pool_size(const sv_thread_pool *c) { return c->n; }

enum { IDLE_NANOSECONDS = 50000000 };

static struct timespec soon(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  t.tv_nsec += IDLE_NANOSECONDS;
  if (t.tv_nsec >= 1000000000) t.tv_sec++, t.tv_nsec -= 1000000000;
  return t;
}

static void wait_for_others(sv_thread_pool *c, void (*idle)(void *)) {
  pthread_mutex_lock(&c->lock);
  while (c->working) {
    struct timespec until = soon();
    if (!pthread_cond_timedwait(&c->done, &c->lock, &until) || !idle) continue;
    pthread_mutex_unlock(&c->lock);
    idle(c->context);
    pthread_mutex_lock(&c->lock);
  }
  pthread_mutex_unlock(&c->lock);
}

void sv_thread_pool_run(sv_thread_pool *c, sv_thread_pool_fn *fn, void (*idle)(void *context),
                        void *context) {
  pthread_mutex_lock(&c->lock);
  c->fn = fn;
  c->context = context;
  c->working = c->n - 1;
  c->run++;
  pthread_cond_broadcast(&c->start);
  pthread_mutex_unlock(&c->lock);
  fn(context, 0);
  wait_for_others(c, idle);
}
