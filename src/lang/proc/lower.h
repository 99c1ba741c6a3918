// lower.h -- from the tree of a process program to the model (inside of the room).
//
// Every instance of a process becomes a template of its own with one running
// process, so that its index is a constant and initial values may depend on
// it. Statements are lowered from the last to the first: each is given the
// place where to go on, and returns the place where it starts. What can go
// wrong in an expression (an index, a divisor, a range) is collected while
// its term is built, and becomes actions of the same location that fail a
// property and lead to the location `error`.

#ifndef PROC_LOWER_H
#define PROC_LOWER_H

#include "lang/blame.h"
#include "lang/proc/ast.h"

//   FAULT(name, property, text)
// clang-format off
#define PROC_FAULTS(FAULT)                                                 \
  FAULT(INDEX, "index", "every index is in range")                         \
  FAULT(DIVISION, "division", "nothing is divided by zero")                \
  FAULT(RANGE, "range", "every value is in the range of its variable")     \
  FAULT(LOCKS, "locks", "locks are released by their holders, and not taken twice")
// clang-format on

typedef enum {
#define FAULT(NAME, PROPERTY, TEXT) PROC_FAULT_##NAME,
  PROC_FAULTS(FAULT)
#undef FAULT
      PROC_FAULT_COUNT
} proc_fault;

typedef struct {
  sv_term when;                   // the condition under which what is built now is evaluated
  sv_term bad[PROC_FAULT_COUNT];  // what goes wrong where
  sv_term guard;
  SV_VEC(sv_update) updates;
  SV_VEC(sv_queue_op) ops;
  SV_VEC(sv_choice_input) choices;
  const sv_blame_note *blames;  // by fault
  sv_span span;
  const char *text;
  uint32_t fails;
  uint32_t fair;  // statement of the model, or 0
} proc_step;

// Where to go on. Entering an atomic section from outside does not take control.
typedef struct {
  uint32_t location;
  bool releases;
} proc_place;

typedef struct {
  proc_place place;
  bool atomic;  // is that place inside of an atomic section?
} proc_exit;

typedef struct {
  sv_model *model;
  sv_terms *terms;
  sv_arena *arena;
  sv_diags *diags;
  proc_program *program;
  uint32_t properties[PROC_FAULT_COUNT];
  uint32_t processes;  // of all templates
  sv_map asserts, names_used;
  // the instance being lowered
  proc_decl *process;         // NULL: a property or init
  uint32_t instance, number;  // among its kind from 0; among all from 1
  uint32_t template_number, end, error;
  bool atomic;           // inside of an atomic section
  proc_exit loop, call;  // for break and return
  const proc_stmt *caller;
  proc_step *step;  // being built
  uint32_t spent;   // calls and quantified terms spelled out so far
} proc_lowering;

#define PROC_MOST_SPENT 1000000u
// One more; false, and reported once, if there are too many.
bool proc_spend(proc_lowering *, sv_span);

// lower_expr.c
sv_term proc_term(proc_lowering *, const proc_expr *);
sv_term proc_place_term(proc_lowering *, const proc_decl *, sv_term base, proc_expr **index,
                        uint32_t n);
sv_term proc_queue_term(proc_lowering *, const proc_expr *);
sv_term proc_lock_term(proc_lowering *, const proc_expr *);
// Goes wrong where blame.when holds, as the rest of the blame says.
void proc_fails(proc_lowering *, proc_fault, sv_blame);
// "index i + 1 of a", which has to be in lo..hi.
sv_blame proc_out_of(proc_lowering *, sv_term value, const char *what, int64_t lo, int64_t hi,
                     sv_span);

// lower_look.c
sv_term proc_local_term(proc_lowering *, const proc_expr *);
sv_term proc_at_term(proc_lowering *, const proc_expr *);
sv_term proc_quantifier(proc_lowering *, const proc_expr *);
bool proc_quantifier_range(proc_lowering *, const proc_expr *, int64_t *low, int64_t *high);

// lower_formula.c
bool proc_is_temporal(const proc_expr *);
// The truth of a condition; where it cannot be evaluated, what is said.
sv_term proc_observed(proc_lowering *, const proc_expr *, bool otherwise);
uint32_t proc_lower_formula(proc_lowering *, const proc_decl *);  // the property, or 0

// bounds.c
// The values that an integer term can have; false if nothing is known.
bool proc_bounds(const sv_terms *, sv_term, int64_t *lo, int64_t *hi);

// lower_data.c
sv_sort proc_sort(proc_lowering *, const proc_type *);
void proc_lower_globals(proc_lowering *);
void proc_lower_locals(proc_lowering *);
sv_term proc_variable(proc_lowering *, proc_decl *);  // in the current instance
// The value as a variable of the type takes it: wrapped, or a fault outside of the range, which
// is told as "`what` is 8, not 0 to 7".
sv_term proc_stored(proc_lowering *, const proc_type *, sv_term, const char *what);
sv_term proc_stored_value(proc_lowering *, const proc_type *, const proc_expr *);
// Does the declaration cost a step?
bool proc_declares_in_step(const proc_decl *);
// fresh.c: of the variables from this number on
void proc_forget_free(proc_lowering *, uint32_t first_variable);

// lower_step.c
void proc_prepare(proc_lowering *, const proc_stmt *, proc_step *);
void proc_begin_step(proc_lowering *, proc_step *, sv_span);
void proc_assign(proc_lowering *, const proc_expr *, sv_term target, sv_term value);
sv_term proc_good(const proc_lowering *, const proc_step *);  // nothing goes wrong
// The actions for what goes wrong.
void proc_emit_faults(proc_lowering *, uint32_t from, const proc_step *);
// The action itself, where nothing goes wrong.
void proc_emit_good(proc_lowering *, uint32_t from, const proc_step *, proc_place to);
void proc_emit(proc_lowering *, uint32_t from, proc_step *, proc_place to);  // both; frees
void proc_free_step(proc_step *);
const char *proc_text_of(proc_lowering *, sv_span);
uint32_t proc_assertion(proc_lowering *, const proc_stmt *);

// declare.c
void proc_tell_editors(sv_model *, const proc_program *);

// lower_flow.c
proc_place proc_lower_body(proc_lowering *, const proc_block *, proc_place next);
uint32_t proc_location(proc_lowering *, const char *name, sv_span);

#endif
