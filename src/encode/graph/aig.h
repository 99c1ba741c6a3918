// aig.h -- Boolean functions as an and-inverter graph.
//
// The common currency of the symbolic engines: terms are bit-blasted into it,
// BDDs, CNF and parametric states are made from it. A literal is
// index << 1 | negated; node 0 is the constant false. Nodes are AND gates or
// inputs and are numbered so that fan-ins come first: a pass over a cone is a
// loop over indices. Every AND is looked up first (structural hashing), after
// constant propagation and two-level local rewriting (containment,
// contradiction, idempotence, substitution, resolution), so equal literals
// often mean equal functions and never different ones.

#ifndef SV_AIG_H
#define SV_AIG_H

#include "base/map.h"
#include "base/vec.h"

typedef struct {
  uint32_t x;
} sv_lit;
#define SV_LIT_FALSE ((sv_lit){0})
#define SV_LIT_TRUE ((sv_lit){1})
typedef SV_VEC(sv_lit) sv_lits;

typedef struct sv_aig sv_aig;

sv_aig *sv_aig_new(void);
void sv_aig_free(sv_aig *);  // NULL is fine

static inline sv_lit sv_lit_not(sv_lit a) { return (sv_lit){a.x ^ 1}; }
static inline sv_lit sv_lit_not_if(sv_lit a, bool c) { return (sv_lit){a.x ^ (uint32_t)c}; }
static inline bool sv_lit_same(sv_lit a, sv_lit b) { return a.x == b.x; }
static inline bool sv_lit_negated(sv_lit a) { return a.x & 1; }
static inline uint32_t sv_lit_node(sv_lit a) { return a.x >> 1; }
static inline sv_lit sv_lit_const(bool b) { return (sv_lit){b}; }
static inline bool sv_lit_is_const(sv_lit a) { return a.x < 2; }

sv_lit sv_aig_input(sv_aig *);  // a new one
sv_lit sv_aig_and(sv_aig *, sv_lit, sv_lit);
static inline sv_lit sv_aig_or(sv_aig *g, sv_lit a, sv_lit b) {
  return sv_lit_not(sv_aig_and(g, sv_lit_not(a), sv_lit_not(b)));
}
static inline sv_lit sv_aig_implies(sv_aig *g, sv_lit a, sv_lit b) {
  return sv_lit_not(sv_aig_and(g, a, sv_lit_not(b)));
}
sv_lit sv_aig_xor(sv_aig *, sv_lit, sv_lit);
static inline sv_lit sv_aig_iff(sv_aig *g, sv_lit a, sv_lit b) {
  return sv_lit_not(sv_aig_xor(g, a, b));
}
sv_lit sv_aig_ite(sv_aig *, sv_lit c, sv_lit then, sv_lit other);
// The literals are sorted and each is taken once, then joined as a balanced tree.
sv_lit sv_aig_and_all(sv_aig *, const sv_lit *, uint32_t n);  // none: true
sv_lit sv_aig_or_all(sv_aig *, const sv_lit *, uint32_t n);   // none: false

uint32_t sv_aig_nodes(const sv_aig *);  // indices are 0 .. nodes-1
bool sv_aig_is_input(const sv_aig *, uint32_t node);
bool sv_aig_is_and(const sv_aig *, uint32_t node);  // neither input nor constant
// Fan-ins of an AND node, left.x < right.x; never constants.
sv_lit sv_aig_left(const sv_aig *, uint32_t node);
sv_lit sv_aig_right(const sv_aig *, uint32_t node);
// Nodes that the roots depend on, ascending, each once, without the constant; appended.
void sv_aig_cone(const sv_aig *, const sv_lit *roots, uint32_t n, sv_u32s *out);
// The inputs among them, ascending; appended.
void sv_aig_support(const sv_aig *, const sv_lit *roots, uint32_t n, sv_u32s *out);
// Rebuilds the roots, in place, with inputs replaced by literals, all at once:
// the map has literal.x for an input's node; inputs that it lacks stay.
void sv_aig_substitute(sv_aig *, sv_lit *roots, uint32_t n, const sv_map *by);
// Inputs that the last root, a condition, forces to a value become constants in all of them, until
// no more are forced.
void sv_aig_settle(sv_aig *, sv_lit *roots, uint32_t n);
// The values of the roots under 64 assignments at a time: bit k of every word
// belongs to assignment k. `value` gives the word of an input that the roots
// depend on (asked once each, ascending); out gets n words.
typedef uint64_t sv_aig_value_fn(void *context, uint32_t input);
void sv_aig_simulate(const sv_aig *, const sv_lit *roots, uint32_t n, sv_aig_value_fn *value,
                     void *context, uint64_t *out);

#endif
