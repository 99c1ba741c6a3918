// lower.h -- from UML state machines to the model (inside of the room).
//
// J. Dubrovin: Efficient Symbolic Model Checking of Concurrent Systems (2011),
// chapter 3; docs/language-uml.md says what is meant by a step.
//
// Every object becomes a process, its pool of events a queue. Where it stands
// is one enumeration per *unit*: a region of an orthogonal state or of the
// machine, with all that is nested in it without being orthogonal. So leaving a
// deep state is one assignment, and the number of values is that of the states.
// Who may fire is said by guards that share their terms along the hierarchy:
// "a transition inside of this state is enabled", "an active state inside
// defers the event".
//
// A transition is worked through symbolically (draft.h): exits, effect and
// entries of one step become one action of the model.

#ifndef UML_LOWER_H
#define UML_LOWER_H

#include "lang/uml/scope.h"
#include "lang/uml/uml.h"
#include "model/model.h"

// ---- what an object still has to do in the middle of a step (interleave.h)

typedef enum {
  UML_PLAIN,   // the goal of a way is entered by default
  UML_DEEPLY,  // it is restored with all that was active in it
  UML_FORKED,  // the goal is a fork that has been left: its targets are entered
} uml_way;

typedef struct uml_compound uml_compound;

typedef enum {
  UML_DO_SEGMENT,  // of the compound: leave, effect, go to the target
  UML_DO_ENTER,    // the vertex, a state, on the way to the goal
  UML_DO_INTO,     // the region, on the way to the goal
  UML_DO_DEFAULT,  // the region, by its initial transition
  UML_DO_RESTORE,  // the region, as it was last (deep history)
  UML_DO_LEG,      // the segment of a fork into the region
  UML_DO_SETTLE,   // the vertex: has it completed?
  UML_DO_OUT,      // of the state of an exit point (the vertex)
} uml_task_kind;

typedef enum {
  UML_AT_BEGIN,
  UML_AT_LEFT,    // the exits are done
  UML_AT_EFFECT,  // what was to be left has been left
} uml_stage;

typedef struct {
  uml_task_kind kind;
  const uml_compound *compound;  // ENTER, INTO: on whose way
  uint32_t segment;
  uml_stage stage;  // SEGMENT, LEG
  const uml_vertex *vertex, *goal;
  const uml_region *region;
  uml_way way;
  const uml_region *history;  // DEEPLY, RESTORE: whose it is
  const uml_vertex *beside;   // an entry point from which it comes that leads into no region
} uml_task;

typedef enum {
  UML_TO_LEAVE,   // the exits of a segment come next
  UML_TO_KEEP,    // before them, deep histories
  UML_TO_EFFECT,  // its effect
  UML_TO_ENTER,   // the entry of a state
  UML_TO_REGION,  // the way into a region
  UML_TO_FORK,    // the state behind a fork is to be entered
  UML_TO_LEG,     // a leg of it waits for that
} uml_point_kind;

typedef struct {
  uml_point_kind kind;
  uint32_t slot;  // of its token: a unit, or beside them
  uml_task task;  // to be done
} uml_point;

// ---- layout of a class: units and their members

#define UML_OFF 0u  // member: the unit is not active

typedef enum { UML_RESTS, UML_WAITS } uml_member_kind;

typedef struct {
  uml_member_kind kind;  // WAITS: at a join or exit point until the others come
  const uml_vertex *at;  // RESTS: a state, final state, or a state whose region is empty
} uml_member;

typedef struct uml_unit uml_unit;
struct uml_unit {
  uint32_t number;
  const uml_region *region;    // the outermost one
  const uml_vertex *state;     // the orthogonal state around it; NULL: the machine
  uml_unit *around;            // the unit that holds the state
  SV_VEC(uml_member) members;  // [UML_OFF] is not used
  sv_sort sort;
  bool completes;  // some state in it has completion transitions
  bool selects;    // some event can select transitions here and beside it
};

// A transition and the way through junctions behind it.
struct uml_compound {
  const uml_transition *const *path;
  uint32_t n;
  uint32_t number;  // in its class, from 1
};

typedef struct {
  const uml_class *class;
  UML_LIST(uml_unit) units;
  uml_unit **unit_of;      // by vertex (points: that of their state)
  uint32_t *member_of;     // by vertex: its resting member, or UML_OFF
  uint32_t *first, *last;  // by vertex: the members for it and what is inside of it
  SV_VEC(uml_compound) compounds;
  uint32_t *first_compound;                 // by transition; one more than there are
  uint32_t completing;                      // units in which there are completions
  bool *parallel;                           // by signal: may select in several units at once
  bool defers, defers_twice;                // some state defers; two that are active together do
  bool can_finish;                          // by a final state of the machine or a terminate
  SV_VEC(uml_point) points;                 // interleaved: [0] unused
  UML_LIST(const uml_vertex) beside;        // entry points with a token of their own
  uint32_t *vertex_item, *transition_item;  // items of the model, for remarks
  bool points_known;
} uml_layout;

// ---- an object

typedef struct uml_instance uml_instance;
struct uml_instance {
  const uml_object *object;
  const uml_class *class;
  uml_layout *layout;
  uint32_t template_number;
  uint32_t start, run, chosen, done, failed, overflowed;  // locations
  uint32_t *unit;                                         // variables, by unit
  uint32_t *selected;                                     // by unit, or 0
  uint32_t *token;       // interleaved, by slot: a point, 0 if there is nothing to do
  uint32_t *kept;        // by region: shallow history, or 0
  uint32_t **kept_deep;  // by region: NULL, or deep history, by unit, 0 for those outside of it
  uint32_t *activity;    // by vertex: the next statement of its do-behaviour, or 0
  uint32_t *completion;  // layout->completing of them: units, first in first out
  uint32_t *attribute;   // by attribute
  uint32_t *parameter;   // the event that is being handled, by field; or NULL
  uint32_t pool;         // queue family
  uint32_t sorting;      // location: events are sorted again after a state that defers was left
  uint32_t again, passed, scope;  // variables for that
  // terms over the old state, of the process itself
  sv_term queue, waiting, event, idle, quiet;
  sv_term *fires;    // by compound number
  sv_term *own;      // by vertex: some transition from it fires
  sv_term *below;    // by vertex: some transition from inside of it does
  sv_term *blocked;  // by vertex, thesis: a state inside of it defers the event
  sv_term deferral;  // pssm: the event is deferred, by whatever state
  sv_term any;       // some transition fires
  sv_term urgent;    // interleaved: something goes on by itself
  sv_term faults[8], completion_faults[8];  // of guards, read when the event is dispatched
};

//   FAULT(name, property, text)
// clang-format off
#define UML_FAULTS(FAULT)                                                      \
  FAULT(DIVISION, "division", "nothing is divided by zero")                    \
  FAULT(NIL, "nil", "nothing is asked of no object")                           \
  FAULT(LOOP, "loop", "every loop ends within its turns")                      \
  FAULT(STUCK, "stuck choice", "at every choice some branch can be taken")     \
  FAULT(RACE, "race", "transitions of one step commute")
// clang-format on

typedef enum {
#define FAULT(NAME, PROPERTY, TEXT) UML_FAULT_##NAME,
  UML_FAULTS(FAULT)
#undef FAULT
      UML_FAULT_COUNT
} uml_fault;

typedef struct {
  uml_context *context;
  sv_model *model;
  sv_terms *terms;
  sv_arena *arena;
  uml_model *machines;
  uml_layout *layouts;      // by class
  uml_instance *instances;  // by object
  sv_sort signal_sort, boolean, integer;
  sv_sort *enum_sorts, *class_sorts;  // by place and by class number
  uint32_t field_count;               // of a message
  uint32_t holder;  // field: the state that has deferred it; 0: no class needs one
  sv_sort *fields;
  uint32_t **field_of;  // by signal and parameter
  const bool **used;    // by signal: the fields that it has; in the model's arena
  uint32_t properties[UML_FAULT_COUNT], overflow;
  sv_map asserts;
  bool open;         // an environment sends events
  bool thesis;       // --deferral thesis
  bool interleaved;  // --regions interleaved
  uint32_t capacity;
  const uml_instance *self;  // whose actions are made; NULL: a property
  SV_VEC(sv_name) inputs;    // calls without a definition, as choice inputs
} uml_lowering;

// layout.c
void uml_make_layouts(uml_lowering *);
void uml_free_layouts(uml_lowering *);
const char *uml_vertex_text(const uml_lowering *, const uml_vertex *);  // short and readable
const char *uml_unit_text(const uml_lowering *, const uml_layout *, const uml_unit *);
bool uml_completes(const uml_vertex *);  // has completion transitions

// instance.c
void uml_declare_parameters(uml_lowering *, uml_instance *);  // unless they are there
void uml_declare_instances(uml_lowering *);
uint32_t uml_location(uml_lowering *, const uml_instance *, const char *name, unsigned flags);

// data.c
sv_sort uml_sort(uml_lowering *, const uml_type *);
void uml_declare_sorts(uml_lowering *);
void uml_declare_holder(uml_lowering *);
// A variable of an instance, as its own actions or as others see it.
sv_term uml_variable_of(uml_lowering *, const uml_instance *, uint32_t variable);
sv_term uml_object_term(uml_lowering *, const uml_type *, const uml_object *);  // NULL: nil
sv_term uml_constant(uml_lowering *, const uml_type *, const uml_expr *);       // NULL: the default
uint32_t uml_fault_property(uml_lowering *, uml_fault);
const char *uml_text(uml_lowering *, sv_span);  // in one line
const char *uml_transition_text(uml_lowering *, const uml_transition *);
// Choice inputs: calls without a definition, then what is chosen when an event is dispatched.
#define UML_PICK(UNIT) (0x10000u + 2 * (UNIT))
#define UML_KEEP(UNIT) (0x10001u + 2 * (UNIT))
sv_name uml_input_name(const uml_lowering *, uint32_t number);

// control.c
// "The vertex is active" in any instance, in the old state.
sv_term uml_active(uml_lowering *, const uml_instance *, const uml_vertex *);
sv_term uml_unit_is(uml_lowering *, sv_term unit, const uml_unit *, uint32_t member);
void uml_prepare_pool(uml_lowering *, uml_instance *);
void uml_prepare_control(uml_lowering *, uml_instance *);
// The event at hand is one of these.
sv_term uml_matches(uml_lowering *, const uml_instance *, const uml_trigger *, uint32_t n);
// The event at hand is deferred by this state.
sv_term uml_deferred_by(uml_lowering *, const uml_instance *, const uml_vertex *);
sv_term uml_finished(uml_lowering *, const uml_instance *);

// fire.c
void uml_lower_instance(uml_lowering *, uml_instance *);
// interleave.c
void uml_find_points(uml_lowering *);  // and declares the variables that hold them
void uml_lower_units(uml_lowering *, uml_instance *);
// select.c
void uml_lower_selections(uml_lowering *, uml_instance *);
void uml_lower_dispatch(uml_lowering *, uml_instance *, const uml_signal *);
bool uml_is_selected(const uml_layout *, const uml_transition *);  // by some event
// outside.c
void uml_lower_outside(uml_lowering *);  // stimulus and environment
// property.c
void uml_lower_properties(uml_lowering *);
// defer.c
void uml_lower_deferral(uml_lowering *, uml_instance *);
// diagram.c
void uml_draw(uml_lowering *);
// flatten.c
void uml_flatten(uml_lowering *);

// declare.c
void uml_tell_editors(sv_model *, const uml_model *);

#endif
