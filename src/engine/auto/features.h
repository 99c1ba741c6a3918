// features.h -- what a model looks like, as far as it matters for the choice of engines.

#ifndef SV_AUTO_FEATURES_H
#define SV_AUTO_FEATURES_H

#include "engine/engine.h"

typedef struct {
  bool infinite;       // infinitely many values or messages
  bool real;           // there are real numbers
  bool unbounded;      // any number of threads, or recursion without bound: for `threads`
  bool asks;           // there is a property
  bool wide;           // finite, with words of 16 bits or more
  double start_bits;   // of initial states: 2^x to start with
  double choice_bits;  // of the data that one step may choose, at most
  double state_bits;   // of all variables and queues
  uint32_t processes, queues, actions;
} sv_auto_features;

// The net is that of a run with these options.
sv_auto_features sv_auto_look(const sv_model *, const sv_net *, const sv_options *, bool asks);

#endif
