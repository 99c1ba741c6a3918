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

#include "lang/conditions.h"
#include "lang/tts/tts.h"

struct tts_goal {
  const char *name, *text;
  sv_span span;
  bool is_formula;  // of --ltl; else targets of the system have the goal's number
  const sv_condition_node *condition;
  SV_VEC(tts_target) target;  // by number of the condition
};

// Adds the goals, and targets with their numbers. A mistake is reported.
void tts_read_goals(sv_model *, const sv_options *, sv_diags *, tts_system *);
void tts_free_goals(tts_system *);
// A formula as a property; `is_shared` is the condition that the shared state is this one.
typedef sv_term tts_is_shared(void *context, uint32_t state);
void tts_add_formula(sv_model *, const tts_goal *, tts_is_shared *, void *context);

#endif
