// infinite.h -- which recurrences some infinite run violates, by definition.
//
// docs/model.md, "Infinite runs", word for word over exec: all states and steps are listed, the
// product with the property's automaton too, and the components of that graph are looked at. It
// shares nothing with the search of the engine `explicit`: no machine, no nodes that are closed,
// no stop on the way.

#ifndef RANDOM_INFINITE_H
#define RANDOM_INFINITE_H

#include "random/oracle.h"

typedef struct infinite infinite;
// The graph of a net that the oracle has explored; NULL if there are too many processes.
infinite *infinite_new(const sv_net *);
void infinite_free(infinite *);  // NULL is fine
// *cut: some run that the automaton reads up to there is cut.
bool infinite_violated(infinite *, uint32_t property, bool *cut);

#endif
