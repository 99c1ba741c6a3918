// limits.h -- time, memory, interruption; and progress.
//
// One sv_limits per run. Engines call sv_limits_hit now and then (it is cheap:
// the clock is read at most every few hundred calls) and stop with the answer
// `unknown` when it returns something else than SV_CAUSE_NONE. A part of a run
// may get a budget of its own (sv_limits_part): what ends by it names
// SV_CAUSE_BUDGET, never a limit that the user did not set. A budget counts the
// time in which the process could run: `auto` suspends processes. sv_progress is
// how a long run says that it is alive; the caller decides what is printed.

#ifndef SV_LIMITS_H
#define SV_LIMITS_H

#include "base/cause.h"

typedef enum { SV_GO_ON, SV_INTERRUPT, SV_RANK_ENDED } sv_interruption;

typedef struct {
  double deadline;                // of the run: sv_now() value; 0 = none
  double budget;                  // of this part of it: sv_limits_now() value; 0 = none
  size_t memory;                  // bytes resident at most; 0 = none
  const volatile int *interrupt;  // nonzero stops: an sv_interruption; may be NULL
  const volatile double *paused;  // seconds for which this process was suspended; may be NULL
  uint32_t countdown;             // internal
  sv_cause hit;                   // sticky
} sv_limits;

// An engine fills in what it counts; 0 is not shown.
typedef struct {
  const char *phase;  // "explicit", "random walk" …
  uint64_t states, transitions, depth;
  const char *depth_of;  // what depth counts: "round", "bound", "frame"; NULL: "depth"
  uint64_t size;         // of what the engine works on
  const char *size_of;   // "nodes", "clauses"; NULL: there is no size
  size_t bytes;          // resident, of processes that work for this one
  double saved;          // when a checkpoint was written: sv_now() value; 0: none was
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
sv_cause sv_limits_hit(sv_limits *);  // amortised: call it in every loop
// The same, where so much was done since the last call as in `work` turns of a usual loop.
sv_cause sv_limits_hit_after(sv_limits *, uint32_t work);
sv_cause sv_limits_check(sv_limits *);  // reads clock and memory now
// Asked now and then inside of something long; true: give it up.
typedef bool sv_stop_fn(void *context);
bool sv_limits_stop(void *limits);         // one of them: sv_limits_check
double sv_limits_now(const sv_limits *);   // seconds in which the process could run
double sv_limits_left(const sv_limits *);  // until deadline or budget; a large number if none
// The same limits for a part of the run that may take so many seconds at most.
sv_limits sv_limits_part(const sv_limits *, double seconds);
// The part is over: what ended it ends the run too, unless it was its budget or its memory.
void sv_limits_end_part(sv_limits *, const sv_limits *part);
void sv_progress_tick(sv_progress *, const sv_progress_report *);  // NULL progress is fine

#endif
