// refine.h -- from an abstract trace to a run, or to predicates that exclude it.
//
// The actions of the trace are a path (path.h). If it can be taken, that is a
// violation. If not, its interpolants are atoms that the abstraction must know
// to see so, or else those of weakest preconditions. Where neither gives a new
// one, and where a trace comes again in spite of them, the part of the path that
// cannot be taken is a word for the monitor: no trace comes three times, and with
// precise abstraction and interpolants none comes twice.

#ifndef SV_REFINE_H
#define SV_REFINE_H

#include "encode/abstract/interpolate.h"
#include "encode/abstract/monitor.h"

typedef struct {
  sv_abstraction *a;
  sv_query *query;
  sv_limits *limits;
  sv_words_list words;
  bool interpolants;  // else weakest preconditions only
  bool words_count;   // there is a monitor
  sv_map seen;        // traces that predicates or words exclude
  // ---- counted
  uint64_t paths, by_interpolants, by_preconditions, by_words, refused, repeated;
  sv_interpolation_numbers numbers;
} sv_refiner;

typedef enum {
  SV_REFINE_RUN,      // it can be taken: see `trace`
  SV_REFINE_BETTER,   // the abstraction knows more
  SV_REFINE_UNKNOWN,  // a limit, or the solver gave up
  SV_REFINE_BROKEN,   // a trace that was excluded came again: our own bug
} sv_refinement;

// property: of the net, violated at the end of the path; 0: its last action is what counts.
// On SV_REFINE_RUN *trace is a run, not replayed, or NULL: a value is no number of ours.
sv_refinement sv_refine(sv_refiner *, const sv_path_plan *, uint32_t property, sv_trace **trace);
void sv_refiner_free(sv_refiner *);  // what it owns: words and traces

#endif
