// collapse.h -- collapse compression: states as tuples of parts.
//
// Processes are in far fewer local states than the system has global ones. The
// words of a state are cut at process borders (sv_layout with by_process); a
// part that needs more than 32 bits is kept once in a table of its own and
// replaced by its 32-bit number there, a smaller one is copied as it is. The
// store then holds the short tuples. Nothing is lost: equal states have equal
// tuples, so answers and counts are the same as with full states.

#ifndef SV_COLLAPSE_H
#define SV_COLLAPSE_H

#include "engine/explicit/store.h"
#include "exec/pack.h"

typedef struct sv_collapse sv_collapse;

sv_collapse *sv_collapse_new(const sv_layout *);  // the layout must outlive it
void sv_collapse_free(sv_collapse *);
uint32_t sv_collapse_words(const sv_collapse *);  // of a tuple
// The tuple of a state. With `add`, unknown parts get numbers; without, false
// if a part is unknown (so the state is not stored). False also when a table
// is full.
bool sv_collapse_pack(sv_collapse *, const uint64_t *state, bool add, uint64_t *tuple);
void sv_collapse_unpack(const sv_collapse *, const uint64_t *tuple, uint64_t *state);
// All tables as bytes, and back into empty ones (as sv_store_restore).
void sv_collapse_save(const sv_collapse *, sv_snapshot *);
sv_stored sv_collapse_restore(sv_collapse *, sv_snapshot *);
uint32_t sv_collapse_tables(const sv_collapse *);   // parts that have a table
uint64_t sv_collapse_entries(const sv_collapse *);  // in all tables
size_t sv_collapse_bytes(const sv_collapse *);
void sv_collapse_budget(sv_collapse *, size_t bytes);  // for each table

#endif
