// schedule.h -- which engines `auto` starts, in which order, and who gets how much time.
//
// A policy only: it looks at features of the model and at the options, and starts
// nothing. Engines take turns; in every round each of them gets its share of a
// slice, and slices grow from round to round. An engine that takes part is one
// line of the table in schedule.c. docs/engine-auto.md has the evidence.

#ifndef SV_AUTO_SCHEDULE_H
#define SV_AUTO_SCHEDULE_H

#include "engine/auto/features.h"

enum { SV_SCHEDULE_MOST = 16 };

typedef struct {
  const sv_engine *engine;
  double share;    // of a slice
  bool unbounded;  // it knows no bound on threads: it may decide what others cannot cover
  bool counts;     // it lists states: of use also if nothing is asked
  double after;    // seconds: who comes in only where the others take so long
  double growth;   // the next slice is so many times as long
  bool implicit;   // cegar: without abstract models, unless --abstraction says otherwise
} sv_schedule_entry;

typedef struct {
  sv_schedule_entry at[SV_SCHEDULE_MOST];
  uint32_t n;
  double first_slice;  // seconds
  double walk;         // seconds for a thousand steps of the random walk
  double look;         // seconds of a first look by `explicit`, in the process itself; 0: none
} sv_schedule;

// Engines that refuse the model's features or the options are left out.
sv_schedule sv_schedule_make(const sv_model *, const sv_auto_features *, const sv_options *);
// Seconds that a shorter trace is worth, after `spent` seconds and with so many steps:
// half of them go to leaving out steps of the run itself.
double sv_schedule_shorten(double spent, uint32_t steps);

#endif
