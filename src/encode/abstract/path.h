// path.h -- a path of actions as a formula, step by step.
//
// Given actions of a flat system, one after the other, and perhaps a condition
// at the end: can they be taken like that from an initial state? The formula is
// a list of groups of conjuncts,
//
//   0        the initial states
//   1 .. n   step i: its condition, and what it makes of the state
//   n + 1    the condition at the end, if there is one
//
// over *versions* of leaves: a leaf gets a new one whenever a step writes it. A
// version lives from the group that makes it to the last one before the next,
// so what two neighbouring parts of the path share are the versions of the state
// between them: interpolants (interpolate.h) are about states. Leaves that
// nothing on the path depends on are left out. Leaves whose values the caller
// knows along the path (what an abstraction keeps) are these values.

#ifndef SV_PATH_H
#define SV_PATH_H

#include "encode/abstract/flat.h"
#include "encode/abstract/query.h"
#include "exec/trace.h"

// The value of a leaf after `time` steps, a constant; SV_NONE: not known.
typedef sv_term sv_known_fn(void *context, sv_term leaf, uint32_t time);

typedef struct {
  const uint32_t *actions;
  uint32_t n;
  sv_term end;         // over leaves; SV_TRUE: no condition
  sv_known_fn *known;  // may be NULL
  void *context;
  uint64_t trace;  // the same for the same actions and known values; 0: any other
} sv_path_plan;

typedef struct {
  sv_term leaf, version;
} sv_leaf_version;

typedef struct {
  sv_flat *flat;
  sv_terms *terms;
  uint32_t n;  // steps
  SV_VEC(sv_term_list) groups;
  SV_VEC(SV_VEC(sv_leaf_version)) versions;  // by time 0 .. n: leaves that matter from there on
  SV_VEC(sv_term_list) choices;              // by step: a variable for each choice
  sv_term_list values;                       // by version: what it is, over earlier ones, or none
  uint32_t fresh;
} sv_path;

sv_path *sv_path_new(sv_flat *, const sv_path_plan *);
void sv_path_free(sv_path *);  // NULL is fine
// A term over versions that are those of `time`, over leaves; SV_NONE: there are others.
sv_term sv_path_state_term(const sv_path *, uint32_t time, sv_term);
// And back: a term over leaves, over their versions at the time.
sv_term sv_path_version_term(const sv_path *, uint32_t time, sv_term);

// Can it be taken? SV_SAT_NO: the groups keep only conjuncts that together have no model.
// SV_SAT_YES: the query is left as it is for sv_path_trace; the caller pops it.
sv_sat_answer sv_path_check(sv_path *, sv_query *);
// After SV_SAT_YES: a run, not replayed. NULL: some value is no number of ours.
sv_trace *sv_path_trace(sv_path *, sv_query *, const uint32_t *actions);

// Variables of paths; not those of nets nor free ones.
#define SV_VERSION_BASE 0x20000000u
static inline bool sv_is_version(const sv_terms *T, sv_term t) {
  sv_node n = sv_node_of(T, sv_index(t));
  return n.op == SV_OP_VAR && n.id >= SV_VERSION_BASE && n.id < 2 * SV_VERSION_BASE;
}

#endif
