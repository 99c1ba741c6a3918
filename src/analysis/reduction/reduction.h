// reduction.h -- the tables behind stubborn sets. Only files of this folder include this.
//
// Rows of bits over actions, all of `words` words:
//   dependent[a]    if a is enabled and chosen: the actions of other processes
//                   that are not independent of it
//   users[p, l]     actions with an edge of p that leaves l
//   dead[p, l]      actions that cannot happen any more once p is in l
//   guard_by[a]     actions that write what a's guard reads
//   enabling_by[a]  actions that write what a's being enabled depends on
//   guard_head[a], enabling_head[a]  the same where a receives the first message
//                   of a queue that is not empty: without actions that only append

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
  sv_rows dependent, guard_by, enabling_by;  // by action
  sv_rows guard_head, enabling_head;         // likewise; no bits if no action receives
  uint32_t *receives;   // by action: the queue from which it receives one message, or UINT32_MAX
  sv_rows users, dead;  // by place: sections.first[p] + l
  sv_bits visible;      // actions that may change an invariant to be checked
  sv_bits opens;        // actions that enter a section and so postpone all other processes
  sv_bits sticky;       // actions that may be chosen only together with all others
  sv_bits cuts;         // cut actions: they never fire
  sv_bits later;        // actions of a global class above 0
  bool needs_proviso;
};

// transaction.c: removes entries of transactions from `opens`, adds what is
// dependent on the actions of a transaction to their rows, and marks sticky actions.
void sv_reduction_transactions(sv_reduction *);
// docs/reduction.md, "What an enabled member brings in": must a set with a contain
// b? `strict`: also where a might not be possible yet.
bool sv_reduction_needed(const sv_reduction *, uint32_t a, uint32_t b, bool strict);
// Why such a net is not reduced, or NULL.
const char *sv_reduction_refuses(const sv_sections *, bool deadlock);
void sv_rows_set(sv_rows *, uint32_t row, uint32_t bit);

#endif
