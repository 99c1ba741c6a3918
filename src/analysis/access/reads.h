// reads.h -- what a term reads.
//
// Where an array is read with constant indices, only those cells count;
// where a program counter is compared with a location, only that location.
// A reference to a queue that is not constant may mean every queue that ever
// flows there: a small flow analysis over reference variables and messages
// (Andersen's, without fields) keeps channels that are handed over once, at a
// start, apart.

#ifndef SV_READS_H
#define SV_READS_H

#include "analysis/access/parts.h"
#include "base/bits.h"

typedef struct {
  const sv_part_map *map;
  sv_bits *var_refs;     // by variable; n = 0 where it holds no references
  sv_bits message_refs;  // references inside messages
  sv_map visited;        // scratch of one walk
  SV_VEC(sv_term) stack;
} sv_reader;

void sv_reader_init(sv_reader *, const sv_part_map *);
void sv_reader_free(sv_reader *);

// Adds what the term reads of the old state; the set stays unsealed. NEXT x
// counts as reading x if it is the old value: `written` are the parts that are
// certainly overwritten (NULL: none). *next is set if the term has a NEXT.
void sv_reader_term(sv_reader *, sv_term, const sv_parts *written, sv_parts *out, bool *next);
// The queues that the reference may denote are added (bit i: queue i).
void sv_reader_refs(sv_reader *, sv_term, sv_bits *out);
// The parts that an update target may write; false if it certainly writes
// exactly these (true: one of them at most, the indices are not constant).
bool sv_reader_target(sv_reader *, sv_term target, sv_part_range *out);
// What the indices of a target read.
void sv_reader_indices(sv_reader *, sv_term target, sv_parts *out);
uint32_t sv_target_var(const sv_terms *, sv_term target);

#endif
