// ranks.c -- who was started together with this process. See ranks.h.

#define _DEFAULT_SOURCE

#include "base/ranks.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

#include "base/module.h"

// What launchers tell: Open MPI; MPICH and Slurm's PMI-2; Slurm's PMIx.
static const struct {
  const char *rank, *size;
} launchers[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                 {"PMI_RANK", "PMI_SIZE"},
                 {"PMIX_RANK", "SLURM_STEP_NUM_TASKS"}};

static bool read_number(const char *name, uint32_t *n) {
  const char *text = getenv(name);
  char *end;
  if (!text || !*text) return false;
  unsigned long value = strtoul(text, &end, 10);
  *n = (uint32_t)value;
  return !*end && value < 1 << 24;
}

uint32_t sv_ranks_launched(uint32_t *rank) {
  uint32_t size;
  for (size_t i = 0; i < SV_COUNT(launchers); i++)
    if (read_number(launchers[i].rank, rank) && read_number(launchers[i].size, &size) &&
        *rank < size)
      return size;
  *rank = 0;
  return 0;
}

static const sv_ranks_calls *load(sv_text *why) {
  void *module = sv_module_open(SV_MPI_MODULE);
  sv_mpi_fn *calls = NULL;
  if (module) *(void **)&calls = dlsym(module, SV_MPI_SYMBOL);
  if (!calls)
    sv_text_string(why, "this Selvage was built without MPI, or it is not installed here");
  return calls ? calls() : NULL;
}

sv_ranks *sv_ranks_join(sv_text *why) {
  uint32_t rank, size = sv_ranks_launched(&rank);
  REQUIRE(size, "no launcher of MPI");
  const sv_ranks_calls *calls = load(why);
  if (!calls) return NULL;
  sv_ranks *r = SV_NEW(sv_ranks);
  r->calls = calls;
  if (!calls->begin(&r->rank, &r->size) && r->rank == rank && r->size == size) return r;
  sv_text_printf(
      why, "MPI knows %u processes where the launcher started %u: is it the launcher of Open MPI?",
      (unsigned)r->size, (unsigned)size);
  sv_free(r);
  return NULL;
}

enum { BUSY_TURNS = 64, YIELDING_TURNS = 256 };
static const long pause_nanoseconds = 50000;
static const double patience = 3, seconds_to_leave = 60;

void sv_ranks_pause(uint32_t turns) {
  struct timespec a_while = {.tv_nsec = pause_nanoseconds};
  if (turns < BUSY_TURNS) return;
  if (turns < YIELDING_TURNS) sched_yield();
  else nanosleep(&a_while, NULL);
}

bool sv_ranks_wait(sv_ranks *r, sv_limits *limits) {
  double until = 0;
  int done = 0;
  if (r->lost) return false;
  for (uint32_t turns = 0; !(done = r->calls->finished()); turns++) {
    sv_ranks_pause(turns);
    if (turns % BUSY_TURNS || !limits || !sv_limits_check(limits)) continue;
    if (until <= 0) until = sv_now() + patience;
    if (sv_now() > until) break;
  }
  r->lost = done != 1;
  return !r->lost;
}

// MPI ends with a meeting of all; who is lost would be waited for without end. The first one may
// still be writing what all have found: the others wait for it as long as it lives.
void sv_ranks_leave(sv_ranks *r) {
  if (!r) return;
  sv_limits limits = sv_limits_make(seconds_to_leave, 0, NULL);
  uint64_t one = 1, all;
  r->lost = r->lost || r->calls->sum(&one, &all, 1);
  if (sv_ranks_wait(r, r->rank ? NULL : &limits)) r->calls->end();
  sv_free(r);
}
