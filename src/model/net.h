// net.h -- the model with its instances spelled out.
//
// A net is what bounded engines and exec read: every process instance of
// every pool has its own variables, every action is bound to instances, and
// starting, stopping, broadcasting and remote references have become plain
// edges and updates. All terms are over VAR (role 0, numbered by net
// variables), NEXT, CHOICE and constants; QUEUE terms have become constant
// references, or QUEUE nodes with an index whose id is the first queue of a
// run and whose role is the number of queues in it (an index outside is the
// reference 0 = none). Numbers in a net count from 0, except locations (0 = not
// running), properties (as in the model) and queue references (0 = none,
// queue i is reference i + 1).
//
// How things are spelled out (docs/model.md gives the reasons):
//   start    an edge of the started instance from 0, one net action per
//            instance k, guarded by "k is the free one with the lowest number";
//            in a pool bounded by the user also a cut action for "none is free"
//   stop     arriving at a STOP location is an edge to 0 and resets the
//            instance's variables to their defaults and empties its queues, so
//            that states are canonical
//   any      a variable started with any value is one more choice input per cell;
//            a choice `per_other` is one input per other instance of the pool
//   control  where the model has yielding locations, the variable `holder`
//            (0 = none, p + 1 = process p) is updated by every action
//   CAST     from or to a reference becomes nested ITEs over the queues, by the
//            numbers of their families
//   REMOTE   becomes nested ITEs over the instances; a missing instance reads
//            the default value and writes nothing; FIND becomes such a chain too

#ifndef SV_NET_H
#define SV_NET_H

#include "base/limits.h"
#include "model/model.h"

#define SV_NO_PROCESS UINT32_MAX
#define SV_NO_VARIABLE UINT32_MAX

typedef struct {
  sv_name name;  // "x" or "P[1].x"; pcs are "P[1]@"
  sv_sort sort;
  uint32_t process;   // owner, or SV_NO_PROCESS
  uint32_t variable;  // of the model; 0 for holder
  uint32_t first_cell, cells;
  sv_term init;  // constant; SV_NONE = any value
  bool is_pc;
} sv_net_var;

typedef struct {
  sv_name name;  // "q", "q[2]", "P[0].q"
  uint32_t family, process;
  uint32_t capacity;  // or SV_UNBOUNDED
  const sv_sort *fields;
  uint32_t field_count;
} sv_net_queue;

typedef struct {
  sv_name name;  // "P" if the pool is 1, else "P[1]"
  uint32_t template_number, instance;
  uint32_t pc;     // net variable
  uint32_t entry;  // location at the start: the entry or 0
} sv_net_process;

typedef struct {
  uint32_t process;
  const uint32_t *from;  // never empty; may contain 0 for a start
  uint32_t from_count;
  uint32_t to;  // UINT32_MAX: stays where it is
  uint32_t priority;
  unsigned flags;  // sv_edge_flags
} sv_net_edge;
#define SV_STAY UINT32_MAX

// Being taken along by a passive edge is no move of one's own.
static inline bool sv_edge_is_passive(const sv_net_edge *e) { return e->flags & SV_EDGE_PASSIVE; }

static inline bool sv_edges_move(const sv_net_edge *edges, uint32_t n, uint32_t process) {
  for (uint32_t i = 0; i < n; i++)
    if (edges[i].process == process) return !sv_edge_is_passive(&edges[i]);
  return false;
}

typedef struct {
  uint32_t action;  // of the model (name, span, text, choice names)
  const sv_net_edge *edges;
  const sv_sort *choices;         // the model's, then those of started instances; scalars
  const uint32_t *choice_inputs;  // by choice: the model's choice input, or UINT32_MAX
  sv_term guard, constraint;
  sv_term waits;             // as in the model
  const sv_update *updates;  // targets: VAR, or SELECT … of VAR
  const sv_queue_op *queue_ops;
  const sv_term *prints;   // arguments of the model action's print
  const sv_blame *blames;  // as in the model, over the net
  uint32_t edge_count, choice_count, update_count, queue_op_count, print_count, blame_count;
  uint32_t priority, fails;
  const char *cut;  // not NULL: the run is cut where this is enabled
  bool full;        // cut because a pool without a bound of its own is full
} sv_net_action;

typedef struct {
  const sv_model *model;  // outlives the net; the net adds terms to its table
  sv_arena *arena;
  SV_VEC(sv_net_var) vars;
  SV_VEC(sv_net_queue) queues;
  SV_VEC(sv_net_process) processes;
  SV_VEC(sv_net_action) actions;
  SV_VEC(sv_property) properties;  // [0] unused; the model's numbers, terms over the net
  SV_VEC(sv_term) standing;        // by shape of the model's diagram: it is active
  uint32_t cells;                  // of all variables
  uint32_t threads;  // asked for as size of pools without bound; 0: the default, or there are none
  uint32_t holder;   // variable, or SV_NO_VARIABLE
  uint32_t asked_threads, asked_pool;  // the options that it was made with
  uint32_t shares;                     // owners besides the first
  sv_term init;                        // constraint on initial states
  // location_invariants[p][l]: SV_NONE = true
  const sv_term *const *location_invariants;
} sv_net;

#define SV_DEFAULT_THREADS 8u

typedef struct {
  uint32_t threads;       // pool where the model has no bound (0: SV_DEFAULT_THREADS)
  uint32_t pool;          // overrides every pool that is not unbounded if > 0 (then cut)
  uint32_t most_actions;  // give up beyond (0: 4 million)
  sv_limits *limits;      // looked at while it is built; NULL: none
} sv_net_options;

// NULL and a reason in *why (appended) where the net would be too large, or a limit was hit.
sv_net *sv_net_new(sv_model *, sv_net_options, sv_text *why);
sv_net *sv_net_share(sv_net *);  // one more owner, who frees it too
void sv_net_free(sv_net *);      // by each owner; NULL is fine
bool sv_net_is_for(const sv_net *, const sv_model *, sv_net_options);  // made of these
sv_term sv_net_var_term(const sv_net *, uint32_t var);
const sv_location *sv_net_location(const sv_net *, uint32_t process, uint32_t location);
uint32_t sv_net_locations(const sv_net *, uint32_t process);  // with 0, "not running"
// "P[1]" stands in this location.
sv_term sv_net_at(const sv_net *, uint32_t process, uint32_t location);
void sv_net_print_term(const sv_net *, sv_term, sv_text *);

#endif
