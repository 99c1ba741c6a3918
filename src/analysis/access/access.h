// access.h -- what every action of a net reads and writes.
//
// Computed once from terms, never declared. Sets are kept in parts (parts.h):
// cells where indices are constant, locations of processes, queues.
//
// Four read sets of an action, each with its own use:
//   guard      what the guard term reads
//   enabling   what decides whether the action is possible (docs/model.md,
//              "Actions"): the guard, where its edges stand, its queues, its
//              constraint, values that might leave their sort, and location
//              invariants of all processes that its writes might violate
//   reads      enabling, and what the effect is computed from
//   priority   what decides whether its competitors are possible, if other
//              actions of its process outrank it (`else`)
// Control adds what is the same for all actions (`blocking`, `yielding`) or for
// a priority class (`lower`). Whether an action is enabled, and its effect,
// depend on nothing else in reachable states.

#ifndef SV_ACCESS_H
#define SV_ACCESS_H

#include "analysis/access/parts.h"
#include "base/bits.h"

typedef struct {
  sv_parts guard, enabling, reads, priority;
  sv_parts writes;  // with the locations that edges leave and enter, and holder
  sv_parts surely;  // of these, what gets a new value in any case (pcs: as a whole)
  bool plain;       // possible exactly where its edges fit and its guard holds
} sv_access;

// The users of a queue, by processes of edges (bit sets of processes); actions
// without edges set `any_process`.
typedef struct {
  sv_bits senders;    // enqueue
  sv_bits receivers;  // dequeue, defer, flush, empty
  sv_bits observers;  // observe it in terms
  bool any_process;
} sv_queue_users;

typedef struct {
  const sv_net *net;
  sv_part_map map;
  sv_access *actions;
  sv_queue_users *queues;
  sv_parts blocking;  // locations that are blocking or committed
  sv_parts yielding;  // holder, and what actions out of yielding locations need
  sv_parts *lower;    // by global class: what actions of lower classes need
  uint32_t classes;   // highest global class + 1
} sv_accesses;

sv_accesses *sv_accesses_new(const sv_net *);  // the net must outlive it
void sv_accesses_free(sv_accesses *);          // NULL is fine
// What a term over the net (a property, say) reads; sealed.
void sv_access_term(const sv_accesses *, sv_term, sv_parts *out);

// Could the value lie outside the sort of its target? Then the action is not
// possible there.
bool sv_update_may_fail(const sv_terms *, const sv_update *);

// Does the action have an edge of this process? NULL if not.
const sv_net_edge *sv_edge_of(const sv_net_action *, uint32_t process);
bool sv_moves_itself(const sv_net_action *, uint32_t process);  // by an edge that is not passive
bool sv_edge_leaves(const sv_net_edge *, uint32_t location);    // is it listed in `from`?
bool sv_share_process(const sv_net_action *, const sv_net_action *);
// Can it be outranked by another action of one of its processes (local priority)?
bool sv_has_competitors(const sv_net_action *);
// Does b outrank a (local priority)?
bool sv_competes(const sv_net_action *a, const sv_net_action *b);

#endif
