// exchange.h -- what `bmc` tells other engines and takes from them (engine/board.h).
//
// Told are the easy invariants (invariants.h). What others tell is shown to be inductive beside
// these, and then said of every state of an induction, as they are.

#ifndef SV_BMC_EXCHANGE_H
#define SV_BMC_EXCHANGE_H

#include "engine/engine.h"
#include "engine/facts.h"
#include "engine/invariants.h"

// Facts that were shown, as clauses with a zero behind each.
typedef struct {
  sv_fact_words *words;  // NULL: there is nobody to talk to
  sv_i32s facts;
  uint32_t count, generation;  // grows with the facts
  sv_i32s heard;               // all of it: later facts may help
} sv_bmc_exchange;

sv_bmc_exchange sv_bmc_exchange_make(const sv_coding *, const sv_run *);
void sv_bmc_exchange_free(sv_bmc_exchange *);
void sv_bmc_tell(const sv_bmc_exchange *, const sv_coding *, const sv_invariants *, const sv_run *);
// There is something new that was shown, within so many conflicts for a query (0: any number).
bool sv_bmc_hear(sv_bmc_exchange *, const sv_coding *, const sv_invariants *, uint64_t conflicts,
                 const sv_run *);
// The facts over a state; appended.
void sv_bmc_facts(const sv_bmc_exchange *, sv_aig *, const sv_lit *state, sv_lits *);

#endif
