// exchange.h -- what `ic3` tells other engines and takes from them (engine/board.h).
//
// Told are those clauses of its upper frames that are inductive together, and what its coding says
// (bits that never vary: ranges, locations that are never entered). What others tell is shown to
// be inductive on the own circuit and then stands in the last frame, as if it had been learnt.

#ifndef SV_IC3_EXCHANGE_H
#define SV_IC3_EXCHANGE_H

#include "engine/engine.h"
#include "engine/ic3/ic3.h"

typedef struct sv_ic3_exchange sv_ic3_exchange;

// NULL: the run exchanges nothing. Circuit and run must outlive it.
sv_ic3_exchange *sv_ic3_exchange_new(const sv_circuit *, const sv_run *);
void sv_ic3_exchange_free(sv_ic3_exchange *);             // NULL is fine
void sv_ic3_exchange_facts(sv_ic3_exchange *, sv_ic3 *);  // between frames; NULL: does nothing

#endif
