// bdd.h -- small reduced ordered decision diagrams.
//
// Boolean functions of numbered variables; equal functions have equal numbers.
// 0 is false, 1 is true. When there are too many nodes, `full` is set and all
// further results are meaningless; ask at the end.
//
// Bryant: Graph-based algorithms for Boolean function manipulation, 1986.

#ifndef PML_BDD_H
#define PML_BDD_H

#include "base/map.h"

#define PML_BDD_NODES_MAX 200000

typedef struct {
  uint32_t var, high, low;
} pml_bdd_node;

typedef struct {
  SV_VEC(pml_bdd_node) nodes;
  sv_map unique, ite;
  bool full;
} pml_bdds;

void pml_bdds_free(pml_bdds *);

uint32_t pml_bdd_node_of(pml_bdds *, uint32_t var, uint32_t high, uint32_t low);
uint32_t pml_bdd_ite(pml_bdds *, uint32_t f, uint32_t g, uint32_t h);

static inline uint32_t pml_bdd_var(pml_bdds *b, uint32_t var) {
  return pml_bdd_node_of(b, var, 1, 0);
}
static inline uint32_t pml_bdd_not(pml_bdds *b, uint32_t f) { return pml_bdd_ite(b, f, 0, 1); }
static inline uint32_t pml_bdd_and(pml_bdds *b, uint32_t f, uint32_t g) {
  return pml_bdd_ite(b, f, g, 0);
}
static inline uint32_t pml_bdd_or(pml_bdds *b, uint32_t f, uint32_t g) {
  return pml_bdd_ite(b, f, 1, g);
}
// f with each variable `first + i` replaced by value[i]; the others stay.
uint32_t pml_bdd_replace(pml_bdds *, uint32_t f, uint32_t first, const uint32_t *value);
// Adds the variables that f depends on to the list, each once.
void pml_bdd_support(const pml_bdds *, uint32_t f, sv_u32s *vars);

#endif
