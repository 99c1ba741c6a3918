// cause.c -- words and texts of the causes.

#include "base/cause.h"

static const struct {
  const char *word, *text;
} causes[] = {
#define X(NAME, WORD, TEXT) {WORD, TEXT},
    SV_CAUSES(X)
#undef X
};

const char *sv_cause_word(sv_cause c) {
  REQUIRE(c < SV_CAUSE_COUNT, "no such cause");
  return causes[c].word;
}

const char *sv_cause_text(sv_cause c) {
  REQUIRE(c < SV_CAUSE_COUNT, "no such cause");
  return causes[c].text;
}

bool sv_cause_ends_run(sv_cause c) {
  return c == SV_CAUSE_TIME || c == SV_CAUSE_INTERRUPTED || c == SV_CAUSE_RANK;
}

bool sv_cause_is_limit(sv_cause c) {
  switch (c) {
  case SV_CAUSE_TIME:
  case SV_CAUSE_MEMORY:
  case SV_CAUSE_DISK:
  case SV_CAUSE_INTERRUPTED:
  case SV_CAUSE_RANK:
  case SV_CAUSE_BUDGET:
  case SV_CAUSE_SYSTEM: return true;
  case SV_CAUSE_NONE:
  case SV_CAUSE_DEPTH:
  case SV_CAUSE_BOUND:
  case SV_CAUSE_UNSUPPORTED:
  case SV_CAUSE_SIZE:
  case SV_CAUSE_GAVE_UP:
  case SV_CAUSE_INCOMPLETE:
  case SV_CAUSE_STOPPED:
  case SV_CAUSE_USAGE:
  case SV_CAUSE_MALFORMED:
  case SV_CAUSE_BUG:
  case SV_CAUSE_COUNT: return false;
  }
  SV_UNREACHABLE();
}
