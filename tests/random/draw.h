// draw.h -- random models worth looking at.
//
// Most models that one draws are stuck after a few steps or violate something
// at once. So a seed stands for several draws, and the first one is taken that
// has as many states as the seed wishes and, if the seed wishes so, violates
// nothing. Every eighth seed takes what comes.

#ifndef RANDOM_DRAW_H
#define RANDOM_DRAW_H

#include "random/gen.h"

// NULL profile: the seed picks one. No more than `most` states are looked at. The caller frees the model.
sv_model *draw_model(uint64_t seed, const gen_profile *, unsigned features, uint64_t most,
                     gen_bounds *);

#endif
