// tseitin.c -- limits of one call of a SAT solver.
//
// Solvers ask very often, some after every decision; the clock is read every
// time (cheap), everything else at most every two milliseconds.

#include "solver/cnf.h"

#define PAUSE 0.002

sv_sat_watch sv_sat_watch_make(const sv_sat_limits *limits) {
  return (sv_sat_watch){.limits = limits, .next = 0};
}

bool sv_sat_watch_stops(sv_sat_watch *w) {
  const sv_sat_limits *limits = w->limits;
  if (!limits) return false;
  if (limits->stop && limits->stop(limits->context)) return true;
  if (!limits->run) return false;
  double now = sv_now();
  if (now < w->next) return limits->run->hit != SV_CAUSE_NONE;
  w->next = now + PAUSE;
  return sv_limits_check(limits->run) != SV_CAUSE_NONE;
}
