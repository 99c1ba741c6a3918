// facts.h -- what has been shown of all reachable states before anything is unwound.
//
// An event sees a reachable state. So what others have proved of all of them (who: a word of --facts) may be said
// of what every event, frontier and target sees, chaos included; docs/engine-events.md has the argument. A look
// ahead guesses: ranges, values that a variable has where a process stands, locations that are never entered or where two
// processes never stand at once. Only what is proved is kept:
//
//   induction  the guesses that are inductive together (engine/invariants.h)
//   bdd, ic3   the engine is asked about guesses on where processes stand, as invariants of the model

#ifndef SV_EVENTS_FACTS_H
#define SV_EVENTS_FACTS_H

#include "encode/events/unwound.h"
#include "engine/engine.h"
#include "engine/invariants.h"

typedef struct {
  const sv_coding *coding;
  sv_invariants all;
  SV_VEC(const char *) by;  // parallel: who has shown it
  sv_u32s *bits;            // parallel: of the state
  sv_unwound_facts said;    // NULL context: there are none
  double seconds;
  const sv_molds *molds;
  sv_limits *limits;
  struct sv_facts_prover *prover;  // who knows them all at once; NULL: there are none
  sv_bits used;                    // by what the prover has shown
} sv_events_facts;

// Of the net of these molds, which has the model's processes.
void sv_events_facts_find(sv_events_facts *, sv_model *, const sv_molds *, const sv_run *);
void sv_events_facts_free(sv_events_facts *);
// facts_prune.c: with all facts, can this action ever be taken (a sv_never_fn; context: the facts)?
sv_never_fn sv_events_facts_exclude;
void sv_events_facts_end(sv_events_facts *);  // no more of these questions
// In words: "P: x >= 1 at l (induction)".
void sv_events_facts_name(const sv_events_facts *, uint32_t fact, sv_text *);

#endif
