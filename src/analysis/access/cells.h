// cells.h -- arrays of which an action uses single cells, by the values of indices.
//
// An action that reads or writes a[i] uses one cell of a, which one depends on
// the state. An array counts as such for an action if the action only selects
// and updates single cells, with indices that are no choices. Where location
// invariants or competitors (`else`) read the array, all of it counts.

#ifndef SV_CELLS_H
#define SV_CELLS_H

#include "analysis/access/access.h"

enum { SV_MOST_CELLS = 128 };  // of an array whose cells are distinguished

typedef struct {
  uint32_t var;   // an array of so many cells
  sv_term index;  // over the old state
  bool writes;
} sv_cell_use;
typedef SV_VEC(sv_cell_use) sv_cell_uses;

// Appended, variable by variable in ascending order.
void sv_cell_uses_find(const sv_accesses *, uint32_t action, sv_cell_uses *out);
// The condition under which it is the cell number k.
sv_term sv_cell_is(sv_terms *, sv_term index, uint32_t k);

#endif
