// aig_bdd.h -- from the and-inverter graph to BDDs and back.

#ifndef SV_AIG_BDD_H
#define SV_AIG_BDD_H

#include "encode/graph/aig.h"
#include "solver/bdd.h"

// The BDD variable of an input node of the graph.
typedef uint32_t sv_diagram_var_fn(void *context, uint32_t input);

// Room to work in. Zeroed is empty; kept by a caller that may jump out of BDDs
// (solver/bdd.h, `fail`), so that it can be given back afterwards.
typedef struct {
  sv_u32s cone, uses;
  sv_map place;
  sv_bdd_list made;
  uint64_t most;  // nodes in the package; 0: any number
  bool too_much;  // there were more: the diagrams that came out mean nothing
  sv_bdd care;    // unless false: what comes out, and all on the way, is right only here
} sv_diagram_scratch;
void sv_diagram_scratch_free(sv_diagram_scratch *);

// The roots as BDDs (new references). Node by node in topological order; what
// is not needed any more is dropped on the way, so only the roots and what they
// are built from at the moment take room.
void sv_diagram_make(sv_bdds *, const sv_aig *, const sv_lit *roots, uint32_t n,
                     sv_diagram_var_fn *, void *context, sv_bdd *out, sv_diagram_scratch *);

// A BDD as multiplexers over literals for its variables: one AND-gate triple per node.
typedef sv_lit sv_diagram_lit_fn(void *context, uint32_t var);
sv_lit sv_diagram_to_aig(sv_bdds *, sv_bdd, sv_aig *, sv_diagram_lit_fn *, void *context);

#endif
