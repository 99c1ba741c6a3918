// bdd_reorder.c -- dynamic reordering: BuDDy's sifting, made usable.
//
// Each pair is one block, so that current and next bit stay neighbours; the
// singles stay behind. BuDDy's own automatic reordering jumps out of the
// operation it is in, which our recursions cannot bear; we reorder between
// operations instead. Two things are put right here: sifting gives up at once
// if the table may grow by more than is left to its limit, and the counts of
// references that it leaves behind include those from other nodes.

#include "base/limits.h"
#include "solver/bdd_inside.h"

typedef struct {
  int node;
  unsigned refs;
} reference;
typedef SV_VEC(reference) references;

// Larger blocks first; siblings from the last to the first, because BuDDy
// walks over those before.
static void add_blocks(sv_bdds *b) {
  uint32_t pairs = b->options.pairs, singles = b->options.singles;
  b->blocks_known = true;
  if (singles) {
    bdd_intaddvarblock(0, (int)b->vars - 1, BDD_REORDER_FIXED);
    bdd_intaddvarblock((int)(2 * pairs), (int)b->vars - 1, BDD_REORDER_FIXED);
  }
  bdd_intaddvarblock(0, (int)(2 * pairs) - 1, BDD_REORDER_FREE);
  if (pairs < 2) return;
  for (uint32_t i = pairs; i-- > 0;)
    bdd_intaddvarblock((int)(2 * i), (int)(2 * i + 1), BDD_REORDER_FIXED);
}

static references take_references(void) {
  references all = {0};
  for (int n = 2; n < bddnodesize; n++)
    if (bddnodes[n].refs && !sv_node_dead(n)) sv_push(all, (reference){n, bddnodes[n].refs});
  return all;
}

static void give_references(references *all) {
  for (uint32_t i = 0; i < all->n; i++) bddnodes[all->at[i].node].refs = all->at[i].refs & 1023;
  sv_vec_free(*all);
}

static void sift(sv_bdds *b) {
  bdd_gbc();
  references all = take_references();
  int used = bdd_getnodenum();
  int old = bdd_setmaxincrease(used / 4 + 1000);
  bdd_reorder_probe(sv_bdd_probe);
  b->reordering = true;
  bdd_reorder(BDD_REORDER_SIFT);
  b->reordering = false;
  bdd_setmaxincrease(old);
  give_references(&all);
  bdd_gbc();
}

void sv_bdds_reorder(sv_bdds *b) {
  REQUIRE(!b->guards.n, "not inside another operation");
  if (b->options.pairs < 2) return;
  double start = sv_now();
  if (!b->blocks_known) add_blocks(b);
  sift(b);
  sv_memo_clear(b);
  sv_clear(b->relations);
  sv_memo_grow(b, (uint32_t)bdd_getallocnum());
  b->reorders++;
  b->reorder_seconds += sv_now() - start;
}

void sv_bdds_reorder_from(sv_bdds *b, uint32_t nodes) { b->reorder_from = b->probe_at = nodes; }

// Dead nodes are not worth a reordering: first see how many are left without them.
static void reorder_if_many(sv_bdds *b) {
  bdd_gbc();
  uint32_t live = (uint32_t)bdd_getnodenum();
  if (live >= b->reorder_from) {
    sv_bdds_reorder(b);
    live = (uint32_t)bdd_getnodenum();
    b->reorder_from = 2 * (live > b->reorder_from ? live : b->reorder_from);
  }
  b->probe_at = 2 * live > b->reorder_from ? 2 * live : b->reorder_from;
}

void sv_bdd_enter(sv_bdds *b) {
  if (b->reorder_from && (uint32_t)bdd_getnodenum() >= b->probe_at && !b->guards.n)
    reorder_if_many(b);
}
