// smt_net.h -- a net as a transition system in SMT.
//
// Made once, over constants for the state now and after a step, and for inputs:
// which action is taken (one Boolean for each), its choices, tags of messages.
// Whoever unrolls it renames the constants (smt_unroll.h). One step of the
// system is one step of the net (interleaving; frame conditions are shared by
// all actions that leave a cell alone), or several in a fixed order, each where
// the earlier ones have led (serial, process) or none affected by an earlier one
// (parallel); see step.h. Who may move (docs/model.md, rules 1 to
// 4) is decided as exec does, over the state alone: where others depend on
// whether an action is possible, its choices are replaced by all their values;
// from an infinite sort, as docs/model.md has it, edges and guard decide.

#ifndef SV_SMT_NET_H
#define SV_SMT_NET_H

#include "encode/smt/smt_view.h"
#include "encode/step/step_order.h"

typedef struct {
  sv_queue_encoding queues;
  sv_semantics semantics;
  sv_opt_order order;
  bool integers;  // bit vectors are numbers (smt_rep.h)
  bool plain;     // runs are renamed formulas as they are, and not simplified (for certificates)
} sv_smt_net_options;

// An action as a function of the state (and of inputs, its choices and tags).
typedef struct {
  sv_smt_term enabled;
  sv_smt_state after;  // where it is enabled; the same terms as now where nothing is written
} sv_smt_effect;

typedef struct {
  sv_smt *z;  // owned
  const sv_net *net;
  sv_smt_net_options o;
  sv_rep rep;
  sv_queue_smt **queues;
  sv_smt_state now, next;
  sv_smt_terms state, after;  // constants that are renamed: at a time, and at the next
  sv_smt_terms start;         // by these: the value at the start, or none: any
  sv_smt_terms rigid;         // constants that never change
  sv_smt_terms inputs;
  sv_smt_term time;        // an int; after a step one more. In `state` only if needed
  sv_smt_term initial;     // over the state
  sv_smt_term legal;       // over the state: true of every state as steps leave them
  sv_smt_term always;      // over the state: is to be said at every time
  sv_smt_term step;        // over state, inputs, next: steps of the net, not cut ones, or none
  sv_smt_term moves;       // over inputs: some action is taken; else nothing changes
  sv_u32s order;           // actions that may be taken, as they happen within a step
  sv_smt_state *at;        // by place in that order: where it happens, over state and inputs
  sv_smt_effect *effects;  // by action: what it does in the state, alone
  sv_smt_term cut;         // over the state: a cut action is enabled here
  sv_smt_term full;        // over the state: one that says that a pool is full
  sv_smt_term *bad;        // by property, over the state (assertions: false)
  sv_smt_term *taken;      // by action: an input; false: never (cut)
  sv_smt_term **choices;   // by action and choice: inputs
  uint32_t most_steps;     // right for no more steps than these from the start
  bool approximate;        // some queue is unordered: there are more runs
  sv_arena *arena;
} sv_smt_net;

// NULL and a reason: the choices of some action are too many to say where others
// must give way.
sv_smt_net *sv_smt_net_new(const sv_net *, const sv_smt_net_options *, sv_text *why);
void sv_smt_net_free(sv_smt_net *);  // NULL is fine
// What `legal` says, of any state: values of their sorts, queues in their form, invariants of
// locations.
sv_smt_term sv_smt_legal_at(sv_smt_net *, const sv_smt_state *);

#endif
