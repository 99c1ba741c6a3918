// bdd_image.c -- images and preimages under relations that change some pairs.
//
// One recursion conjoins, quantifies and renames: at a changed pair the result
// for the value j of the next bit is the union over the values i of the current
// one, and is placed on the level of the current bit; at every other variable
// set and relation go down together. Relations are composed by the same recursion:
// then the set is the first of them, and a changed pair has values before, between and behind.

#include "solver/bdd_inside.h"

sv_bdd_relation sv_bdd_relation_make(sv_bdds *b, sv_bdd rel, const uint32_t *pairs, uint32_t n) {
  sv_bdd_relation r = {.rel = rel, .n = n};
  uint32_t *own = SV_NEW_ARRAY(uint32_t, n + 1);
  sv_u32s current = {0}, next = {0};
  for (uint32_t i = 0; i < n; i++) {
    REQUIRE(pairs[i] < b->options.pairs && (!i || pairs[i - 1] < pairs[i]), "ascending pairs");
    own[i] = pairs[i];
    sv_push(current, 2 * pairs[i]);
    sv_push(next, 2 * pairs[i] + 1);
  }
  r.pairs = own;
  r.cube = sv_bdd_cube(b, current.at, n);
  r.next_cube = sv_bdd_cube(b, next.at, n);
  sv_vec_free(current);
  sv_vec_free(next);
  return r;
}

void sv_bdd_relation_free(sv_bdds *b, sv_bdd_relation *r) {
  sv_bdd_drop(b, r->rel);
  sv_bdd_drop(b, r->cube);
  sv_bdd_drop(b, r->next_cube);
  sv_free((void *)(uintptr_t)r->pairs);
  *r = (sv_bdd_relation){0};
}

static int product(sv_bdds *b, sv_memo_op op, int set, int rel, int cube);

// The union of two products.
static int product_either(sv_bdds *b, sv_memo_op op, int set0, int rel0, int set1, int rel1,
                          int cube) {
  if (set0 == set1 && rel0 == rel1) return product(b, op, set0, rel0, cube);
  int x = sv_guard(b, product(b, op, set0, rel0, cube));
  int y = sv_guard(b, x == 1 ? 1 : product(b, op, set1, rel1, cube));
  int result = x == y || !y ? x : !x ? y : bdd_apply(x, y, bddop_or);
  sv_unguard(b, 2);
  return result;
}

static int product_changed(sv_bdds *b, sv_memo_op op, int set, int rel, int cube) {
  unsigned level = sv_node_level(cube);
  int set0 = sv_node_at(set, level, 0), set1 = sv_node_at(set, level, 1);
  int rel0 = sv_node_at(rel, level, 0), rel1 = sv_node_at(rel, level, 1);
  int rel00 = sv_node_at(rel0, level + 1, 0), rel01 = sv_node_at(rel0, level + 1, 1);
  int rel10 = sv_node_at(rel1, level + 1, 0), rel11 = sv_node_at(rel1, level + 1, 1);
  int rest = sv_node_high(cube);
  if (op == SV_MEMO_PREIMAGE) {
    int swap = rel01;
    rel01 = rel10;
    rel10 = swap;
  }
  int low = sv_guard(b, product_either(b, op, set0, rel00, set1, rel10, rest));
  int high = sv_guard(b, product_either(b, op, set0, rel01, set1, rel11, rest));
  int result = bdd_makenode(level, low, high);
  sv_unguard(b, 2);
  return result;
}

// At a changed pair: from x to z, by way of either value between.
static int chain_changed(sv_bdds *b, int first, int second, int cube) {
  unsigned level = sv_node_level(cube);
  int rest = sv_node_high(cube), at[2];
  for (int x = 0; x < 2; x++) {
    int from = sv_node_at(first, level, x), children[2];
    int begin[2] = {sv_node_at(from, level + 1, 0), sv_node_at(from, level + 1, 1)};
    for (int z = 0; z < 2; z++) {
      int end[2] = {sv_node_at(sv_node_at(second, level, 0), level + 1, z),
                    sv_node_at(sv_node_at(second, level, 1), level + 1, z)};
      children[z] =
          sv_guard(b, product_either(b, SV_MEMO_CHAIN, begin[0], end[0], begin[1], end[1], rest));
    }
    at[x] = bdd_makenode(level + 1, children[0], children[1]);
    sv_unguard(b, 2);
    sv_guard(b, at[x]);
  }
  int result = bdd_makenode(level, at[0], at[1]);
  sv_unguard(b, 2);
  return result;
}

static int product_same(sv_bdds *b, sv_memo_op op, int set, int rel, int cube, unsigned level) {
  int set0 = sv_node_at(set, level, 0), set1 = sv_node_at(set, level, 1);
  int rel0 = sv_node_at(rel, level, 0), rel1 = sv_node_at(rel, level, 1);
  int low = sv_guard(b, product(b, op, set0, rel0, cube));
  int high = sv_guard(b, product(b, op, set1, rel1, cube));
  int result = bdd_makenode(level, low, high);
  sv_unguard(b, 2);
  return result;
}

static int product(sv_bdds *b, sv_memo_op op, int set, int rel, int cube) {
  if (!set || !rel) return 0;
  unsigned level = sv_node_upper(set, rel);
  while (cube != 1 && sv_node_level(cube) + 1 < level) cube = sv_node_high(cube);
  if (cube == 1) return bdd_apply(set, rel, bddop_and);
  uint64_t tag = sv_memo_tag(op, 0, 0);
  int known = sv_memo_get(b, tag, set, rel, cube);
  if (known >= 0) return known;
  int result = level < sv_node_level(cube) ? product_same(b, op, set, rel, cube, level)
               : op == SV_MEMO_CHAIN       ? chain_changed(b, set, rel, cube)
                                           : product_changed(b, op, set, rel, cube);
  sv_memo_put(b, tag, set, rel, cube, result);
  return result;
}

sv_bdd sv_bdd_image(sv_bdds *b, sv_bdd set, const sv_bdd_relation *r) {
  sv_bdd_enter(b);
  return sv_bdd_own(product(b, SV_MEMO_IMAGE, set.x, r->rel.x, r->cube.x));
}

sv_bdd sv_bdd_preimage(sv_bdds *b, sv_bdd set, const sv_bdd_relation *r) {
  sv_bdd_enter(b);
  return sv_bdd_own(product(b, SV_MEMO_PREIMAGE, set.x, r->rel.x, r->cube.x));
}

sv_bdd sv_bdd_chain(sv_bdds *b, sv_bdd first, sv_bdd second, sv_bdd cube) {
  sv_bdd_enter(b);
  return sv_bdd_own(product(b, SV_MEMO_CHAIN, first.x, second.x, cube.x));
}
