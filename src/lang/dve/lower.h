// lower.h -- DVE into the model.
//
// Every process is a template with one instance, every state a location,
// every transition an action; a handshake is an action for each pair of a
// sending and a receiving transition. Effects happen in sequence, the updates
// of a model all at once: a step knows the present value of every variable
// that it has changed, as a term over the old state.
//
//   lower.c           the driver: declarations, processes
//   lower_expr.c      expressions
//   lower_step.c      effects, and a step as actions
//   lower_sync.c      channels: handshakes and buffers
//   lower_property.c  assertions, goals of the command line
//   lower_formula.c   formulas, property processes
//
// docs/language-dve.md says which of its implementations we follow where they
// differ.

#ifndef DVE_LOWER_H
#define DVE_LOWER_H

#include "base/diag.h"
#include "base/options.h"
#include "lang/blame.h"
#include "lang/dve/ast.h"

typedef enum { DVE_BAD_INDEX, DVE_BAD_DIVISION, DVE_BAD_VALUE, DVE_FAULTS } dve_fault;

typedef struct {
  sv_model *model;
  sv_terms *terms;
  sv_arena *arena;
  const dve_system *system;
  const sv_options *options;
  sv_diags *diags;
  sv_sort number;               // what everything is computed in: 32 bits with sign
  sv_map names_used;            // of properties
  uint32_t faults[DVE_FAULTS];  // properties, 0 until they are needed
} dve_lowering;

typedef struct {
  const dve_var *var;
  sv_term now;  // of the variable's own sort
} dve_changed;

// A step that is being put together. Role r is actor[r].
typedef struct {
  dve_lowering *l;
  const dve_proc *actor[2];
  bool moved[2];  // the process has left its old state
  const dve_trans *trans[2];
  uint32_t actors;
  SV_VEC(dve_changed) changed;
  SV_VEC(sv_update) cells;  // of arrays, in order
  sv_queue_op op;
  uint32_t ops;
  sv_term when;                 // so far the step can be taken
  sv_term ok;                   // there is no error so far
  sv_term fails[DVE_FAULTS];    // the first error is of this kind
  const sv_blame_note *blames;  // by fault
} dve_step;

dve_step dve_step_of(dve_lowering *);  // of no process, in the old state
void dve_step_free(dve_step *);

// --- lower_expr.c
sv_term dve_number(dve_step *, const dve_expr *);  // 32 bits with sign
sv_term dve_truth(dve_step *, const dve_expr *);
sv_term dve_index(dve_step *, const dve_expr *variable);  // checked
// Where the step gets that far and this does not hold, it is an error: as the blame says,
// whose condition is filled in.
void dve_need(dve_step *, dve_fault, sv_term ok, sv_blame);
const char *dve_source(dve_lowering *, sv_span);               // on one line
sv_term dve_in_type(const dve_lowering *, dve_type, sv_term);  // 32 bits to fewer
sv_sort dve_sort_of(const dve_lowering *, dve_type);
sv_term dve_stored(const dve_lowering *, dve_type, int32_t);  // a constant
sv_term dve_old(const dve_step *, const dve_var *);           // before the step
sv_term dve_present(const dve_step *, const dve_var *);

// --- lower_step.c
void dve_assign(dve_step *, const dve_expr *target, sv_term index, sv_term number);
void dve_guards(dve_step *, const dve_trans *);
void dve_effects(dve_step *, uint32_t role);
void dve_emit(dve_step *);

// --- lower_sync.c
void dve_lower_transition(dve_lowering *, const dve_proc *, const dve_trans *);

// --- lower_formula.c
// The truth of a condition; where it has no value, what is said.
sv_term dve_condition(dve_lowering *, const dve_expr *, bool otherwise);
void dve_lower_formula(dve_lowering *, sv_name, const dve_formula *);
void dve_lower_property_process(dve_lowering *, sv_name, const char *text);

// --- lower_property.c
void dve_lower_properties(dve_lowering *);
uint32_t dve_fault_property(dve_lowering *, dve_fault);

#endif
