// control_inside.h -- control from inside. Only control*.c include this.

#ifndef SV_CONTROL_INSIDE_H
#define SV_CONTROL_INSIDE_H

#include "encode/control/control.h"

struct sv_control {
  sv_control_options o;
  sv_lit *some;       // by action, where known
  bool *knows_some;   // by action
  sv_lit *allowed;    // by action: what the rules so far leave of the states
  sv_lit *exclusive;  // by process: it stands in a blocking or committed location
  sv_lit *holds;      // by process: it holds control
  sv_lit *stuck_of;   // by process: it holds control and cannot move
  sv_lit stuck, passing;
  uint32_t refused;  // an action that was needed and could not be quantified, or UINT32_MAX
};

#endif
