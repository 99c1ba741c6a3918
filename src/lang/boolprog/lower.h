// lower.h -- from the tree of a Boolean program to the model (inside of the room).
//
// All threads are instances of one template: its locations are the places of
// all procedures that threads run, inlined per call site. Without recursion a
// procedure is active at most once per thread, so its variables exist once;
// a recursive one gets a frame per depth up to --recursion, and going deeper
// is a cut action. Or calls push the caller's frame onto a stack, a queue of
// the thread without bound (lower_stack.c). A context is one inlined copy of a procedure; a location
// is (context, node, inside an atomic section?).

#ifndef BP_LOWER_H
#define BP_LOWER_H

#include "base/options.h"
#include "lang/boolprog/flow.h"
#include "model/model.h"

#define BP_NO_CONTEXT UINT32_MAX

typedef struct {
  const bp_proc *proc;
  uint32_t depth;   // frame: how many activations of proc lie below
  uint32_t parent;  // caller's context, or BP_NO_CONTEXT for a thread's first procedure
  uint32_t call;    // node of the call in the parent
} bp_context;

typedef struct {
  uint32_t context, node, location;
  bool atomic;
} bp_work;
typedef struct {
  uint32_t context, node;
} bp_site;  // of a call

// Who calls a procedure, and where it returns.
typedef struct {
  sv_u32s sites;
  SV_VEC(bp_work) returns;
} bp_callers;

typedef struct {
  sv_name name;
  uint32_t property;
} bp_bad_label;

typedef struct {
  sv_model *model;
  const bp_program *program;
  const sv_options *options;
  sv_diags *diags;
  uint32_t thread;    // the template
  uint32_t stop;      // its STOP location
  bp_flow *flows;     // per procedure
  bool **live;        // per procedure: bp_live_at_entry
  uint32_t *globals;  // model variable per bp_program.globals
  uint32_t *holders;  // per global: the thread's flag "I hold this lock"; 0 if it is no lock
  bool *presence;     // per procedure: its frame has a flag "active", for x$
  sv_u32s *frames;    // per procedure: first model variable per depth (0: none yet)
  SV_VEC(bp_context) contexts;
  sv_map context_map;   // (parent, call) or (proc, depth) of a root -> context
  sv_map location_map;  // (context, node, atomic) -> location
  sv_map names_used;    // location name -> how often
  sv_map asserts;       // span begin of an assertion -> property
  SV_VEC(bp_work) work;
  SV_VEC(bp_bad_label) bad_labels;
  bool too_large;
  bool stacked;    // calls use the stack, and then:
  uint32_t stack;  // the queue
  uint32_t saved;  // how many variables of a frame it has room for
  sv_sort site_sort;
  SV_VEC(bp_site) sites;  // as messages name them, from 1; [0] unused
  bp_callers *callers;    // per procedure
} bp_lowering;

// One action under construction.
typedef struct {
  sv_action action;
  SV_VEC(sv_update) updates;
  SV_VEC(sv_choice_input) choices;
  SV_VEC(sv_argument) arguments;
  sv_edge edge;
  uint32_t from;
  sv_start start;
  bool has_start;
  sv_queue_op stack;  // what happens to the stack
  bool uses_stack;
} bp_action;

// Where a step is taken.
typedef struct {
  bp_lowering *l;
  const bp_work *at;
  const bp_context *context;
  const bp_flow *flow;
  const bp_node *node;
  const bp_stmt *stmt;  // NULL at the end of a procedure
} bp_here;

// frame.c: variables
void bp_declare_globals(bp_lowering *);
uint32_t bp_frame(bp_lowering *, const bp_proc *, uint32_t depth);  // first variable
// Variables of a frame: the procedure's own, flags of its locks, its presence.
uint32_t bp_frame_size(const bp_lowering *, const bp_proc *);
uint32_t bp_presence(bp_lowering *, const bp_proc *, uint32_t depth);  // the flag, or 0
uint32_t bp_variable(bp_lowering *, const bp_context *, const bp_var *);
sv_term bp_read(bp_lowering *, const bp_context *, const bp_var *, uint32_t role);
sv_term bp_first_value(const bp_lowering *, const bp_var *);                // SV_NONE: any value
uint32_t bp_holder(bp_lowering *, const bp_context *, const bp_var *lock);  // "I hold it"

// lower_expr.c
// Lowers an expression; its choices become inputs of the action.
sv_term bp_lower_expr(const bp_here *, bp_action *, const bp_expr *, bool per_other);
// "Some choices make e equal to `want`", as a term without choices where that
// is small, else left to the action's constraint.
sv_term bp_lower_condition(const bp_here *, bp_action *, const bp_expr *e, bool want);
bool bp_mentions_other(const bp_expr *);

// lower_step.c
void bp_lower_place(const bp_here *);  // all actions that leave this place

void bp_action_begin(const bp_here *, bp_action *, const char *suffix);
void bp_action_set(bp_action *, sv_term target, sv_term value);
void bp_action_finish(const bp_here *, bp_action *, uint32_t to);
// The procedure's `enforce` conditions, where the statement assigns.
void bp_enforce(const bp_here *, bp_action *, const bp_context *, const bp_stmt *);

// lower_call.c
void bp_call_step(const bp_here *);
void bp_return_step(const bp_here *);
// The value of variable i of a procedure that is entered.
sv_term bp_entry_value(const bp_here *, bp_action *, const bp_proc *, uint32_t i,
                       bp_expr *const *arguments);
void bp_clear_frame(const bp_here *, bp_action *);
void bp_hand_over(const bp_here *, bp_action *, const bp_context *caller, const bp_stmt *call);

// lower_stack.c
void bp_stack_prepare(bp_lowering *);
void bp_stack_release(bp_lowering *);
void bp_stack_call(const bp_here *);
void bp_stack_return(const bp_here *);
// Is there a meaning for x$? No thread sees the frames on another thread's stack.
bool bp_can_stack(const bp_program *);

// lower_goal.c
void bp_lower_goals(bp_lowering *);  // of the command line: they become properties

// lower_other.c: x$
void bp_find_presence(bp_lowering *);
// The value that another thread's v gets, and what a constraint asks of other
// threads: nothing where the procedure of v is not active.
sv_term bp_other_value(const bp_here *, const bp_var *v, sv_term value);
sv_term bp_other_constraint(const bp_here *, sv_term);

// contexts and locations (lower.c)
uint32_t bp_root(bp_lowering *, const bp_proc *, uint32_t depth);
uint32_t bp_location(bp_lowering *, uint32_t context, uint32_t node, bool atomic);
// The context of the call at this place; BP_NO_CONTEXT where recursion is too deep.
uint32_t bp_callee(const bp_here *);
bp_here bp_here_at(bp_lowering *, const bp_work *, const bp_context *);
// declare.c
void bp_tell_editors(sv_model *, const bp_program *);
// threads.c: the most threads that can be alive, or SV_UNBOUNDED.
uint32_t bp_thread_bound(const bp_lowering *, uint32_t entry);

#endif
