// goal.h -- --invariant, --reach and --ltl of thread transition systems (inside of the room).
//
//   4|23,7   some threads in 23 and 7 while the shared state is 4
//   4|       the shared state is 4
//
// and `!`, `&&`, `||`, `=>` with parentheses; in formulas the temporal operators.
// A bad state is described by targets that are there, as only those can be
// asked about for any number of threads; of the shared state also by its not
// being so.

#ifndef SV_TTS_GOAL_H
#define SV_TTS_GOAL_H

#include "lang/temporal.h"
#include "lang/tts/tts.h"

typedef struct tts_node tts_node;
struct tts_node {
  enum { TTS_TARGET, TTS_NOT, TTS_AND, TTS_OR, TTS_IMPLIES, TTS_TIMED } kind;
  sv_temporal op;  // TIMED
  tts_node *a, *b;
  uint32_t shared;  // TARGET
  const uint32_t *local;
  uint32_t locals;
  sv_span span;
};

struct tts_goal {
  const char *name, *text;
  sv_span span;
  const tts_node *formula;  // of --ltl; else the targets have the goal's number
};

// Adds the goals, and targets with their numbers. A mistake is reported.
void tts_read_goals(sv_model *, const sv_options *, sv_diags *, tts_system *);
// A formula as a property; `is_shared` is the condition that the shared state is this one.
typedef sv_term tts_is_shared(void *context, uint32_t state);
void tts_add_formula(sv_model *, const tts_goal *, tts_is_shared *, void *context);

#endif
