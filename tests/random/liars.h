// liars.h -- for engines that listen to others: others that say what is mostly wrong.

#ifndef RANDOM_LIARS_H
#define RANDOM_LIARS_H

#include "engine/board.h"

// One end of a board on which several others have told "facts" about this net: clauses of random
// bits, each bit and its contrary, words that nobody knows, and what a short look at the net
// suggests, some of it spoilt. NULL: the net has no bits.
sv_exchange *liars_new(const sv_net *, uint64_t seed);
void liars_free(sv_exchange *);  // NULL is fine

#endif
