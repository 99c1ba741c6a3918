// limits.c -- time, memory and interruption, and the pace of progress lines.
//
// sv_limits_hit looks at the interrupt flag every time (one load), at the
// clock every 256th call and at the memory, which costs a system call, every
// 4096th; so an engine may call it once for each state. Slow loops should
// call sv_limits_check.

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

static bool is_interrupted(const sv_limits *l) { return l->interrupt && *l->interrupt; }
static bool is_late(const sv_limits *l) { return l->deadline > 0 && sv_now() >= l->deadline; }
static bool is_large(const sv_limits *l) { return l->memory && sv_resident_bytes() > l->memory; }

sv_limit sv_limits_hit(sv_limits *l) {
  if (l->hit) return l->hit;
  uint32_t call = l->countdown++;
  if (is_interrupted(l)) l->hit = SV_LIMIT_INTERRUPT;
  else if (call % CLOCK_EVERY) return SV_LIMIT_NONE;
  else if (is_late(l)) l->hit = SV_LIMIT_TIME;
  else if (call % MEMORY_EVERY == 0 && is_large(l)) l->hit = SV_LIMIT_MEMORY;
  return l->hit;
}

sv_limit sv_limits_check(sv_limits *l) {
  if (l->hit) return l->hit;
  if (is_interrupted(l)) l->hit = SV_LIMIT_INTERRUPT;
  else if (is_late(l)) l->hit = SV_LIMIT_TIME;
  else if (is_large(l)) l->hit = SV_LIMIT_MEMORY;
  return l->hit;
}

const char *sv_limit_reason(sv_limit limit) {
  switch (limit) {
  case SV_LIMIT_NONE: return "no limit reached";
  case SV_LIMIT_TIME: return "time limit reached";
  case SV_LIMIT_MEMORY: return "memory limit reached";
  case SV_LIMIT_INTERRUPT: return "interrupted";
  }
  SV_UNREACHABLE();
}

// The first tick only starts the clock: a run that ends at once shows nothing.
void sv_progress_tick(sv_progress *p, const sv_progress_report *report) {
  if (!p || !p->show) return;
  double now = sv_now();
  bool due = p->every <= 0 || (p->next > 0 && now >= p->next);
  if (due || p->next <= 0) p->next = now + p->every;
  if (due) p->show(p->context, report);
}
