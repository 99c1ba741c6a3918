// turns.h -- runs the engines of a schedule in turns, as many at the same time as there are processors.
//
// Each engine works in a child process that is suspended when its turn is over
// and goes on in its next one, so no work is lost and slices may be short. Whoever
// has had the fewest turns is next; with one processor (--jobs 1, or
// --deterministic) these are rounds. They share the memory: where it runs out, a
// suspended one is ended first, then the largest, and it starts again in a turn
// that is longer than what it had.

#ifndef SV_AUTO_TURNS_H
#define SV_AUTO_TURNS_H

#include "engine/auto/schedule.h"

typedef struct sv_turns sv_turns;

// Schedule, model and run must outlive it; the question says which properties are asked for.
sv_turns *sv_turns_new(const sv_schedule *, sv_model *, const sv_run *, const sv_answer *question);
void sv_turns_free(sv_turns *);  // ends all children; NULL is fine
// Has come to an end elsewhere: gets no turn.
void sv_turns_leave_out(sv_turns *, const char *engine);
// An engine without bounds may still decide; those with bounds have no more to say.
void sv_turns_only_unbounded(sv_turns *);
// Turns until an answer decides, no engine is left, or a limit is hit. `best` (NULL, or taken
// over) is what is known so far. NULL if no engine has answered.
sv_answer *sv_turns_run(sv_turns *, sv_answer *best);
// One more turn of this engine: its answer, or NULL if it has none yet.
sv_answer *sv_turns_extra(sv_turns *, const char *engine, double seconds);

#endif
