// trail.h -- runs that Spin's verifiers wrote, as traces.
//
// A trail is a list of lines "depth:process:statement". It holds no states, so
// it is followed: line by line the process with that number takes the steps
// that the line stands for. One line is one step of ours, except that
//   a d_step, or statements that Spin has merged, are several steps in one line,
//   a handshake is one step in two lines, the sender's and the receiver's,
//   a jump inside of atomic is a line but no step,
//   the lines of a never claim (its process is number 0, and all others are
//   one higher then) are steps of no process.
// The rest is a depth-first search that remembers where it has been.

#ifndef PML_TRAIL_H
#define PML_TRAIL_H

#include "lang/lang.h"

typedef struct {
  uint32_t number;     // in the file, from 1
  uint32_t pid;        // of the process, claims not counted
  uint32_t statement;  // 1 + Spin's number
  uint32_t next;       // the next line of this pid, or UINT32_MAX
} pml_trail_line;

typedef struct sv_foreign_run {
  SV_VEC(pml_trail_line) lines;  // without the claim's
  uint32_t highest_pid;
  uint32_t cycle;  // line of the file that begins a cycle, or 0
  bool claim;      // made with a never claim or formula
  bool merged;     // statements may be merged
} pml_trail;

extern const sv_run_reader pml_trails;

// The run, see lang.h (trail_walk.c).
sv_trace *pml_trail_follow(const pml_trail *, sv_exec *, sv_limits *, sv_text *why);

#endif
