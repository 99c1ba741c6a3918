// bdd_inside.h -- what the files behind bdd.h share.
//
// BuDDy's public functions hide its nodes behind checks and know no operation
// that makes a node from a level and two children. Our own recursions (images,
// saturation, counting) therefore use what its kernel exports, declared here as
// in BuDDy 2.4; sv_bdds_new compares it with what the public functions say.
//
// Garbage: a node that is only held by a C variable dies at any call that makes
// nodes. Our recursions put such nodes on a stack of guards, which are marked as
// live just before a collection. The memo table holds no references (in BuDDy
// these stick when they reach 1023): after a collection, entries with dead nodes
// go. Only while saturating, where most results are of no use but to be found
// again, all that the table speaks of is marked too, as long as there is room.

#ifndef SV_BDD_INSIDE_H
#define SV_BDD_INSIDE_H

#include <bdd.h>
#include <setjmp.h>

#include "solver/bdd.h"

typedef struct {
  unsigned refs : 10, level : 22;  // level of a constant: number of variables
  int low, high;                   // low of a free node: -1
  int hash, next;
} sv_buddy_node;

extern sv_buddy_node *bddnodes;
extern int bddnodesize, bddfreenum;
extern long bddproduced;  // nodes ever made
extern int bdd_makenode(unsigned level, int low, int high);
extern void bdd_mark(int node);

typedef enum {
  SV_MEMO_NONE,
  SV_MEMO_IMAGE,
  SV_MEMO_PREIMAGE,
  SV_MEMO_DISJOINT,
  SV_MEMO_IMPLIES,
  SV_MEMO_CLOSED,
  SV_MEMO_FIX,
  SV_MEMO_FIRE,
  SV_MEMO_PASS,
  SV_MEMO_CHAIN,
  SV_MEMO_AND
} sv_memo_op;

typedef struct {
  uint64_t tag;  // what the entry is about, see sv_memo_tag; 0: empty
  int a, b, c, result;
} sv_memo_entry;

struct sv_bdds {
  sv_bdds_options options;
  uint32_t vars, max_nodes;
  SV_VEC(int) guards;

  sv_memo_entry *memo;            // direct-mapped; size is mask + 1
  uint64_t memo_mask, memo_lost;  // lost: entries replaced since it grew
  uint32_t generation;            // of the relations that were saturated last
  sv_u32s relations;              // their nodes: the generation is for the same ones again

  bool limited, given_up;  // sv_bdds_limit; more nodes were made
  bool may_leave;          // by `out`, out of the operation at hand
  uint64_t most_made;      // as BuDDy counts them
  uint64_t steps_left;     // of our own conjunctions
  jmp_buf out;

  bool blocks_known, reordering, saturating;
  uint32_t reorder_from, probe_at;  // live nodes; nodes at which to count them
  uint64_t probes;
  uint64_t peak, collections, reorders;
  double reorder_seconds;
};

static inline unsigned sv_node_level(int n) { return bddnodes[n].level; }
static inline int sv_node_low(int n) { return bddnodes[n].low; }
static inline int sv_node_high(int n) { return bddnodes[n].high; }
static inline unsigned sv_node_upper(int f, int g) {
  unsigned x = sv_node_level(f), y = sv_node_level(g);
  return x < y ? x : y;
}
static inline bool sv_node_dead(int n) { return n >= 2 && bddnodes[n].low == -1; }
// The cofactors by the variable at this level, which is not below the node's.
static inline int sv_node_at(int n, unsigned level, bool value) {
  if (sv_node_level(n) != level) return n;
  return value ? sv_node_high(n) : sv_node_low(n);
}

static inline int sv_guard(sv_bdds *b, int n) { return sv_push(b->guards, n), n; }
static inline void sv_unguard(sv_bdds *b, uint32_t n) { b->guards.n -= n; }

static inline bool sv_bdd_beyond_limit(sv_bdds *b) {
  b->given_up |= (uint64_t)bddproduced > b->most_made;
  return b->given_up;
}

static inline uint64_t sv_memo_tag(sv_memo_op op, uint32_t generation, uint32_t group) {
  return (uint64_t)generation << 36 | (uint64_t)group << 4 | (uint64_t)op;
}
void sv_memo_init(sv_bdds *, uint32_t nodes);
void sv_memo_grow(sv_bdds *, uint32_t nodes);  // as fits a table of so many nodes
void sv_memo_mark(sv_bdds *);                  // keeps all of it through a collection
void sv_memo_sweep(sv_bdds *);                 // forgets what speaks of dead nodes
void sv_memo_clear(sv_bdds *);
int sv_memo_get(const sv_bdds *, uint64_t tag, int a, int b, int c);  // -1: not known
void sv_memo_put(sv_bdds *, uint64_t tag, int a, int b, int c, int result);

// Before every operation that may make nodes: reorders if it is time to.
void sv_bdd_enter(sv_bdds *);
int sv_bdd_probe(void);  // while sifting: the number of nodes, and a sign of life
static inline sv_bdd sv_bdd_own(int n) { return (sv_bdd){bdd_addref(n)}; }

#endif
