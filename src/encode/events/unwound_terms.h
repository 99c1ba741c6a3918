// unwound_terms.h -- numbers that are terms, in the events of an unwinding.
//
// Every event has a constant for each such cell that it looks at. The terms of its mold (mold_terms.h) are
// copied with these, and where they speak of cells or choices that are bits, with numbers made of its literals. A
// *tie* says that a literal of the graph is as a Boolean term: an atom of the event, or a bit
// that terms look at.

#ifndef SV_UNWOUND_TERMS_H
#define SV_UNWOUND_TERMS_H

#include "encode/events/mold.h"

typedef struct {
  sv_lit literal;  // may be a constant
  sv_smt_term term;
} sv_term_tie;

typedef struct {
  sv_molds *molds;
  sv_mold_terms *terms;  // NULL: there are none, and nothing here is to be asked for
  sv_smt *z;
  SV_VEC(sv_term_tie) ties;
  sv_smt_terms always;  // true of the initial state
  sv_map known;         // node -> its Boolean
  sv_smt_terms booleans;
} sv_unwound_terms;

void sv_unwound_terms_init(sv_unwound_terms *, sv_molds *);
void sv_unwound_terms_free(sv_unwound_terms *);

// What an event sees; `event` UINT32_MAX: the initial state.
typedef struct {
  uint32_t event, action;  // action UINT32_MAX: no choices
  const sv_lit *now;       // by node of the molds' graph: its bits
  const sv_lit *initial;   // instead, by state bit; or NULL
  const sv_lit *choices;   // literals, choice by choice
} sv_term_sight;

sv_smt_term sv_unwound_cell(const sv_unwound_terms *, uint32_t event, uint32_t cell);
sv_smt_term sv_unwound_choice(const sv_unwound_terms *, uint32_t event, uint32_t action,
                              uint32_t k);  // an infinite one
sv_smt_term sv_unwound_copy(sv_unwound_terms *, const sv_term_sight *, sv_smt_term);
void sv_unwound_tie(sv_unwound_terms *, sv_lit, sv_smt_term);
// What is said of the cell at the start.
void sv_unwound_begin_cell(sv_unwound_terms *, uint32_t cell);

#endif
