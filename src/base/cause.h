// cause.h -- why an answer is `unknown`.
//
// SV_CAUSES is the only place to edit: the enum, the words of JSON (docs/json.md)
// and the texts for people come from it. Whoever answers `unknown` names a cause,
// and who decides what to do about it (the engine `auto`, tests) looks at the
// cause, never at a text. Limits (limits.h) speak of the same causes.
//
//   X(NAME, "word", "text")

#ifndef SV_CAUSE_H
#define SV_CAUSE_H

#include "base/base.h"

// clang-format off
#define SV_CAUSES(X)                                                                     \
  X(NONE,        "none",        "nothing")              /* it is not unknown */          \
  X(TIME,        "time",        "time limit reached")   /* --time */                     \
  X(MEMORY,      "memory",      "memory limit reached") /* --memory, or there is none */ \
  X(DISK,        "disk",        "the disk is full or fails") /* of --disk */          \
  X(INTERRUPTED, "interrupted", "interrupted")          /* a signal, selvage_interrupt */ \
  X(RANK,        "rank",        "a rank ended")         /* of a distributed search */   \
  X(BUDGET,      "budget",      "its share of the time is spent") /* of a part of a run */ \
  X(SYSTEM,      "system",      "the system allows no more") /* processor time, processes, pipes */ \
  X(DEPTH,       "depth",       "a bound on steps was reached")  /* --depth, --bound */  \
  X(BOUND,       "bound",       "a bound on the model was reached") /* threads, pools, recursion */ \
  X(UNSUPPORTED, "unsupported", "not supported")        /* by the language, engine or option */ \
  X(SIZE,        "size",        "too large")            /* for this engine's data structures */ \
  X(GAVE_UP,     "gave-up",     "a solver gave up")                                      \
  X(INCOMPLETE,  "incomplete",  "the method does not decide this")                       \
  X(STOPPED,     "stopped",     "the search stopped at the first violation")             \
  X(USAGE,       "usage",       "an option does not fit the model") /* --property */      \
  X(MALFORMED,   "malformed",   "malformed input")                                       \
  X(BUG,         "bug",         "internal error")
// clang-format on

typedef enum {
#define X(NAME, WORD, TEXT) SV_CAUSE_##NAME,
  SV_CAUSES(X)
#undef X
      SV_CAUSE_COUNT
} sv_cause;

const char *sv_cause_word(sv_cause);
const char *sv_cause_text(sv_cause);
// The run as a whole is over: no part of it may go on.
bool sv_cause_ends_run(sv_cause);
// More time or memory might have given an answer.
bool sv_cause_is_limit(sv_cause);

#endif
