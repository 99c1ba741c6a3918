// split_pace.c -- when to restart.
//
// Two modes take turns. The quick one restarts when the last learnt clauses
// are worse (span more levels) than usual, as in Glucose (Audemard, Simon
// 2009); it is good at refuting. The steady one follows Luby's sequence and is
// good at finding models.

#include "solver/split_inside.h"

enum { LUBY_UNIT = 256, FIRST_MODE = 1000, QUICK_PAUSE = 2 };
#define MARGIN 1.10

void sv_cdcl_pace_start(sv_cdcl_pace *p) {
  *p = (sv_cdcl_pace){.mode_left = FIRST_MODE,
                      .mode_length = FIRST_MODE,
                      .luby_left = LUBY_UNIT,
                      .luby_u = 1,
                      .luby_v = 1};
}

static double averaged(double average, double x, double weight, uint64_t n) {
  double first = 1.0 / (double)(n + 1);
  return average + (x - average) * (first > weight ? first : weight);
}

// Knuth's reluctant doubling: v runs through 1 1 2 1 1 2 4 …
static void next_luby(sv_cdcl_pace *p) {
  if ((p->luby_u & (~p->luby_u + 1)) == p->luby_v) p->luby_u++, p->luby_v = 1;
  else p->luby_v *= 2;
  p->luby_left = p->luby_v * LUBY_UNIT;
}

static void change_mode(sv_cdcl_pace *p) {
  if (p->steady) p->mode_length += p->mode_length / 2;
  p->steady = !p->steady;
  p->mode_left = p->mode_length;
}

void sv_cdcl_pace_conflict(sv_cdcl_pace *p, uint64_t conflicts, uint32_t glue) {
  p->fast = averaged(p->fast, glue, 1.0 / 32, conflicts);
  p->slow = averaged(p->slow, glue, 1.0 / 4096, conflicts);
  p->since++;
  if (!--p->mode_left) change_mode(p);
  if (p->steady && p->luby_left) p->luby_left--;
}

bool sv_cdcl_pace_restart(sv_cdcl_pace *p) {
  if (p->steady ? p->luby_left > 0 : p->since < QUICK_PAUSE || p->fast <= MARGIN * p->slow)
    return false;
  if (p->steady) next_luby(p);
  p->since = 0;
  return true;
}
