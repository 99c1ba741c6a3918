// smt_watch.c -- see smt_watch.h.

#define _POSIX_C_SOURCE 200809L

#include "solver/smt_watch.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

struct sv_smt_watch {
  Z3_context z3;
  pid_t process;  // whose thread it is
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  const sv_sat_limits *limits;  // of the check that runs, or NULL
  bool asleep, quits;
};

bool sv_sat_limits_are_hit(const sv_sat_limits *limits) {
  if (limits->run && sv_limits_check(limits->run)) return true;
  return limits->stop && limits->stop(limits->context);
}

static void wait_a_little(sv_smt_watch *w) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += 10 * 1000 * 1000;
  if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
  pthread_cond_timedwait(&w->changed, &w->mutex, &until);
}

static void sleep_on(sv_smt_watch *w) {
  w->asleep = true;
  while (!w->limits && !w->quits) pthread_cond_wait(&w->changed, &w->mutex);
  w->asleep = false;
}

static void *keep_watch(void *context) {
  sv_smt_watch *w = context;
  pthread_mutex_lock(&w->mutex);
  while (!w->quits) {
    if (!w->limits) sleep_on(w);
    wait_a_little(w);
    if (w->limits && sv_sat_limits_are_hit(w->limits)) Z3_interrupt(w->z3);
  }
  pthread_mutex_unlock(&w->mutex);
  return NULL;
}

static sv_smt_watch *make(Z3_context z3) {
  sv_smt_watch *w = SV_NEW(sv_smt_watch);
  *w = (sv_smt_watch){.z3 = z3, .process = getpid()};
  pthread_mutex_init(&w->mutex, NULL);
  pthread_cond_init(&w->changed, NULL);
  if (!pthread_create(&w->thread, NULL, keep_watch, w)) return w;
  sv_free(w);
  return NULL;
}

static bool is_ours(const sv_smt_watch *w) { return w && w->process == getpid(); }

void sv_smt_watch_begin(sv_smt_watch **watch, Z3_context z3, const sv_sat_limits *limits) {
  if (!limits || (!limits->run && !limits->stop)) return;
  if (!is_ours(*watch)) {
    sv_free(*watch);  // the parent's: it has no thread here
    *watch = make(z3);
  }
  if (!*watch) return;
  pthread_mutex_lock(&(*watch)->mutex);
  assert(!(*watch)->limits && !(*watch)->quits);
  (*watch)->limits = limits;
  if ((*watch)->asleep) pthread_cond_signal(&(*watch)->changed);
  pthread_mutex_unlock(&(*watch)->mutex);
}

void sv_smt_watch_end(sv_smt_watch *w) {
  if (!is_ours(w)) return;
  pthread_mutex_lock(&w->mutex);
  w->limits = NULL;
  pthread_mutex_unlock(&w->mutex);
}

void sv_smt_watch_free(sv_smt_watch *w) {
  if (is_ours(w)) {
    pthread_mutex_lock(&w->mutex);
    w->quits = true;
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->mutex);
    pthread_join(w->thread, NULL);
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->mutex);
  }
  sv_free(w);
}
