// atoms.h -- Boolean terms as combinations of atoms.
//
// Atoms are what conjunction, equivalence and choice cannot take apart. Values
// that depend on a condition (ITE inside arithmetic, reading an array that was
// written) are drawn out: x < (c ? 1 : y) becomes c ? x < 1 : x < y, so that
// atoms are about plain values.

#ifndef SV_ATOMS_H
#define SV_ATOMS_H

#include "encode/abstract/flat.h"

// The same, with choices drawn out and every atom in its one form (linear.h). SV_NONE: it would be
// larger than `most` atoms.
sv_term sv_plain_atoms(sv_terms *, sv_term, uint32_t most);
// The atoms of a Boolean term: positive, ascending, each once; appended. No constants.
void sv_atoms_of(const sv_terms *, sv_term, sv_term_list *);
// Is it AND, or EQ or ITE on Booleans?
bool sv_is_connective(const sv_terms *, sv_term);

#endif
