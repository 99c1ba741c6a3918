// limits.c -- time, memory and interruption, and the pace of progress lines.
//
// sv_limits_hit looks at the interrupt flag every time (one load), at the
// clock every 256th call and at the memory, which costs a system call, every
// 4096th; so an engine may call it once for each state. Where one state may be
// large, sv_limits_hit_after counts it as several. Slow loops should call
// sv_limits_check.

#define _DEFAULT_SOURCE

#include "base/limits.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { CLOCK_EVERY = 256, MEMORY_EVERY = 4096 };

double sv_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

size_t sv_resident_bytes(void) {
  unsigned long size, resident;
  FILE *in = fopen("/proc/self/statm", "r");
  if (!in) return sv_peak_resident_bytes();
  int got = fscanf(in, "%lu %lu", &size, &resident);
  fclose(in);
  return got == 2 ? (size_t)resident * (size_t)sysconf(_SC_PAGESIZE) : sv_peak_resident_bytes();
}

static size_t peak_of(int whom) {
  struct rusage usage;
  return getrusage(whom, &usage) ? 0 : (size_t)usage.ru_maxrss * 1024;
}

size_t sv_peak_resident_bytes(void) {
  size_t own = peak_of(RUSAGE_SELF), child = peak_of(RUSAGE_CHILDREN);
  return own > child ? own : child;
}

sv_limits sv_limits_make(double seconds, size_t memory, const volatile int *interrupt) {
  return (sv_limits){
      .deadline = seconds > 0 ? sv_now() + seconds : 0,
      .memory = memory,
      .interrupt = interrupt,
  };
}

bool sv_limits_stop(void *limits) { return sv_limits_check(limits) != SV_CAUSE_NONE; }

double sv_limits_now(const sv_limits *l) { return sv_now() - (l->paused ? *l->paused : 0); }

double sv_limits_left(const sv_limits *l) {
  double most = 1e9, now = sv_now();
  if (l->deadline > 0 && l->deadline - now < most) most = l->deadline - now;
  double own = l->budget - sv_limits_now(l);
  if (l->budget > 0 && own < most) most = own;
  return most > 0 ? most : 0;
}

sv_limits sv_limits_part(const sv_limits *l, double seconds) {
  REQUIRE(seconds >= 0, "a part of a run takes some time");
  sv_limits part = *l;
  double end = sv_limits_now(l) + seconds;
  if (part.budget <= 0 || part.budget > end) part.budget = end;
  return part;
}

void sv_limits_end_part(sv_limits *l, const sv_limits *part) {
  if (!l->hit && sv_cause_ends_run(part->hit)) l->hit = part->hit;
}

static bool is_interrupted(const sv_limits *l) { return l->interrupt && *l->interrupt; }
static sv_cause interruption(const sv_limits *l) {
  return *l->interrupt == SV_RANK_ENDED ? SV_CAUSE_RANK : SV_CAUSE_INTERRUPTED;
}
static bool is_large(const sv_limits *l) { return l->memory && sv_resident_bytes() > l->memory; }

static sv_cause clock_says(const sv_limits *l) {
  if (l->deadline > 0 && sv_now() >= l->deadline) return SV_CAUSE_TIME;
  return l->budget > 0 && sv_limits_now(l) >= l->budget ? SV_CAUSE_BUDGET : SV_CAUSE_NONE;
}

static bool passes_multiple(uint32_t before, uint32_t after, uint32_t of) {
  return !before || before / of != after / of;
}

sv_cause sv_limits_hit_after(sv_limits *l, uint32_t work) {
  if (l->hit) return l->hit;
  uint32_t before = l->countdown;
  l->countdown += work;
  if (is_interrupted(l)) return l->hit = interruption(l);
  if (!passes_multiple(before, l->countdown, CLOCK_EVERY)) return SV_CAUSE_NONE;
  l->hit = clock_says(l);
  bool large = passes_multiple(before, l->countdown, MEMORY_EVERY) && is_large(l);
  if (!l->hit && large) l->hit = SV_CAUSE_MEMORY;
  return l->hit;
}

sv_cause sv_limits_hit(sv_limits *l) { return sv_limits_hit_after(l, 1); }

sv_cause sv_limits_check(sv_limits *l) {
  if (l->hit) return l->hit;
  l->hit = is_interrupted(l) ? interruption(l) : clock_says(l);
  if (!l->hit && is_large(l)) l->hit = SV_CAUSE_MEMORY;
  return l->hit;
}

// The first tick only starts the clock: a run that ends at once shows nothing.
void sv_progress_tick(sv_progress *p, const sv_progress_report *report) {
  if (!p || !p->show) return;
  double now = sv_now();
  bool due = p->every <= 0 || (p->next > 0 && now >= p->next);
  if (due || p->next <= 0) p->next = now + p->every;
  if (due) p->show(p->context, report);
}
