// note.h -- what a check is doing, and what it found wrong.
//
// A note lies in memory that a forked child shares with its parent: when the
// child crashes, the parent can still read what it was doing. `where` and
// `what` together tell one failure from another; the shrinker keeps them.

#ifndef RANDOM_NOTE_H
#define RANDOM_NOTE_H

#include "base/base.h"

enum { NOTE_TEXT = 1 << 20 };

// What the driver says at the end, summed over all models.
typedef struct {
  uint64_t models, too_large, violated, cut, overflowed;
  uint64_t states, transitions;  // of the oracle
  uint64_t full, reduced;        // states without and with reduction, where it answered "holds"
  uint64_t runs, traces;
  uint64_t steps, matter, kept;  // of traces, in their slices, in minimal ones
  uint64_t moved;                // that stand elsewhere in another order of the run
  uint64_t recurrences, broken;  // questions about infinite runs, and violated ones
  uint64_t asked, refused;       // of engines that may refuse such questions
  uint64_t timed, late;          // runs with a limit of time, and those that were not done by then
} totals;

typedef struct {
  char where[96];  // "svm", "machine", "explicit bfs off"
  char what[48];   // "verdict"; empty: nothing is wrong
  char detail[600];
  char options[64];      // that the model needs: "--threads 2"
  const char *ignore;    // complaints that do not count, or NULL
  char text[NOTE_TEXT];  // the model
  totals totals;
} note;

void note_where(note *, const char *format, ...) SV_PRINTF(2, 3);
// False, unless such complaints are ignored. The first one stays.
bool note_wrong(note *, const char *what, const char *format, ...) SV_PRINTF(3, 4);
static inline bool note_is_wrong(const note *n) { return n->what[0] != 0; }

#endif
