// relation.c -- from an action to a relation over the bits it touches.

#include <stdlib.h>

#include "engine/bdd/system.h"

void sv_symbolic_note_choices(const sv_symbolic *s, const sv_lits *roots, sv_u32s *singles) {
  sv_u32s inputs = {0};
  sv_aig_support(s->aig, roots->at, roots->n, &inputs);
  for (uint32_t i = 0; i < inputs.n; i++) {
    uint32_t var = s->var_of_node.at[inputs.at[i]];
    if (var >= 2 * s->coding->bits) sv_push(*singles, var);
  }
  sv_vec_free(inputs);
}

static sv_lit leaves_code(const sv_symbolic *s, const sv_blasted *x) {
  sv_lit any = SV_LIT_FALSE;
  for (uint32_t i = 0; i < x->outside.n; i++) any = sv_aig_or(s->aig, any, x->outside.at[i].when);
  return any;
}

void sv_symbolic_collect(sv_symbolic *s, const sv_blasted *x, sv_lits *roots) {
  sv_push(*roots, sv_aig_and(s->aig, x->possible, sv_lit_not(leaves_code(s, x))));
  for (uint32_t i = 0; i < x->writes.n; i++) sv_push(*roots, x->writes.at[i].value);
  for (uint32_t i = 0; i < x->outside.n; i++) sv_push(*roots, x->outside.at[i].when);
}

static sv_bdd for_some_choices(sv_symbolic *s, sv_lit l, sv_bdd cube) {
  sv_bdd all = sv_symbolic_bool(s, l), some = sv_bdd_exists(s->bdds, all, cube);
  sv_bdd_drop(s->bdds, all);
  return some;
}

// What it is the conjunction of.
static void split(const sv_symbolic *s, sv_lit l, sv_lits *out) {
  sv_map seen = {0};
  sv_push(*out, l);
  for (uint32_t i = 0; i < out->n; i++) {
    sv_lit at = out->at[i];
    uint32_t node = sv_lit_node(at);
    if (sv_lit_negated(at) || !sv_aig_is_and(s->aig, node)) continue;
    out->at[i] = SV_LIT_TRUE;
    if (sv_map_get(&seen, node) != SV_MAP_NONE) continue;
    sv_map_put(&seen, node, 1);
    sv_push(*out, sv_aig_left(s->aig, node));
    sv_push(*out, sv_aig_right(s->aig, node));
  }
  sv_map_free(&seen);
}

enum { SHARE_OF_PART = 16 };

// All states but those that a small part of the condition excludes.
static sv_bdd overestimate(sv_symbolic *s, sv_lit l, sv_bdd cube) {
  sv_lits parts = {0};
  sv_bdd all = SV_BDD_TRUE;
  if (s->most_made) split(s, l, &parts);
  for (uint32_t i = 0; i < parts.n; i++) {
    sv_bdds_limit(s->bdds, s->most_made / SHARE_OF_PART);
    sv_bdd one = for_some_choices(s, parts.at[i], cube), both = sv_bdd_and(s->bdds, all, one);
    if (sv_bdds_unlimit(s->bdds)) sv_bdd_set(s->bdds, &all, sv_bdd_keep(s->bdds, both));
    sv_bdd_drop(s->bdds, both);
    sv_bdd_drop(s->bdds, one);
  }
  sv_vec_free(parts);
  return all;
}

static void note_possible(sv_symbolic *s, const sv_blasted *x, sv_bdd_draft *d, sv_bdd cube) {
  const sv_net_action *a = &s->net->actions.at[x->action];
  bool tried = a->priority == s->blind_class && !a->cut;
  if (tried) sv_bdds_limit(s->bdds, s->most_made);
  d->possible = for_some_choices(s, x->possible, cube);
  d->blind = tried && !sv_bdds_unlimit(s->bdds);
  if (d->blind) sv_bdd_set(s->bdds, &d->possible, overestimate(s, x->possible, cube));
}

// Takes the BDDs of an action's literals apart.
static void note_effect(sv_symbolic *s, const sv_blasted *x, sv_bdd_draft *d, const sv_bdd *made,
                        sv_bdd cube) {
  d->inside = made[0];
  assert(d->bits.n == x->writes.n && !d->values.n);
  for (uint32_t i = 0; i < x->writes.n; i++) sv_push(d->values, made[1 + i]);
  for (uint32_t i = 0; i < x->outside.n; i++) {
    sv_bdd when = made[1 + x->writes.n + i], states = sv_bdd_exists(s->bdds, when, cube);
    sv_bdd_drop(s->bdds, when);
    sv_push(s->outside, (sv_bdd_outside){x->action, states, x->outside.at[i]});
  }
}

static void forget_effect(sv_symbolic *s, const sv_blasted *x, sv_bdd_draft *d) {
  sv_bdd_set(s->bdds, &d->inside, SV_BDD_FALSE);
  for (uint32_t i = 0; i < d->values.n; i++) sv_bdd_drop(s->bdds, d->values.at[i]);
  sv_clear(d->values);
  for (uint32_t i = 0; i < x->outside.n; i++) sv_bdd_drop(s->bdds, sv_pop(s->outside).states);
}

static void try_effect(sv_symbolic *s, const sv_blasted *x, sv_bdd_draft *d, const sv_lits *roots,
                       sv_bdd cube) {
  sv_bdd_list made = {0};
  sv_fill(made, roots->n);
  sv_bdds_limit(s->bdds, s->most_made);
  sv_symbolic_make(s, roots->at, roots->n, made.at);
  note_effect(s, x, d, made.at, cube);
  d->large = !sv_bdds_unlimit(s->bdds);
  if (d->large) forget_effect(s, x, d);
  sv_vec_free(made);
}

void sv_symbolic_draft(sv_symbolic *s, const sv_blasted *x, sv_bdd_draft *out) {
  sv_lits roots = {0};
  if (sv_lit_same(x->possible, SV_LIT_FALSE)) return;
  sv_symbolic_collect(s, x, &roots);
  sv_push(roots, x->possible);
  sv_symbolic_note_choices(s, &roots, &out->singles);
  roots.n--;
  for (uint32_t i = 0; i < x->writes.n; i++) sv_push(out->bits, x->writes.at[i].bit);
  sv_bdd cube = sv_bdd_cube(s->bdds, out->singles.at, out->singles.n);
  note_possible(s, x, out, cube);
  out->large = out->blind || !s->most_made;
  if (!out->large) try_effect(s, x, out, &roots, cube);
  sv_bdd_drop(s->bdds, cube);
  sv_vec_free(roots);
}

void sv_symbolic_draft_free(sv_symbolic *s, sv_bdd_draft *d) {
  sv_bdd_drop(s->bdds, d->possible);
  sv_bdd_drop(s->bdds, d->inside);
  for (uint32_t i = 0; i < d->values.n; i++) sv_bdd_drop(s->bdds, d->values.at[i]);
  sv_vec_free(d->values);
  sv_vec_free(d->bits);
  sv_vec_free(d->singles);
}

typedef struct {
  uint32_t pair, index;
} placed;

static int by_pair(const void *a, const void *b) {
  uint32_t x = ((const placed *)a)->pair, y = ((const placed *)b)->pair;
  return x < y ? -1 : x > y;
}

// rel := rel and "the next bit of the pair is this"
static void constrain(sv_bdds *b, sv_bdd *rel, uint32_t pair, sv_bdd value) {
  sv_bdd next = sv_bdd_var(b, 2 * pair + 1), equal = sv_bdd_iff(b, next, value);
  sv_bdd_and_to(b, rel, equal);
  sv_bdd_drop(b, next);
  sv_bdd_drop(b, equal);
}

// Over current bits and the next bits of its pairs; choices are gone.
SV_ASSERT_ONLY static bool is_over_pairs(const sv_symbolic *s, const sv_bdd_relation *r) {
  sv_u32s vars = {0};
  bool good = true;
  sv_bdd_support(s->bdds, r->rel, &vars);
  for (uint32_t i = 0; i < vars.n && good; i++) {
    uint32_t k = 0;
    while (k < r->n && 2 * r->pairs[k] + 1 != vars.at[i]) k++;
    good = vars.at[i] < 2 * s->coding->bits && (vars.at[i] % 2 == 0 || k < r->n);
  }
  sv_vec_free(vars);
  return good;
}

sv_bdd_relation sv_symbolic_relation(sv_symbolic *s, const sv_bdd_draft *d, sv_bdd from) {
  sv_bdds *b = s->bdds;
  SV_VEC(placed) order = {0};
  sv_u32s pairs = {0};
  assert(d->bits.n == d->values.n);
  for (uint32_t i = 0; i < d->bits.n; i++)
    sv_push(order, (placed){s->pair_of_bit[d->bits.at[i]], i});
  if (order.n) qsort(order.at, order.n, sizeof *order.at, by_pair);
  sv_bdd rel = sv_bdd_and(b, d->inside, from);
  for (uint32_t i = order.n; i-- > 0;)  // the lowest bits first: small products
    constrain(b, &rel, order.at[i].pair, d->values.at[order.at[i].index]);
  for (uint32_t i = 0; i < order.n; i++) sv_push(pairs, order.at[i].pair);
  for (uint32_t i = 1; i < pairs.n; i++) assert(pairs.at[i - 1] < pairs.at[i]);
  sv_bdd cube = sv_bdd_cube(b, d->singles.at, d->singles.n);
  sv_bdd_set(b, &rel, sv_bdd_exists(b, rel, cube));
  sv_bdd_drop(b, cube);
  sv_bdd_relation r = sv_bdd_relation_make(b, rel, pairs.at, pairs.n);
  assert(is_over_pairs(s, &r));
  sv_vec_free(order);
  sv_vec_free(pairs);
  return r;
}

// ---- joining

static bool same_pairs(const sv_bdd_relation *a, const sv_bdd_relation *b) {
  return a->n == b->n && (!a->n || !memcmp(a->pairs, b->pairs, a->n * sizeof *a->pairs));
}

// Into one that is there already, if the result is small.
static bool join_one(sv_bdds *b, sv_bdd_relation *to, const sv_bdd_relation *from, uint32_t most) {
  if (!same_pairs(to, from)) return false;
  sv_bdd both = sv_bdd_or(b, to->rel, from->rel);
  bool small = sv_bdd_nodes(b, both) <= most;
  if (small) sv_bdd_set(b, &to->rel, both);
  else sv_bdd_drop(b, both);
  return small;
}

void sv_symbolic_join(sv_symbolic *s, const sv_bdd_relations *in, uint32_t most,
                      sv_bdd_relations *out) {
  for (uint32_t i = 0; i < in->n; i++) {
    const sv_bdd_relation *r = &in->at[i];
    bool joined = sv_bdd_is_false(r->rel);
    for (uint32_t k = 0; k < out->n && !joined; k++)
      joined = join_one(s->bdds, &out->at[k], r, most);
    if (!joined)
      sv_push(*out, sv_bdd_relation_make(s->bdds, sv_bdd_keep(s->bdds, r->rel), r->pairs, r->n));
  }
}

// ---- joining with frames

static void merge_pairs(const sv_bdd_relation *a, const sv_bdd_relation *b, sv_u32s *out) {
  uint32_t i = 0, k = 0;
  while (i < a->n || k < b->n) {
    uint32_t x = i < a->n ? a->pairs[i] : UINT32_MAX, y = k < b->n ? b->pairs[k] : UINT32_MAX;
    i += x <= y;
    k += y <= x;
    sv_push(*out, x < y ? x : y);
    assert(out->n == 1 || out->at[out->n - 2] < sv_last(*out));
  }
}

// The relation with "stays" for the pairs that it does not change.
static sv_bdd framed(sv_bdds *b, const sv_bdd_relation *r, const sv_u32s *pairs) {
  sv_bdd rel = sv_bdd_keep(b, r->rel);
  for (uint32_t i = pairs->n, k = r->n; i-- > 0;) {
    if (k && r->pairs[k - 1] == pairs->at[i]) {
      k--;
      continue;
    }
    sv_bdd now = sv_bdd_var(b, 2 * pairs->at[i]);
    constrain(b, &rel, pairs->at[i], now);
    sv_bdd_drop(b, now);
  }
  return rel;
}

// Two relations that change the same pairs.
typedef struct {
  sv_u32s pairs;
  sv_bdd one, other;
} framed_pair;

static framed_pair frame_both(sv_bdds *b, const sv_bdd_relation *one,
                              const sv_bdd_relation *other) {
  framed_pair f = {0};
  merge_pairs(one, other, &f.pairs);
  f.one = framed(b, one, &f.pairs);
  f.other = framed(b, other, &f.pairs);
  return f;
}

static void free_both(sv_bdds *b, framed_pair *f) {
  sv_bdd_drop(b, f->one);
  sv_bdd_drop(b, f->other);
  sv_vec_free(f->pairs);
}

static bool join_framed(sv_bdds *b, sv_bdd_relation *to, const sv_bdd_relation *from,
                        uint32_t most) {
  framed_pair f = frame_both(b, to, from);
  sv_bdd both = sv_bdd_or(b, f.one, f.other);
  bool small = sv_bdd_nodes(b, both) <= most;
  if (small) {
    sv_bdd_relation_free(b, to);
    *to = sv_bdd_relation_make(b, sv_bdd_keep(b, both), f.pairs.at, f.pairs.n);
  }
  sv_bdd_drop(b, both);
  free_both(b, &f);
  return small;
}

// Only with the one before: neighbours in the list are of the same process.
void sv_symbolic_join_framed(sv_symbolic *s, const sv_bdd_relations *in, uint32_t most,
                             sv_bdd_relations *out) {
  for (uint32_t i = 0; i < in->n; i++) {
    const sv_bdd_relation *r = &in->at[i];
    if (sv_bdd_is_false(r->rel)) continue;
    if (out->n && join_framed(s->bdds, &sv_last(*out), r, most)) continue;
    sv_push(*out, sv_bdd_relation_make(s->bdds, sv_bdd_keep(s->bdds, r->rel), r->pairs, r->n));
  }
}

sv_bdd_relation sv_symbolic_chain(sv_symbolic *s, const sv_bdd_relation *first,
                                  const sv_bdd_relation *second) {
  sv_bdds *b = s->bdds;
  framed_pair f = frame_both(b, first, second);
  sv_bdd_relation both = sv_bdd_relation_make(b, SV_BDD_FALSE, f.pairs.at, f.pairs.n);
  both.rel = sv_bdd_chain(b, f.one, f.other, both.cube);
  assert(is_over_pairs(s, &both));
  free_both(b, &f);
  return both;
}

void sv_symbolic_add_where(sv_symbolic *s, const sv_bdd_relations *in, sv_bdd where,
                           sv_bdd_relations *out) {
  for (uint32_t i = 0; i < in->n; i++) {
    sv_bdd rel = sv_bdd_and(s->bdds, in->at[i].rel, where);
    sv_push(*out, sv_bdd_relation_make(s->bdds, rel, in->at[i].pairs, in->at[i].n));
  }
}

void sv_symbolic_free_relations(sv_symbolic *s, sv_bdd_relations *r) {
  for (uint32_t i = 0; i < r->n; i++) sv_bdd_relation_free(s->bdds, &r->at[i]);
  sv_vec_free(*r);
}

// ---- images

typedef sv_bdd image_fn(sv_bdds *, sv_bdd, const sv_bdd_relation *);

static sv_bdd through_all(sv_symbolic *s, sv_bdd set, const sv_bdd_relations *r, image_fn *image) {
  sv_bdd all = SV_BDD_FALSE;
  for (uint32_t i = 0; i < r->n; i++) {
    sv_bdd some = image(s->bdds, set, &r->at[i]);
    sv_bdd_or_to(s->bdds, &all, some);
    sv_bdd_drop(s->bdds, some);
  }
  return all;
}

sv_bdd sv_symbolic_image(sv_symbolic *s, sv_bdd set, const sv_bdd_relations *r) {
  return through_all(s, set, r, sv_bdd_image);
}

sv_bdd sv_symbolic_preimage(sv_symbolic *s, sv_bdd set, const sv_bdd_relations *r) {
  return through_all(s, set, r, sv_bdd_preimage);
}
