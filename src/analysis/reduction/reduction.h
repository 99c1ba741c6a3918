// reduction.h -- the tables behind stubborn sets. Not for others.
//
// Rows of bits over actions, all of `words` words:
//   needs[a]        if a is enabled and chosen: what may disturb it, or be
//                   disturbed by it, in other processes
//   users[p, l]     actions with an edge of p that leaves l
//   dead[p, l]      actions that cannot happen any more once p is in l
//   guard_by[a]     actions that write what a's guard reads
//   enabling_by[a]  actions that write what a's being enabled depends on
//   guard_head[a], enabling_head[a]  the same where a takes the first message of
//                   a queue that is not empty: without those that only append

#ifndef SV_REDUCTION_H
#define SV_REDUCTION_H

#include "analysis/access/relations.h"
#include "analysis/reduction/future.h"
#include "analysis/reduction/stubborn.h"

enum { SV_REDUCTION_ACTIONS = 8192 };  // beyond: the tables grow too large

typedef struct {
  uint64_t *bits;
  uint32_t words;
} sv_rows;

static inline const uint64_t *sv_row(const sv_rows *r, uint32_t i) {
  return r->bits + (size_t)i * r->words;
}

struct sv_reduction {
  const sv_net *net;
  sv_accesses *all;
  sv_relations *relations;
  uint32_t words;
  sv_rows needs, guard_by, enabling_by;  // by action
  sv_rows guard_head, enabling_head;     // likewise; no bits if nobody takes
  uint32_t *takes;      // by action: the queue of which it takes one, or UINT32_MAX
  sv_rows users, dead;  // by place: sections.first[p] + l
  sv_bits visible;      // actions that may change an invariant to be checked
  sv_bits opens;        // actions that enter a section and so postpone everybody
  sv_bits sticky;       // actions that may be chosen only together with all others
  sv_bits cuts;         // cut actions: they never fire
  sv_bits later;        // actions of a global class above 0
  bool needs_proviso;
};

// transaction.c: takes entries of solid sections out of `opens`, adds what the
// sections touch to their rows, and marks sticky actions.
void sv_reduction_transactions(sv_reduction *);
// "What an enabled member brings in": must b come with a? `strict`: also where
// a might not be possible yet.
bool sv_reduction_needed(const sv_reduction *, uint32_t a, uint32_t b, bool strict);
// Why such a net is not reduced, or NULL.
const char *sv_reduction_refuses(const sv_sections *, bool deadlock);
void sv_rows_set(sv_rows *, uint32_t row, uint32_t bit);

#endif
