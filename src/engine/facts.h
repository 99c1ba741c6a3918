// facts.h -- what one engine has found about all reachable states, for another one.
//
// A fact is a clause over bits of values: of cells of the net, of counters and fields
// of its queues. That does not depend on how an engine codes its states (which bits it
// left out since they never vary, or what it sliced away), so an engine that works on
// bits tells its invariants in these words (ranges, locations that are never entered,
// clauses of IC3), and another one puts them into its own. Nothing that was heard is believed:
// sv_facts_keep shows it again, on the hearer's own circuit and by a SAT solver of its own.

#ifndef SV_FACTS_H
#define SV_FACTS_H

#include "encode/bits/coding.h"
#include "engine/inductive.h"

// The words for the bits of a coding, which must outlive it.
typedef struct sv_fact_words sv_fact_words;
sv_fact_words *sv_fact_words_new(const sv_coding *);
void sv_fact_words_free(sv_fact_words *);  // NULL is fine

// The literal that says that the state bit is true; 0: there are no words for it.
int32_t sv_fact_literal(const sv_fact_words *, uint32_t state_bit);
// Bit k of an item's value (cells, then lengths of queues); 0: there are no words for it.
int32_t sv_fact_item_literal(const sv_fact_words *, uint32_t item, uint32_t k);
// What a literal (without its sign) speaks of; false: nothing that the coding has.
bool sv_fact_bit(const sv_fact_words *, int32_t literal, sv_code_bit *);
// The clause (ended by a zero) over a state; false: it speaks of what the coding does not have.
bool sv_fact_clause(const sv_fact_words *, sv_aig *, const sv_lit *state, const int32_t *clause,
                    sv_lit *out);
// What makes this coding narrower than one with room for all values, as facts; appended.
void sv_facts_of_coding(const sv_fact_words *, sv_i32s *facts);

// Keeps those that are inductive together, and how many these are; none where that is not known
// within so many conflicts (0: any number). Where the circuit has steps without a code it is up to
// the caller to show that they are never taken.
uint32_t sv_facts_keep(const sv_fact_words *, const sv_circuit *, sv_lit known, sv_limits *,
                       uint64_t conflicts, sv_i32s *facts);

#endif
