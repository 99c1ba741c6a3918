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
  uint64_t fired;
  uint32_t generation;
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

static uint64_t tag_of(const closing *c, sv_memo_op op) {
  return sv_memo_tag(op, c->generation, 0);
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

// The node, closed from `group` on, which is not below the groups at its level.
static int close_from(closing *c, int node, uint32_t group) {
  return raise_to(c, closed(c, node), c->at_level.at[sv_node_level(node)], group);
}

// The node, closed from the groups at its level on.
static int closed(closing *c, int node) {
  if (node < 2 || c->stopped) return node;
  uint64_t tag = tag_of(c, SV_MEMO_CLOSED);
  int known = sv_memo_get(c->b, tag, node, 0, 0);
  if (known >= 0) return known;
  unsigned level = sv_node_level(node);
  uint32_t below = c->at_level.at[level + 1];
  int low = sv_guard(c->b, close_from(c, sv_node_low(node), below));
  int high = sv_guard(c->b, close_from(c, sv_node_high(node), below));
  int result = make_closed(c, level, low, high, c->at_level.at[level]);
  sv_unguard(c->b, 2);
  remember(c, tag, node, 0, 0, result);
  if (sv_node_level(result) == level) remember(c, tag, result, 0, 0, result);
  return result;
}

// The union of two products, closed from `group` on.
static int pass_either(closing *c, int set0, int rel0, int set1, int rel1, int cube,
                       uint32_t group) {
  if (set0 == set1 && rel0 == rel1) return pass(c, set0, rel0, cube, group);
  int x = sv_guard(c->b, pass(c, set0, rel0, cube, group));
  int y = sv_guard(c->b, x == 1 ? 1 : pass(c, set1, rel1, cube, group));
  int result = x == y || !y ? x : !x ? y : bdd_apply(x, y, bddop_or);
  sv_unguard(c->b, 2);
  return result;
}

// At a changed pair, which is the first of the cube.
static int pass_changed(closing *c, int set, int rel, int cube, uint32_t to) {
  unsigned level = sv_node_level(cube);
  uint32_t below = c->at_level.at[level + 1];
  int set0 = sv_node_at(set, level, 0), set1 = sv_node_at(set, level, 1);
  int rel0 = sv_node_at(rel, level, 0), rel1 = sv_node_at(rel, level, 1), rest = sv_node_high(cube);
  int low = sv_guard(c->b, pass_either(c, set0, sv_node_at(rel0, level + 1, 0), set1,
                                       sv_node_at(rel1, level + 1, 0), rest, below));
  int high = sv_guard(c->b, pass_either(c, set0, sv_node_at(rel0, level + 1, 1), set1,
                                        sv_node_at(rel1, level + 1, 1), rest, below));
  int result = make_closed(c, level, low, high, to);
  sv_unguard(c->b, 2);
  return result;
}

// At a variable that stays as it is.
static int pass_same(closing *c, int set, int rel, int cube, unsigned level, uint32_t to) {
  uint32_t below = c->at_level.at[level + 1];
  int set0 = sv_node_at(set, level, 0), set1 = sv_node_at(set, level, 1);
  int rel0 = sv_node_at(rel, level, 0), rel1 = sv_node_at(rel, level, 1);
  int low = sv_guard(c->b, pass(c, set0, rel0, cube, below));
  int high = sv_guard(c->b, pass(c, set1, rel1, cube, below));
  int result = make_closed(c, level, low, high, to);
  sv_unguard(c->b, 2);
  return result;
}

// Nothing more is changed: what is left of the set must be closed again.
static int pass_rest(closing *c, int set, int rel, uint32_t group) {
  if (rel == 1) return set;
  int both = sv_guard(c->b, bdd_apply(set, rel, bddop_and));
  int result = both == set ? set : close_from(c, both, group);
  sv_unguard(c->b, 1);
  return result;
}

// Without the changed pairs that neither set nor relation speak of.
static int cube_from(int cube, unsigned level) {
  while (cube != 1 && sv_node_level(cube) + 1 < level) cube = sv_node_high(cube);
  return cube;
}

static int pass_one(closing *c, int set, int rel, int cube, uint32_t to) {
  unsigned level = sv_node_upper(set, rel);
  return level < sv_node_level(cube) ? pass_same(c, set, rel, cube, level, to)
                                     : pass_changed(c, set, rel, cube, to);
}

// The image of a set that is closed from `group` on, closed likewise.
static int pass(closing *c, int set, int rel, int cube, uint32_t group) {
  if (!set || !rel || c->stopped) return 0;
  unsigned level = sv_node_upper(set, rel);
  cube = cube_from(cube, level);
  if (cube == 1) return pass_rest(c, set, rel, group);
  if (sv_node_level(cube) < level) level = sv_node_level(cube);
  uint64_t tag = tag_of(c, SV_MEMO_PASS);
  int result = sv_memo_get(c->b, tag, set, rel, cube);
  if (result < 0) {
    result = pass_one(c, set, rel, cube, c->at_level.at[level]);
    remember(c, tag, set, rel, cube, result);
  }
  return raise_to(c, result, c->at_level.at[level], group);
}

// The image of a set under a relation of this group, closed from the next group on.
static int fire(closing *c, const firing *f, uint32_t group, int set) {
  uint64_t tag = tag_of(c, SV_MEMO_FIRE);
  int result = sv_memo_get(c->b, tag, set, f->rel, f->cube);
  if (result >= 0) return result;
  count_step(c);
  int cube = cube_from(f->cube, sv_node_upper(set, f->rel));
  result =
      cube == 1 ? pass_rest(c, set, f->rel, group + 1) : pass_one(c, set, f->rel, cube, group + 1);
  remember(c, tag, set, f->rel, f->cube, result);
  return result;
}

// A set that is closed from the next group on, closed from this one on.
static int fix(closing *c, uint32_t group, int set) {
  uint64_t tag = tag_of(c, SV_MEMO_FIX) | (uint64_t)group << 4;
  int known = sv_memo_get(c->b, tag, set, 0, 0);
  if (known >= 0) return known;
  uint32_t first = c->first.at[group], n = c->first.at[group + 1] - first, at = c->b->guards.n;
  int all = sv_guard(c->b, sv_guard(c->b, set));
  for (uint32_t i = 0, unchanged = 0; unchanged < n && !c->stopped; i = (i + 1) % n) {
    int image = sv_guard(c->b, fire(c, &c->relations.at[first + i], group, all));
    int more = bdd_apply(all, image, bddop_or);
    sv_unguard(c->b, 1);
    unchanged = more == all ? unchanged + 1 : 0;
    all = c->b->guards.at[at + 1] = more;
  }
  sv_unguard(c->b, 2);
  remember(c, tag, set, 0, 0, all);
  remember(c, tag, all, 0, 0, all);
  return all;
}

static int by_top(const void *x, const void *y) {
  const firing *a = x, *b = y;
  if (a->top != b->top) return a->top < b->top ? -1 : 1;
  return a->rel < b->rel ? -1 : a->rel > b->rel;
}

static void add_relations(closing *c, const sv_bdd_relation *r, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (!r[i].n || !r[i].rel.x) continue;
    int rel = r[i].rel.x, cube = r[i].cube.x;
    sv_push(c->relations, (firing){sv_node_upper(rel, cube), rel, cube});
  }
  if (c->relations.n) qsort(c->relations.at, c->relations.n, sizeof *c->relations.at, by_top);
}

static void make_groups(closing *c) {
  uint32_t levels = c->b->vars + 1;
  sv_fill(c->at_level, levels + 1);
  for (uint32_t i = 0; i < c->relations.n; i++)
    if (!i || c->relations.at[i - 1].top != c->relations.at[i].top) sv_push(c->first, i);
  uint32_t group = c->first.n;
  sv_push(c->first, c->relations.n);
  c->at_level.at[levels] = group;
  for (uint32_t level = levels; level-- > 0;) {
    if (group && c->relations.at[c->first.at[group - 1]].top == level) group--;
    c->at_level.at[level] = group;
  }
}

// What the memo table knows of the same relations is still good.
static void find_generation(closing *c) {
  sv_bdds *b = c->b;
  bool same = b->relations.n == 2 * c->relations.n;
  for (uint32_t i = 0; same && i < c->relations.n; i++)
    same = b->relations.at[2 * i] == (uint32_t)c->relations.at[i].rel &&
           b->relations.at[2 * i + 1] == (uint32_t)c->relations.at[i].cube;
  if (!same) {
    b->generation = (b->generation + 1) & 0xFFFFFFF;
    if (!b->generation) sv_memo_clear(b);
    sv_clear(b->relations);
    for (uint32_t i = 0; i < c->relations.n; i++) {
      sv_push(b->relations, (uint32_t)c->relations.at[i].rel);
      sv_push(b->relations, (uint32_t)c->relations.at[i].cube);
    }
  }
  c->generation = b->generation;
}

sv_bdd sv_bdd_saturate(sv_bdds *b, sv_bdd set, const sv_bdd_relation *relations, uint32_t n,
                       sv_bdd_step_fn *step, void *context) {
  sv_bdd_enter(b);
  closing c = {.b = b, .step = step, .context = context};
  add_relations(&c, relations, n);
  make_groups(&c);
  find_generation(&c);
  b->saturating = true;
  sv_bdd result = sv_bdd_own(close_from(&c, set.x, 0));
  b->saturating = false;
  sv_vec_free(c.relations);
  sv_vec_free(c.first);
  sv_vec_free(c.at_level);
  return result;
}
