// bdd_saturate.c -- closure under relations by saturation.
//
// Ciardo, Luettgen, Siminiscu: Saturation: an efficient iteration strategy for
// symbolic state-space generation, TACAS 2001; here on decision diagrams of
// bits, whose levels may be skipped.
//
// A relation belongs to the group of its top: the highest level among the pairs
// it changes and the variables it reads. Groups are ordered from the top down.
// A set is closed from group g on if firing the groups g, g+1, ... adds nothing;
// then so are its cofactors, and the union of such sets. Every node that is made
// is closed from the first group at or below its level on (at_level) before it
// is used above, also the results inside of a product (pass). Where a node is
// used above levels that it skips, the groups of these are still to be fired,
// from the lowest to the highest (raise).

#include <stdlib.h>

#include "solver/bdd_inside.h"

enum { FIRED_PER_STEP = 256 };

typedef struct {
  uint32_t top;
  int rel, cube;
} firing;

typedef struct {
  sv_bdds *b;
  SV_VEC(firing) relations;  // by top
  sv_u32s first;             // of a group among the relations, and the end
  sv_u32s at_level;          // per level, also that of constants: the first group there or below
  uint64_t fired, generation;
  sv_bdd_step_fn *step;
  void *context;
  bool stopped;
} closing;

static int fix(closing *, uint32_t group, int set);
static int closed(closing *, int node);
static int pass(closing *, int set, int rel, int cube, uint32_t group);

static void remember(closing *c, uint64_t tag, int x, int y, int z, int result) {
  if (!c->stopped) sv_memo_put(c->b, tag, x, y, z, result);
}

static uint64_t tag_of(const closing *c, sv_memo_op op, uint32_t group) {
  return sv_memo_tag(op, (uint32_t)c->generation, group);
}

static void count_step(closing *c) {
  if (++c->fired % FIRED_PER_STEP == 0 && c->step && !c->step(c->context, c->fired))
    c->stopped = true;
}

// `set` is closed from group `from` on; the result is so from `to` on.
static int raise_to(closing *c, int set, uint32_t from, uint32_t to) {
  while (from > to && set >= 2) set = fix(c, --from, set);
  return set;
}

// Makes a node whose children are closed from the groups below `level` on, and
// closes it from `to` on.
static int make_closed(closing *c, unsigned level, int low, int high, uint32_t to) {
  return raise_to(c, bdd_makenode(level, low, high), c->at_level.at[level + 1], to);
}

// The node, closed from the groups at its level on.
static int closed(closing *c, int node) {
  if (node < 2 || c->stopped) return node;
  uint64_t tag = tag_of(c, SV_MEMO_CLOSED, 0);
  int known = sv_memo_get(c->b, tag, node, 0, 0);
  if (known >= 0) return known;
  unsigned level = sv_node_level(node);
  uint32_t below = c->at_level.at[level + 1];
  int low = closed(c, sv_node_low(node));
  low = sv_guard(c->b, raise_to(c, low, c->at_level.at[sv_node_level(low)], below));
  int high = closed(c, sv_node_high(node));
  high = sv_guard(c->b, raise_to(c, high, c->at_level.at[sv_node_level(high)], below));
  int result = make_closed(c, level, low, high, c->at_level.at[level]);
  sv_unguard(c->b, 2);
  remember(c, tag, node, 0, 0, result);
  return result;
}
