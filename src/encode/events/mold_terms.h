// mold_terms.h -- values that are terms: numbers without bounds, or all of them where that is wanted.
//
// The graph of the molds knows nothing of numbers that are terms. Where something depends on them that is
// no number (blast.h asks for it bit by bit), it has an input, an *atom*, which is defined by a Boolean term over
// the cells of the state and the choices of the action. Cells, choices and what becomes of a cell are
// terms as the translators for bounded model checking make them (encode/smt): nothing is translated anew.
// An event has constants of its own for the cells that it looks at, and puts them in their place.

#ifndef SV_MOLD_TERMS_H
#define SV_MOLD_TERMS_H

#include "encode/bits/blast.h"
#include "encode/smt/smt_net.h"

typedef struct sv_mold_terms sv_mold_terms;

typedef struct {
  sv_smt_term term;
  sv_u32s cells;  // that it is about
  bool chooses;   // it is about choices, too
} sv_atom;

// NULL and a reason. Inputs are made in the graph.
sv_mold_terms *sv_mold_terms_new(const sv_net *, sv_aig *, sv_text *why);
void sv_mold_terms_free(sv_mold_terms *);  // NULL is fine

// Questions are about this action from now on; UINT32_MAX: about the state alone.
void sv_mold_terms_about(sv_mold_terms *, uint32_t action);
sv_blast_terms_fn sv_mold_terms_ask;                     // context: the terms
bool sv_mold_terms_hides(void *context, uint32_t node);  // an atom about choices
const char *sv_mold_terms_lost(const sv_mold_terms *);   // what could not be answered, or NULL
const sv_atom *sv_mold_terms_atom(const sv_mold_terms *, uint32_t node);  // NULL: no atom
const sv_smt_net *sv_mold_terms_net(const sv_mold_terms *);
// The cells that a term is about, appended, each once.
void sv_mold_terms_cells(sv_mold_terms *, sv_smt_term, sv_u32s *cells);
// The value that the action gives to a cell, where it writes it.
sv_smt_term sv_mold_terms_initial(sv_mold_terms *, const sv_net_var *,
                                  uint32_t cell);  // as it is given
sv_smt_term sv_mold_terms_after(const sv_mold_terms *, uint32_t action, uint32_t cell);

#endif
