// rule_graph.h -- Boolean graphs that do not say what their values are.
//
// A rule is a node and a sign. Leaves are questions about a state; each back end
// answers them in its own values and joins the answers as the other nodes say
// (rule_fold.h). Nodes are hash-consed and numbered so that parts come first. A
// node keeps its parts in the order given: what is cheap, and may settle the
// rest, is listed first.

#ifndef SV_RULE_GRAPH_H
#define SV_RULE_GRAPH_H

#include "base/map.h"
#include "base/vec.h"

typedef struct {
  uint32_t x;  // node << 1 | negated
} sv_rule;
#define SV_RULE_TRUE ((sv_rule){0})
#define SV_RULE_FALSE ((sv_rule){1})
typedef SV_VEC(sv_rule) sv_rule_list;

typedef enum {
  SV_RULE_ALL,       // of its parts; node 0 has none
  SV_RULE_ANY,       // of its parts
  SV_RULE_POSSIBLE,  // the action is possible for some values of its choices
  SV_RULE_ADMITTED,  // its edges and its guard allow the action
  SV_RULE_AT,        // the process stands in one of the listed locations
  SV_RULE_HOLDS,     // the process holds control
  SV_RULE_HELD,      // a process holds control
  SV_RULE_TERM,      // the term of the property is true
} sv_rule_kind;

typedef struct {
  sv_rule_kind kind;
  uint32_t subject;   // action, process or property
  uint32_t first, n;  // in the graph's `items`: parts, or locations (ascending)
  uint32_t next;      // of the same hash
} sv_rule_node;

// Zeroed is empty.
typedef struct {
  SV_VEC(sv_rule_node) nodes;
  sv_u32s items;
  sv_map by_hash;
} sv_rule_graph;

void sv_rule_graph_free(sv_rule_graph *);

static inline sv_rule sv_rule_not(sv_rule a) { return (sv_rule){a.x ^ 1}; }
static inline bool sv_rule_same(sv_rule a, sv_rule b) { return a.x == b.x; }
static inline uint32_t sv_rule_index(sv_rule a) { return a.x >> 1; }
static inline bool sv_rule_negated(sv_rule a) { return a.x & 1; }
static inline bool sv_rule_is_leaf(const sv_rule_node *n) { return n->kind > SV_RULE_ANY; }

sv_rule sv_rule_leaf(sv_rule_graph *, sv_rule_kind, uint32_t subject);
sv_rule sv_rule_at(sv_rule_graph *, uint32_t process, const uint32_t *locations, uint32_t n);
// Constants are worked in, and of one part nothing else is made.
sv_rule sv_rule_all(sv_rule_graph *, const sv_rule *, uint32_t n);
sv_rule sv_rule_any(sv_rule_graph *, const sv_rule *, uint32_t n);
static inline sv_rule sv_rule_and(sv_rule_graph *g, sv_rule a, sv_rule b) {
  return sv_rule_all(g, (const sv_rule[]){a, b}, 2);
}

#endif
