// checker.h -- what the engine knows while it works with one coding after the other; for
// engine.c and rounds.c.

#ifndef SV_IC3_CHECKER_H
#define SV_IC3_CHECKER_H

#include "base/random.h"
#include "engine/engine.h"
#include "engine/ic3/exchange.h"
#include "engine/ic3/ic3.h"

// What a condition of the search stands for.
typedef struct {
  enum { SV_IC3_PROPERTY, SV_IC3_CUT, SV_IC3_OUTSIDE } kind;
  uint32_t number;  // property or action
} sv_ic3_purpose;

typedef struct {
  const sv_run *run;
  sv_answer *answer;
  const sv_net *net;
  const sv_circuit *circuit;
  sv_ic3 *search;
  sv_ic3_exchange *exchange;  // NULL: none
  sv_ic3_end end;
  sv_lits conditions;
  SV_VEC(sv_ic3_purpose) purposes;
  sv_bits cut;   // net actions at which the run was cut
  bool full;     // stopped since a pool was full
  bool found;    // stopped at a violation
  bool outside;  // stopped since a step has no code
  uint32_t longest, codings;
  sv_profile *profile;  // NULL: everything has a code
  SV_VEC(sv_state *) samples;
  uint64_t seen;
  sv_random random;
} sv_ic3_checker;

// engine.c
sv_ic3_options sv_ic3_checker_options(sv_ic3_checker *);
// Room for what the last step of the run (NULL: what an initial state) needs.
void sv_ic3_checker_widen(sv_ic3_checker *, const sv_ic3_run *);
void sv_ic3_checker_note_cut(sv_ic3_checker *, uint32_t action);
const char *sv_ic3_checker_cut(const sv_ic3_checker *, bool *only_full);
// The step that these inputs name.
void sv_ic3_checker_push(const sv_ic3_checker *, sv_trace *, const uint8_t *inputs);

// rounds.c: the net shows the end of a round (analysis/rewrite/count.h) for this property, which is
// all that is asked for.
void sv_ic3_check_rounds(sv_ic3_checker *, uint32_t property);

#endif
