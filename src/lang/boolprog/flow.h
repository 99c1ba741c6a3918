// flow.h -- a procedure as a flat list of nodes.
//
// if, while, goto and labels disappear: a node is one statement with the
// nodes that may come next. Node numbers are per procedure. An ordinary
// statement has one successor; an `if` has one per arm and one for the rest,
// a `while` its body and what follows; a goto its targets. An empty statement
// is a node only if it has labels. The node END has
// no statement: it is the end of the procedure, an implicit return.

#ifndef BP_FLOW_H
#define BP_FLOW_H

#include "base/vec.h"
#include "lang/boolprog/ast.h"

typedef enum { BP_NODE_STEP, BP_NODE_END, BP_NODE_END_THREAD } bp_node_kind;

typedef struct {
  bp_node_kind kind;
  const bp_stmt *stmt;  // STEP only
  uint32_t first, n;    // successors in bp_flow.next
  uint32_t inner;       // START: where the new thread begins in this procedure
                        // (UINT32_MAX if it runs a procedure of its own)
} bp_node;

typedef struct {
  SV_VEC(bp_node) nodes;
  sv_u32s next;  // successor lists, back to back
  uint32_t entry;
} bp_flow;

// start_thread f(e): the thread runs f. With targets, x := f(e), it runs the
// call on a copy of the frame instead, like any other statement.
static inline bool bp_runs_procedure(const bp_stmt *start) {
  return start->inner->kind == BP_CALL && !start->inner->targets;
}

void bp_flow_build(const bp_proc *, bp_flow *);
void bp_flow_free(bp_flow *);
static inline uint32_t bp_successor(const bp_flow *f, const bp_node *n, uint32_t i) {
  assert(i < n->n);
  return f->next.at[n->first + i];
}

// Parameters and locals of the procedure that may be read before they are
// assigned, from the entry on; indexed like bp_proc.vars. Variables that other
// threads can see (x$) or that are locks always count.
void bp_live_at_entry(const bp_proc *, const bp_flow *, bool *live);

#endif
