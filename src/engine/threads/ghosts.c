// ghosts.c -- global bits that no program has: how many threads are in a set.
//
// A guard over all other threads (`h := 1 constrain !h$`: a lock that is nothing
// but a local flag) is asked of one passive thread at a time, so a thread that
// waits does not know that another one is inside, and its own step is taken as if
// none were. Cook, Kroening, Sharygina (2007, section 3.2) refine where such a
// step is spurious; thread states have all variables of the program already, so
// what is added here are *ghosts*: for a local set L (a local bit, its opposite, a
// location) the number of threads in L, as two global bits, "one at least" and
// "two at least". Steps keep them up to date, whoever starts, moves or ends:
// where two at least were there and one leaves, one or more stay, by a coin.
// A step that asks all others not to be in L needs nobody there but the acting
// thread, and "in L, and not two at least" is an exclusive predicate.
//
// No run is lost: the number is what it is, or, once it has been two, may be.
// Only sets that a guard over all others keeps empty are counted, since nothing
// else reads a number, and only where no broadcast writes the bits of L.

#include "engine/threads/threads.h"

typedef struct {
  sv_thread_system *s;
  sv_thread_can_be *can_be;
  void *context;
  sv_lit other_runs;  // there is a passive thread
} search;

typedef struct {
  sv_lit own;                 // over own inputs: the thread is in the set
  sv_lit one, two, coin;      // the ghosts, inputs; and whether several stay several
  uint32_t one_bit, two_bit;  // globals
} counter;

static bool can_be(const search *x, sv_lit a, sv_lit b) {
  return x->can_be(x->context, sv_aig_and(x->s->aig, a, b));
}

// ---- the set, seen by others

static sv_lit with_bits(sv_thread_system *s, sv_lit l, const sv_lits *bits) {
  sv_map by = {0};
  for (uint32_t i = 0; i < s->locals; i++)
    sv_map_put(&by, sv_lit_node(s->own_inputs.at[i]), bits->at[i].x);
  sv_aig_substitute(s->aig, &l, 1, &by);
  sv_map_free(&by);
  return l;
}

static sv_lit after(sv_thread_system *s, const sv_thread_action *a, sv_lit own) {
  sv_map by = {0};
  if (a->ends) return SV_LIT_FALSE;
  for (uint32_t i = 0; i < a->locals.n; i++)
    sv_map_put(&by, sv_lit_node(s->own_inputs.at[a->locals.at[i].bit]), a->locals.at[i].value.x);
  sv_aig_substitute(s->aig, &own, 1, &by);
  sv_map_free(&by);
  return own;
}

static sv_lit enters(sv_thread_system *s, const sv_thread_action *a, sv_lit own) {
  return sv_aig_and(s->aig, sv_lit_not(own), after(s, a, own));
}

// Under this condition the action happens only if no other thread is in the set.
static bool asks_others(const search *x, const sv_thread_action *a, sv_lit own, sv_lit condition) {
  sv_lit other = sv_aig_and(x->s->aig, with_bits(x->s, own, &x->s->passive_inputs), x->other_runs);
  other = sv_aig_and(x->s->aig, other, condition);
  return a->broadcasts && !can_be(x, a->passive_enabled, other);
}

// ---- what is counted

static bool is_rewritten(const sv_thread_system *s, sv_lit own) {
  sv_u32s support = {0};
  bool found = false;
  sv_aig_support(s->aig, &own, 1, &support);
  for (uint32_t i = 0; i < s->actions.n; i++)
    for (uint32_t k = 0; k < s->actions.at[i].passive.n; k++)
      for (uint32_t n = 0; n < support.n; n++)
        found |= support.at[n] == sv_lit_node(s->own_inputs.at[s->actions.at[i].passive.at[k].bit]);
  sv_vec_free(support);
  return found;
}

static bool is_asked(const search *x, sv_lit own) {
  for (uint32_t i = 0; i < x->s->actions.n; i++) {
    const sv_thread_action *a = &x->s->actions.at[i];
    sv_lit up = enters(x->s, a, own);
    if (!a->broadcasts || !can_be(x, a->possible, SV_LIT_TRUE)) continue;
    if (asks_others(x, a, own, SV_LIT_TRUE)) return true;
    if (can_be(x, a->possible, up) && asks_others(x, a, own, up)) return true;
  }
  return false;
}

// ---- steps

static void demand(sv_thread_system *s, sv_thread_action *a, sv_lit condition) {
  a->possible = sv_aig_and(s->aig, a->possible, condition);
  a->enabled = sv_aig_and(s->aig, a->enabled, condition);
  if (a->broadcasts) a->passive_enabled = sv_aig_and(s->aig, a->passive_enabled, condition);
}

static void join(sv_thread_system *s, sv_lit enters_set, sv_lit *one, sv_lit *two) {
  *two = sv_aig_or(s->aig, *two, sv_aig_and(s->aig, *one, enters_set));
  *one = sv_aig_or(s->aig, *one, enters_set);
}

static void count(sv_thread_system *s, sv_thread_action *a, const counter *c) {
  sv_aig *G = s->aig;
  sv_lit up = enters(s, a, c->own);
  sv_lit down = sv_aig_and(G, c->own, sv_lit_not(after(s, a, c->own)));
  sv_lit stays = sv_aig_or(G, sv_lit_not(down), c->coin);
  sv_lit one = sv_aig_ite(G, down, c->two, c->one), two = sv_aig_and(G, c->two, stays);
  join(s, up, &one, &two);
  for (uint32_t i = 0; i < a->started.n; i++)
    join(s, with_bits(s, c->own, &a->started.at[i]), &one, &two);
  if (!sv_lit_same(one, c->one)) sv_push(a->globals, (sv_thread_write){c->one_bit, one});
  if (!sv_lit_same(two, c->two)) sv_push(a->globals, (sv_thread_write){c->two_bit, two});
}

static void haunt(const search *x, sv_thread_action *a, const counter *c) {
  sv_thread_system *s = x->s;
  sv_lit up = enters(s, a, c->own), others = sv_aig_ite(s->aig, c->own, c->two, c->one);
  if (!asks_others(x, a, c->own, SV_LIT_TRUE))
    others = asks_others(x, a, c->own, up) ? sv_aig_and(s->aig, up, c->one) : SV_LIT_FALSE;
  demand(s, a, sv_lit_not(others));
  count(s, a, c);
}

// ---- all of it

static sv_lit other_runs(sv_thread_system *s) {
  return with_bits(s, sv_aig_or_all(s->aig, s->at.at + 1, s->at.n - 1), &s->passive_inputs);
}

static void begin(sv_thread_system *s, sv_lit ghost, sv_lit value) {
  s->initial = sv_aig_and(s->aig, s->initial, sv_aig_iff(s->aig, ghost, value));
}

static void consider(const search *x, uint32_t number, sv_lit own) {
  sv_thread_system *s = x->s;
  uint32_t bit = sv_thread_real_globals(s) + 2 * number;
  assert(bit + 1 < sv_thread_inside(s));
  counter c = {.own = own,
               .one = s->global_inputs.at[bit],
               .two = s->global_inputs.at[bit + 1],
               .coin = s->coins.at[number],
               .one_bit = bit,
               .two_bit = bit + 1};
  bool counts = !is_rewritten(s, own) && is_asked(x, own);
  begin(s, c.one, counts ? own : SV_LIT_FALSE);
  begin(s, c.two, SV_LIT_FALSE);
  if (!counts) return;
  for (uint32_t i = 0; i < s->actions.n; i++) haunt(x, &s->actions.at[i], &c);
  sv_push(s->alone, sv_aig_and(s->aig, own, sv_lit_not(c.two)));
  s->counted++;
}

void sv_thread_find_ghosts(sv_thread_system *s, sv_thread_can_be *asked, void *context) {
  uint32_t number = 0;
  if (s->haunted) return;
  search x = {s, asked, context, other_runs(s)};
  s->haunted = true;
  for (uint32_t i = 0; i < s->watched.n; i++) {
    consider(&x, number++, s->own_inputs.at[s->watched.at[i]]);
    consider(&x, number++, sv_lit_not(s->own_inputs.at[s->watched.at[i]]));
  }
  for (uint32_t l = 1; l < s->at.n && s->places_watched; l++) consider(&x, number++, s->at.at[l]);
  assert(2 * number == s->ghosts);
}
