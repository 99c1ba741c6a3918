// fairness.h -- what a fair run has to do justice to.
//
// docs/model.md, "Fairness": a requirement is about all moves of one process,
// or about one statement of it. Those of the model count for every recurrence;
// a recurrence that is `fair` asks for weak fairness of all processes besides.

#ifndef SV_FAIRNESS_H
#define SV_FAIRNESS_H

#include "model/net.h"

typedef struct {
  uint32_t process;    // SV_NO_PROCESS: the statement is of no process
  uint32_t statement;  // of the model, or 0: all moves of the process
  bool strong;
} sv_requirement;
typedef SV_VEC(sv_requirement) sv_requirements;

// Appends those that runs have to meet to count for this property.
void sv_fairness_of(const sv_net *, const sv_property *, sv_requirements *);
// Is a step of this action what is asked for?
bool sv_requirement_served(const sv_net *, const sv_requirement *, const sv_net_action *);
// Could it be served where this action is enabled? A process that is only taken along does not
// wait for that.
bool sv_requirement_waits(const sv_net *, const sv_requirement *, const sv_net_action *);

#endif
