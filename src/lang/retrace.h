// retrace.h -- follows a run that another tool has written, step by step.
//
// Such a run names places of the text and few values, so it is searched for, depth first: a
// place of the search is a line of what was written, whatever else the language has to know there (a
// process, the order in which processes were started), and a state. No place is entered twice, so
// long runs are no trouble where there is little to choose. The language says which moves there are.

#ifndef SV_LANG_RETRACE_H
#define SV_LANG_RETRACE_H

#include "exec/trace.h"

typedef struct {
  uint32_t line, process;  // where it leads
  bool steps;              // else the line ends, or stands for no step
  bool ends;               // the run is over with it
  uint32_t rank;           // of those with step: more is better
  sv_step step;
} sv_retrace_move;

typedef struct {
  uint32_t line, process;
  sv_u32s order;  // goes with every step from place to place; part of it
  sv_state *state;
  SV_VEC(sv_retrace_move) moves;  // still to be tried, the best one last
  bool stepped;                   // a step led here
} sv_retrace_place;

typedef struct {
  sv_exec *exec;
  const sv_net *net;
  sv_limits *limits;
  void *context;
  void (*arrive)(void *context, sv_retrace_place *);  // NULL, or: brings `order` up to date
  void (*find_moves)(void *context, sv_retrace_place *);
  bool (*is_end)(void *context, const sv_retrace_place *, bool entered_before);  // or NULL: never
  // the rest is its own
  SV_VEC(sv_retrace_place) places;
  sv_trace *run;  // the steps that led to the last place
  sv_names *seen;
  uint32_t furthest;
} sv_retrace;

// True: `run`, from the first initial state and line 0 on, came to an end. Else all was tried or a
// limit hit.
bool sv_retrace_search(sv_retrace *, uint32_t process);
void sv_retrace_close(sv_retrace *);  // frees what is left, with the run
// The step is copied; NULL: none.
sv_retrace_move *sv_retrace_add(const sv_retrace *, sv_retrace_place *, uint32_t line,
                                uint32_t process, const sv_step *);

#endif
