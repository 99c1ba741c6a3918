// aig.c -- building the and-inverter graph.
//
// A node is the pair of its fan-ins, nothing else. The table of structural
// hashing is open addressing over 64-bit slots, hash << 32 | node: the hash in
// the slot decides most probes without looking at the node, and growing needs
// no node at all.
//
// sv_aig_and applies the rules of R. Brummayer and A. Biere, "Local Two-Level
// And-Inverter Graph Minimization without Blowup" (MEMICS 2006), that cannot
// make the graph larger. A rule either knows the result or replaces one
// operand by one with a smaller index, so rewriting ends.

#include "encode/graph/aig.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 1024 };
static const uint32_t input_mark = UINT32_MAX;  // both fan-ins of an input
static const uint32_t most_nodes = INT32_MAX;   // no literal is UINT32_MAX

typedef struct {
  sv_lit left, right;  // left.x < right.x in an AND
} gate;

struct sv_aig {
  SV_VEC(gate) gates;
  uint64_t *slots;  // hash << 32 | node; 0 = free
  uint32_t mask;    // number of slots - 1
  uint32_t used;
  sv_lits scratch;
};

sv_aig *sv_aig_new(void) {
  sv_aig *g = SV_NEW(sv_aig);
  g->slots = SV_NEW_ARRAY(uint64_t, FIRST_SLOTS);
  g->mask = FIRST_SLOTS - 1;
  sv_push(g->gates, (gate){SV_LIT_FALSE, SV_LIT_FALSE});
  return g;
}

void sv_aig_free(sv_aig *g) {
  if (!g) return;
  sv_vec_free(g->gates);
  sv_vec_free(g->scratch);
  sv_free(g->slots);
  sv_free(g);
}

uint32_t sv_aig_nodes(const sv_aig *g) { return g->gates.n; }

bool sv_aig_is_input(const sv_aig *g, uint32_t node) {
  assert(node < g->gates.n);
  return g->gates.at[node].left.x == input_mark;
}

bool sv_aig_is_and(const sv_aig *g, uint32_t node) { return node && !sv_aig_is_input(g, node); }

sv_lit sv_aig_left(const sv_aig *g, uint32_t node) {
  assert(sv_aig_is_and(g, node));
  return g->gates.at[node].left;
}

sv_lit sv_aig_right(const sv_aig *g, uint32_t node) {
  assert(sv_aig_is_and(g, node));
  return g->gates.at[node].right;
}

static sv_lit new_node(sv_aig *g, gate node) {
  if (g->gates.n >= most_nodes) sv_out_of_memory(SIZE_MAX);
  sv_push(g->gates, node);
  return (sv_lit){(g->gates.n - 1) << 1};
}

sv_lit sv_aig_input(sv_aig *g) { return new_node(g, (gate){{input_mark}, {input_mark}}); }

static void grow_table(sv_aig *g) {
  uint32_t mask = g->mask << 1 | 1;
  assert(mask > g->mask && !(mask & (mask + 1)));
  uint64_t *slots = SV_NEW_ARRAY(uint64_t, (size_t)mask + 1);
  for (size_t i = 0; i <= g->mask; i++) {
    if (!g->slots[i]) continue;
    uint32_t at = (uint32_t)(g->slots[i] >> 32) & mask;
    while (slots[at]) at = (at + 1) & mask;
    slots[at] = g->slots[i];
  }
  sv_free(g->slots);
  g->slots = slots;
  g->mask = mask;
}

// The node of these fan-ins, which no rule applies to.
static sv_lit find_or_add(sv_aig *g, gate wanted) {
  assert(wanted.left.x < wanted.right.x);
  assert(!sv_lit_is_const(wanted.left) && sv_lit_node(wanted.right) < g->gates.n);
  uint32_t hash = (uint32_t)sv_mix64((uint64_t)wanted.left.x << 32 | wanted.right.x);
  uint32_t at = hash & g->mask;
  for (uint64_t slot; (slot = g->slots[at]); at = (at + 1) & g->mask) {
    if (slot >> 32 != hash) continue;
    gate there = g->gates.at[(uint32_t)slot];
    if (there.left.x == wanted.left.x && there.right.x == wanted.right.x)
      return (sv_lit){(uint32_t)slot << 1};
  }
  sv_lit made = new_node(g, wanted);
  g->slots[at] = (uint64_t)hash << 32 | sv_lit_node(made);
  assert(sv_lit_node(made) > sv_lit_node(wanted.right));  // fan-ins come first
  if (++g->used > g->mask / 2) grow_table(g);
  return made;
}

typedef enum { NO_RULE, DONE, AGAIN } verdict;
typedef struct {
  sv_lit a, b;  // the operands; DONE: a is the result
} operands;

static inline verdict done(operands *o, sv_lit result) {
  o->a = result;
  return DONE;
}

static inline verdict again(operands *o, sv_lit a, sv_lit b) {
  o->a = a, o->b = b;
  return AGAIN;
}

static inline bool opposite(sv_lit a, sv_lit b) { return (a.x ^ b.x) == 1; }

// The operands are in order, so a constant is the first.
static inline verdict constants(operands *o) {
  if (sv_lit_same(o->a, o->b)) return DONE;
  if (opposite(o->a, o->b) || sv_lit_same(o->a, SV_LIT_FALSE)) return done(o, SV_LIT_FALSE);
  return sv_lit_same(o->a, SV_LIT_TRUE) ? done(o, o->b) : NO_RULE;
}

// a is the AND of p, or its negation; b is anything.
//   p & b  with b in p: p               with !b in p: false
//   !p & b with b in p: !(the rest) & b with !b in p: b
static inline verdict one_level(operands *o, gate p) {
  sv_lit a = o->a, b = o->b;
  bool negated = sv_lit_negated(a);
  if (opposite(p.left, b) || opposite(p.right, b)) return done(o, negated ? b : SV_LIT_FALSE);
  if (sv_lit_same(p.left, b)) return negated ? again(o, sv_lit_not(p.right), b) : DONE;
  if (sv_lit_same(p.right, b)) return negated ? again(o, sv_lit_not(p.left), b) : DONE;
  return NO_RULE;
}

static inline bool holds(gate p, sv_lit x) {
  return sv_lit_same(p.left, x) || sv_lit_same(p.right, x);
}

static inline bool clash(gate p, gate q) {
  return holds(p, sv_lit_not(q.left)) || holds(p, sv_lit_not(q.right));
}

// a is the AND of p; b is the AND of q, or its negation.
//   p & q  with x in both: p & (rest of q)   with x in p, !x in q: false
//   p & !q with x in both: p & !(rest of q)  with x in p, !x in q: p
static inline verdict two_levels(operands *o, gate p, gate q) {
  bool negated = sv_lit_negated(o->b);
  if (clash(p, q)) return negated ? DONE : done(o, SV_LIT_FALSE);
  if (holds(p, q.left)) return again(o, o->a, sv_lit_not_if(q.right, negated));
  if (holds(p, q.right)) return again(o, o->a, sv_lit_not_if(q.left, negated));
  return NO_RULE;
}

// !(x & y) & !(x & !y) is !x.
static inline verdict resolution(operands *o, gate p, gate q) {
  bool left_clashes = holds(q, sv_lit_not(p.left)), right_clashes = holds(q, sv_lit_not(p.right));
  if (right_clashes && holds(q, p.left)) return done(o, sv_lit_not(p.left));
  if (left_clashes && holds(q, p.right)) return done(o, sv_lit_not(p.right));
  return NO_RULE;
}

static inline verdict both_ands(operands *o, gate p, gate q) {
  if (!sv_lit_negated(o->a)) return two_levels(o, p, q);
  if (sv_lit_negated(o->b)) return resolution(o, p, q);
  operands swapped = {o->b, o->a};
  verdict v = two_levels(&swapped, q, p);
  if (v) *o = swapped;
  return v;
}

// Orders the operands first: AND commutes, whichever rules apply.
static inline verdict apply_rules(const sv_aig *g, operands *o) {
  if (o->a.x > o->b.x) *o = (operands){o->b, o->a};
  verdict v = constants(o);
  if (v) return v;
  gate p = g->gates.at[sv_lit_node(o->a)], q = g->gates.at[sv_lit_node(o->b)];
  bool p_is_and = p.left.x != input_mark, q_is_and = q.left.x != input_mark;
  if (p_is_and && (v = one_level(o, p))) return v;
  if (q_is_and) {
    operands swapped = {o->b, o->a};
    if ((v = one_level(&swapped, q))) return *o = swapped, v;
  }
  return p_is_and && q_is_and ? both_ands(o, p, q) : NO_RULE;
}

sv_lit sv_aig_and(sv_aig *g, sv_lit a, sv_lit b) {
  assert(sv_lit_node(a) < g->gates.n && sv_lit_node(b) < g->gates.n);
  operands o = {a, b};
  for (;;) switch (apply_rules(g, &o)) {
    case DONE: return o.a;
    case NO_RULE: return find_or_add(g, (gate){o.a, o.b});
    case AGAIN: break;
    }
}

// Signs go to the root, so that all four exclusive ors of two nodes share one.
sv_lit sv_aig_xor(sv_aig *g, sv_lit a, sv_lit b) {
  bool odd = sv_lit_negated(a) != sv_lit_negated(b);
  a.x &= ~1u, b.x &= ~1u;
  sv_lit both = sv_aig_and(g, a, b), none = sv_aig_and(g, sv_lit_not(a), sv_lit_not(b));
  return sv_lit_not_if(sv_aig_and(g, sv_lit_not(both), sv_lit_not(none)), odd);
}

sv_lit sv_aig_ite(sv_aig *g, sv_lit c, sv_lit then, sv_lit other) {
  if (sv_lit_negated(c)) return sv_aig_ite(g, sv_lit_not(c), other, then);
  if (!c.x) return other;
  if (sv_lit_node(then) == sv_lit_node(c)) then = sv_lit_const(sv_lit_same(then, c));
  if (sv_lit_node(other) == sv_lit_node(c)) other = sv_lit_const(!sv_lit_same(other, c));
  if (sv_lit_same(then, other)) return then;
  if (opposite(then, other)) return sv_lit_not(sv_aig_xor(g, c, then));
  if (sv_lit_same(then, SV_LIT_TRUE)) return sv_aig_or(g, c, other);
  if (sv_lit_same(other, SV_LIT_TRUE)) return sv_aig_implies(g, c, then);
  bool flip = sv_lit_negated(then);
  sv_lit yes = sv_aig_and(g, c, sv_lit_not_if(then, flip));
  sv_lit no = sv_aig_and(g, sv_lit_not(c), sv_lit_not_if(other, flip));
  return sv_lit_not_if(sv_aig_or(g, yes, no), flip);
}

static int by_index(const void *a, const void *b) {
  uint32_t x = ((const sv_lit *)a)->x, y = ((const sv_lit *)b)->x;
  return (x > y) - (x < y);
}

// Sorted, repeated literals are neighbours, and opposite ones become so once
// repetitions are gone.
static uint32_t distinct(sv_lit *at, uint32_t n) {
  uint32_t kept = 0;
  qsort(at, n, sizeof *at, by_index);
  for (uint32_t i = 0; i < n; i++) {
    if (kept && sv_lit_same(at[kept - 1], at[i])) continue;
    if (kept && opposite(at[kept - 1], at[i])) at[i] = SV_LIT_FALSE;
    at[kept++] = at[i];
  }
  return kept;
}

static sv_lit conjunction(sv_aig *g, const sv_lit *of, uint32_t n, bool negate) {
  if (!n) return SV_LIT_TRUE;
  sv_clear(g->scratch);
  sv_reserve(g->scratch, n);
  sv_lit *at = g->scratch.at;
  for (uint32_t i = 0; i < n; i++) at[i] = sv_lit_not_if(of[i], negate);
  n = distinct(at, n);
  while (n > 1) {
    uint32_t half = n / 2;
    for (uint32_t i = 0; i < half; i++) at[i] = sv_aig_and(g, at[2 * i], at[2 * i + 1]);
    if (n & 1) at[half] = at[n - 1];
    n -= half;
  }
  return at[0];
}

sv_lit sv_aig_and_all(sv_aig *g, const sv_lit *of, uint32_t n) {
  return conjunction(g, of, n, false);
}

sv_lit sv_aig_or_all(sv_aig *g, const sv_lit *of, uint32_t n) {
  return sv_lit_not(conjunction(g, of, n, true));
}
