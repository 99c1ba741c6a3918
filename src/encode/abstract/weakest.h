// weakest.h -- weakest preconditions along a path that cannot be taken.
//
// What must hold in a state between two steps for the rest of the path to be
// possible: the conditions of the later steps, in terms of that state. Choices
// are projected out where that is easy: those that are equal to something, and
// those bounded by linear constraints (Fourier and Motzkin). Works for every
// kind of data, arrays and bit vectors too.

#ifndef SV_WEAKEST_H
#define SV_WEAKEST_H

#include "encode/abstract/path.h"

// Conditions over leaves, whose conjunction is weaker than "the rest can be taken" only where a
// choice could not be projected out; appended. *exact: none was dropped.
void sv_path_precondition(sv_path *, uint32_t time, sv_term_list *out, bool *exact);

#endif
