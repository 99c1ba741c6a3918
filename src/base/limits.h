// limits.h -- time, memory, interruption; and progress.
//
// One sv_limits per run. Engines call sv_limits_hit now and then (it is cheap:
// the clock is read at most every few hundred calls) and stop with the answer
// `unknown` when it returns something else than SV_LIMIT_NONE. sv_progress is
// how a long run says that it is alive; the caller decides what is printed.

#ifndef SV_LIMITS_H
#define SV_LIMITS_H

#include "base/base.h"

typedef enum { SV_LIMIT_NONE, SV_LIMIT_TIME, SV_LIMIT_MEMORY, SV_LIMIT_INTERRUPT } sv_limit;

typedef struct {
  double deadline;                // sv_now() value; 0 = none
  size_t memory;                  // bytes resident at most; 0 = none
  const volatile int *interrupt;  // nonzero stops; may be NULL
  uint32_t countdown;             // internal
  sv_limit hit;                   // sticky
} sv_limits;

typedef struct {
  const char *phase;  // "explicit", "random walk" …
  uint64_t states, transitions, depth;
} sv_progress_report;

typedef struct {
  void (*show)(void *context, const sv_progress_report *);  // NULL: silent
  void *context;
  double every, next;  // seconds between calls; internal
} sv_progress;

double sv_now(void);                  // monotonic seconds
size_t sv_resident_bytes(void);       // of this process
size_t sv_peak_resident_bytes(void);  // or of its largest child, if that was larger
sv_limits sv_limits_make(double seconds, size_t memory, const volatile int *interrupt);
sv_limit sv_limits_hit(sv_limits *);    // amortised: call it in every loop
sv_limit sv_limits_check(sv_limits *);  // reads clock and memory now
const char *sv_limit_reason(sv_limit);  // "time limit reached" …
void sv_progress_tick(sv_progress *, const sv_progress_report *);  // NULL progress is fine

#endif
