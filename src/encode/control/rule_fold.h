// rule_fold.h -- rules in the values of a back end.
//
// A back end is an algebra: what leaves are worth, and how values are joined.
// Rules are worked out when they are asked for, part by part in the order given,
// and only until the result is settled: where all locations are known most
// leaves are constants, and what is expensive (whether some choices make an action
// possible) is asked only where it matters. What is known is kept until the fold
// is moved to another state.

#ifndef SV_RULE_FOLD_H
#define SV_RULE_FOLD_H

#include "encode/control/rule_graph.h"

// A literal, a diagram, a term … : the handle of the back end.
typedef struct {
  uintptr_t x;
} sv_rule_value;

typedef struct {
  sv_rule_value value;  // no constant
  bool negated;
} sv_rule_part;

typedef struct {
  void *context;
  sv_rule_value constants[2];  // false, true: the only values that mean these, as far as it matters
  // The locations of an SV_RULE_AT are at `locations`. False: it cannot be had.
  bool (*leaf)(void *context, const sv_rule_node *, const uint32_t *locations, sv_rule_value *out);
  // All of them (SV_RULE_ALL) or any (SV_RULE_ANY); there is at least one.
  sv_rule_value (*join)(void *context, sv_rule_kind, const sv_rule_part *, uint32_t n);
  // The action is possible nowhere, and that is known without any work. May be NULL.
  bool (*never)(void *context, uint32_t action);
  // Values are given back. May be NULL.
  void (*drop)(void *context, sv_rule_value);
} sv_rule_algebra;

typedef struct sv_rule_fold sv_rule_fold;

// The graph must outlive it, and may grow.
sv_rule_fold *sv_rule_fold_new(const sv_rule_graph *, const sv_rule_algebra *);
void sv_rule_fold_free(sv_rule_fold *);  // NULL is fine
// Everything is forgotten; from now on leaves are looked at in this context.
void sv_rule_fold_move(sv_rule_fold *, void *context);
// *out stays the fold's. False: a leaf cannot be had that this depends on.
bool sv_rule_fold_value(sv_rule_fold *, sv_rule, sv_rule_value *out);

#endif
