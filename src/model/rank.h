// rank.h -- an order of terms that does not depend on handles.
//
// Terms are compared by height, operator, the text of their head and then by
// their arguments; constants come last, so that one writes (= x 1). Two tables
// that hold the same terms rank them in the same order, however they came to
// be: this is what makes printing reproducible.

#ifndef SV_RANK_H
#define SV_RANK_H

#include "model/print.h"

// rank[index] for every term of the cone of the roots; 0 for others. `rank` has
// sv_terms_count + 1 elements, all 0 before.
void sv_rank_terms(const sv_model *, const sv_term *roots, uint32_t n, uint32_t *rank);

// The arguments of a node in the order in which they are written.
void sv_rank_arguments(const sv_node *, const uint32_t *rank, sv_term *out);

#endif
