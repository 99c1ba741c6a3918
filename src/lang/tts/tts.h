// tts.h -- thread transition systems (.tts, .ttd): inside of the room.

#ifndef SV_TTS_H
#define SV_TTS_H

#include "base/options.h"
#include "model/model.h"

typedef enum { TTS_MOVE, TTS_START } tts_kind;

typedef struct {
  tts_kind kind;
  uint32_t shared, local, next_shared, next_local;
  sv_span span;
} tts_rule;

typedef struct {
  uint32_t shared;  // states s, l, l, …: some thread in each, at the same time
  sv_u32s locals;   // may be none
  sv_span span;
  uint32_t goal;  // number of the goal that it belongs to; 0: a property of its own
} tts_target;

typedef struct tts_goal tts_goal;  // goal.h

typedef struct {
  uint32_t shared, locals;  // numbers of states
  SV_VEC(tts_rule) rules;
  SV_VEC(tts_target) targets;
  SV_VEC(tts_goal) goals;  // of --invariant, --reach and --ltl, numbered from 1
  sv_span head;
  bool starts;
} tts_system;

// parse.c; a target is looked for in a comment.
bool tts_parse(const sv_sources *, uint32_t file, sv_diags *, tts_system *out);
// "s|l,l": false if it is not of this form.
bool tts_parse_target(const char *text, tts_target *out);
// A new target beside those that are there, or in their place; it has no local states yet.
tts_target *tts_add_target(tts_system *, uint32_t shared, sv_span);
void tts_clear_targets(tts_system *);
void tts_free(tts_system *);

// lower.c
void tts_lower(sv_model *, const tts_system *);

#endif
