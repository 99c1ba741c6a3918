// flat.h -- a net as a flat transition system, in terms of its own.
//
// Every action becomes one guarded step: a condition over the state and the
// action's choices that has everything in it (docs/model.md, conditions 1 to 7
// of "Actions", rules 1 to 4 of "Control"), and a term for every part of the
// state after it. There are no edges, classes, sections or NEXTs left, so that
// steps can be composed, abstracted and interpolated as formulas. Whoever wants
// a solver translates the terms (query.h); this file knows none.
//
// The state is seen through *leaves*, canonical terms:
//
//   VAR v                a variable of the net, arrays as a whole
//   QLEN, QDEFER of q    q a constant reference; full follows from these
//   PEEK q slot field    q and slot constant, in the sort of the queue's field
//
// References to queues are constants, variables, and choices between them.
//
// What a queue has deferred is no leaf. Where messages come back from there
// (flush), their fields are *inventions*: additional choices, free to be
// anything. Only there has the flat system more steps than the net.
//
// Steps are right for legal states: values in their sorts, and every process
// where the invariant of its location holds.

#ifndef SV_FLAT_H
#define SV_FLAT_H

#include "base/bits.h"
#include "model/net.h"

typedef SV_VEC(sv_term) sv_term_list;
typedef SV_VEC(sv_sort) sv_sort_list;

// What a slot holds after an operation that lets deferred messages come back: a choice.
typedef struct {
  uint32_t queue, field, operation, slot;
  uint32_t choice;
} sv_flat_invention;

typedef struct {
  sv_term possible;      // conditions 1 to 7, over state and choices
  sv_term allowed;       // what control leaves of the states
  sv_term enabled;       // both
  sv_term *after;        // by net variable; SV_NONE: it stays as it is
  sv_sort_list choices;  // of the net's action, then inventions
  SV_VEC(sv_flat_invention) inventions;
} sv_flat_action;

typedef struct sv_flat_control sv_flat_control;

typedef struct {
  const sv_net *net;
  sv_terms *terms;          // the model's
  sv_flat_action *actions;  // by net action
  sv_term initial;          // over the state
  sv_term invariants;       // of the locations: part of what legal states satisfy
  sv_term cut;              // a cut action is enabled here
  sv_bits deferring;        // queues that defer
  sv_flat_control *control;
  sv_arena *arena;
  // Not NULL: why it cannot be had; nothing else is to be used then.
  char *refused;
} sv_flat;

sv_flat *sv_flat_new(const sv_net *);
void sv_flat_free(sv_flat *);  // NULL is fine

// The property is violated in this state (an assertion: in none). SV_NONE: the choices of some
// action are too many, or it is refused.
sv_term sv_flat_bad(sv_flat *, uint32_t property);
// A term of the net (no NEXT) over leaves only.
sv_term sv_flat_term(sv_flat *, sv_term);
bool sv_flat_is_leaf(const sv_flat *, sv_term);  // of the state
// What a leaf is after the action; the leaf itself where the action leaves it alone.
sv_term sv_flat_after(sv_flat *, uint32_t action, sv_term leaf);
// The leaves of a term, ascending, each once; appended. Choices are not among them.
void sv_flat_leaves(const sv_flat *, sv_term, sv_term_list *);
// Legal states have such values there: ranges, lengths of queues.
sv_term sv_flat_within(sv_flat *, sv_term leaf);
// The reference (over leaves) is to this queue.
sv_term sv_flat_ref_is(sv_flat *, sv_term ref, uint32_t queue);
// The value of a leaf at the start, a constant; SV_NONE: any.
sv_term sv_flat_start(sv_flat *, sv_term leaf);

// The conjuncts of a term; appended.
void sv_conjuncts(const sv_terms *, sv_term, sv_term_list *);

#endif
