// draft.h -- one step of an object while it is being worked out.
//
// A draft is a symbolic run: where the units stand (known exactly as soon as
// the step has touched them), what attributes are worth in terms of the old
// state, what is sent, logged and asserted under which conditions, and what is
// still to be done. Where the way branches (choices, histories, a join that is
// complete or not) the draft is copied; each way through becomes an action.

#ifndef UML_DRAFT_H
#define UML_DRAFT_H

#include "lang/uml/lower/lower.h"

typedef struct {
  sv_term when;
  const uml_stmt *source;
  const uml_instance *to;  // known receiver, or NULL
  sv_term target;          // else the reference
  const uml_class *class;  // of the receiver
  sv_term *fields;
} uml_sending;

typedef struct {
  sv_term when;
  const char *text;  // as a format
  const sv_term *values;
  const sv_words *const *words;
  uint32_t n;
} uml_entry;  // of the log

typedef struct {
  sv_term when, holds;
  const uml_stmt *source;  // NULL: no two transitions race
} uml_assertion;

typedef enum { UML_KEEPS, UML_AT, UML_IS_OFF, UML_WAITS_AT } uml_place_kind;

typedef struct {
  uml_place_kind kind;
  const uml_vertex *at;  // AT: a vertex, of a composite: nothing inside is active; WAITS_AT
  sv_term was;           // left in this step: its value before, for deep histories; or none
  sv_term stays;         // interleaved: where it may have been left in an earlier step; or none
} uml_place;

typedef enum { UML_FROM_NOTHING, UML_FROM_POOL, UML_FROM_VARIABLES } uml_event_source;

typedef struct {
  uml_lowering *lowering;
  uml_instance *instance;
  uml_event_source event;
  const uml_transition *transition;  // whose triggers name the event's parameters
  uml_place *place;                  // by unit
  SV_VEC(sv_update) updates;
  SV_VEC(uml_sending) sends;
  SV_VEC(uml_entry) log;
  SV_VEC(uml_assertion) asserts;
  SV_VEC(uml_task) todo;  // the last one is the next
  sv_term guard;          // over the old state
  sv_term waits;          // where it is something that the object waits for
  sv_term when;           // where the statement at hand is executed
  sv_term bad[UML_FAULT_COUNT];
  sv_term *completion;     // first in first out
  sv_u32s entered, taken;  // vertices and transitions, by number
  bool dequeues, flushes, ends;
  uint32_t
      scope;     // what is left by a state that defers: a vertex or, behind them, a region, from 1
  bool silent;   // no firing: nothing is flushed
  bool may_act;  // interleaved: a behaviour may still be executed in this step
  int64_t *token;  // interleaved, by slot: the point it has come to, or -1: as before
  sv_text text;
  sv_span span;
} uml_draft;

void uml_draft_open(uml_draft *, uml_lowering *, uml_instance *);
void uml_draft_copy(uml_draft *to, const uml_draft *from);
void uml_draft_free(uml_draft *);
void uml_draft_task(uml_draft *, uml_task);
void uml_draft_require(uml_draft *, sv_term condition);
static inline bool uml_draft_is_dead(const uml_draft *d) { return sv_same(d->guard, SV_FALSE); }

// term.c
sv_term uml_term(uml_draft *, const uml_expr *);
// The variable's value now, in this draft.
sv_term uml_value_now(uml_draft *, sv_term variable);
void uml_set_now(uml_draft *, sv_term variable, sv_term value);
void uml_draft_fault(uml_draft *, uml_fault, sv_term bad);
void uml_assign(uml_draft *, const uml_expr *place, sv_term value);
sv_term uml_term_for(uml_draft *, const uml_type *, const uml_expr *);

// control.c
sv_term uml_guard(uml_draft *, const uml_compound *);  // all guards on the way, read now

// behave.c
void uml_behave(uml_draft *, const uml_block *);
// Where the condition holds; elsewhere nothing changes.
void uml_behave_if(uml_draft *, sv_term condition, const uml_block *);

// move.c
// Everything that is to be done; at the end of each way `emit` is called. The
// draft is used up.
typedef void uml_emit_fn(void *context, uml_draft *);
void uml_run(uml_draft *, uml_emit_fn *, void *context);
void uml_enter_region(uml_draft *, const uml_region *, const uml_task *);
void uml_draft_complete(uml_draft *, uint32_t unit, sv_term condition);
void uml_draft_forget(uml_draft *, uint32_t unit);
sv_term uml_active_now(uml_draft *, const uml_vertex *);
// Its regions and its do-behaviour have come to their ends.
sv_term uml_completed_now(uml_draft *, const uml_vertex *);

// The place of a unit: in the vertex (NULL: between vertices), with nothing inside.
void uml_place_at(uml_draft *, const uml_unit *, const uml_vertex *);
void uml_place_off(uml_draft *, const uml_unit *);
// Its value for the model.
sv_term uml_place_term(uml_draft *, const uml_unit *);
// "The unit of this region waits at the join."
sv_term uml_waits_now(uml_draft *, const uml_unit *, const uml_vertex *join);
bool uml_unit_waits(const uml_unit *, const uml_vertex *join);

// The others that lead to the join of this transition wait there.
sv_term uml_join_is_last(uml_draft *, const uml_transition *);

// fire.c
// The first step of an object.
void uml_start(uml_lowering *, uml_instance *, uml_emit_fn *, void *context);
const char *uml_step_text(uml_draft *);  // for a step without a transition

// leave.c
// Leaves whatever is active of these: the vertex, or all of the region.
void uml_leave_vertex(uml_draft *, const uml_vertex *);
void uml_leave_region(uml_draft *, const uml_region *);
// Where the region is left, all that is active in it is kept for its deep history.
void uml_keep_deeply(uml_draft *, const uml_region *, sv_term left);
// Interleaved: a state that may be left before anything inside of it is entered is kept at once.
void uml_keep_entered(uml_draft *, const uml_vertex *);
// The region is going to wait at a join: the histories around it know what was active.
void uml_keep_waiting(uml_draft *, const uml_region *);
// Interleaved, where the condition holds: what the transition is about to leave, for deep histories.
void uml_keep_for(uml_draft *, const uml_transition *, sv_term condition);
bool uml_keeps_for(const uml_transition *);  // there are such histories

// interleave.c
// May a behaviour be executed now? In interleaved steps only one may.
bool uml_may_act(uml_draft *, const uml_behavior *);
void uml_pause(uml_draft *, uml_point_kind, uint32_t slot, const uml_task *);
uint32_t uml_slots(const uml_layout *);
// The unit has nothing left to do.
sv_term uml_at_rest(uml_draft *, const uml_unit *);
sv_term uml_all_at_rest(uml_draft *);
// Is there a state with an exit behaviour among what the segment leaves?
bool uml_exits_for(const uml_transition *);
// Behind a pseudostate it leaves units in which others may still have something to do.
bool uml_waits_for_units(const uml_draft *, const uml_transition *);
// What the segment leaves has nothing to exit and nothing to do any more.
sv_term uml_all_done(uml_draft *, const uml_task *);
uint32_t uml_slot_of(const uml_draft *, const uml_task *);  // of a segment
// What the transition has left has nothing to do any more.
void uml_forget_inside(uml_draft *, const uml_transition *);

// defer.c
void uml_release(uml_draft *, uint32_t scope);

// emit.c
typedef struct {
  const uint32_t *from;
  uint32_t from_count;
  uint32_t to;
  const char *text;  // NULL: the draft's
} uml_edge;
void uml_emit(uml_draft *, const uml_edge *);

#endif
