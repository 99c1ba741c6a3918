// exec_inside.h -- the interpreter from inside. Only exec*.c include this.
//
// A term is compiled once into straight code: its cone, children first, with
// arguments named by their place in the code. Evaluating runs through the code
// and leaves in a register per instruction where its value lies: one sv_value
// for a scalar, a slice of cells for an array (of the state itself where the
// term is a variable). Codes are made when they are first needed.

#ifndef SV_EXEC_INSIDE_H
#define SV_EXEC_INSIDE_H

#include "exec/choices.h"
#include "exec/exec.h"
#include "exec/footprint.h"

typedef struct {
  sv_node node;        // args are not used
  sv_sort from;        // sort of the first argument
  uint32_t first_arg;  // in sv_code.args
  uint32_t cells;      // of the value
  uint32_t store;      // place for a computed value in the scratch cells
} sv_instruction;

typedef struct {
  SV_VEC(sv_instruction) code;
  sv_u32s args;      // place in the code << 1 | negated
  sv_u32s roots;     // likewise
  uint32_t scratch;  // cells needed
} sv_code;

// Where leaves get their values.
typedef struct {
  const sv_state *now, *next;  // next: for NEXT, may be NULL
  const sv_value *choices;
} sv_view;

// An update of a net action in terms of the roots of its code.
typedef struct {
  uint32_t var;
  uint32_t index, indices;  // roots index .. index+indices-1 are the indices, outermost first
  uint32_t value;           // root
} sv_write;

// The terms of one net action, compiled.
typedef struct {
  sv_code *guard, *effect, *constraint;  // guard and constraint NULL: true
  sv_write *writes;                      // update_count of them
  uint32_t *queue_roots;  // by queue operation: root of the queue; slot and fields follow
} sv_compiled;

struct sv_exec {
  const sv_net *net;
  const sv_terms *terms;
  sv_numbers *numbers;
  sv_arena *arena;        // compiled actions and codes
  sv_compiled **actions;  // by net action; NULL until needed
  sv_map codes;           // single terms: handle -> place in code_list
  SV_VEC(sv_code *) code_list;
  SV_VEC(sv_code *) all_codes;  // for freeing
  SV_VEC(const sv_value *) registers;
  sv_values cells;  // scratch
  sv_values arguments;
  sv_state *after;           // the successor being tried
  sv_bits counts;            // by action: what is left after the rules of control
  SV_VEC(uint32_t) classes;  // by process: lowest local class
  bool lets_all;             // rules 2 to 4 of control leave every action
  sv_stop_fn *stop;          // NULL: goes on for ever
  void *stop_context;
  uint32_t work;  // since it was asked last
  bool stopped;
};

bool sv_exec_goes_on(sv_exec *);  // after an attempt

// Why a step cannot be taken: the numbered conditions of docs/model.md.
typedef enum {
  SV_STEP_OK,
  SV_STEP_EDGE,
  SV_STEP_GUARD,
  SV_STEP_QUEUE,
  SV_STEP_RANGE,
  SV_STEP_CONSTRAINT,
  SV_STEP_INVARIANT,
} sv_step_fault;

// exec_eval.c
sv_code *sv_exec_compile(sv_exec *, const sv_term *roots, uint32_t n);
sv_code *sv_exec_code(sv_exec *, sv_term);  // cached
void sv_exec_run(sv_exec *, const sv_code *, sv_view);
// Results of the last run.
const sv_value *sv_exec_slice(const sv_exec *, const sv_code *, uint32_t root);
sv_value sv_exec_scalar(const sv_exec *, const sv_code *, uint32_t root);
bool sv_exec_holds(sv_exec *, sv_code *, sv_view);  // NULL code: true

// exec_step.c
sv_compiled *sv_exec_action(sv_exec *, uint32_t action);
bool sv_exec_edges_fit(const sv_exec *, const sv_state *, const sv_net_action *);
bool sv_exec_guard_holds(sv_exec *, const sv_state *, uint32_t action);
// Conditions 3 to 7; the successor is left in x->after.
sv_step_fault sv_exec_try(sv_exec *, const sv_state *, uint32_t action, const sv_value *choices);
bool sv_exec_invariants_hold(sv_exec *, const sv_state *);
// The cell that the write's indices name and the sort there, after the code has
// run. False if an index is outside.
bool sv_exec_find_cell(const sv_exec *, const sv_code *, const sv_write *, uint32_t *cell,
                       sv_sort *);

// exec_footprint.c: what the last run has read for these roots (NULL: for the first n).
void sv_exec_trail(const sv_exec *, const sv_code *, sv_view, const uint32_t *roots, uint32_t n,
                   sv_footprint *);
void sv_footprint_stand(sv_footprint *, uint32_t process, uint32_t location);
bool sv_footprint_written(const sv_footprint *, uint32_t cell);

// exec_queue.c
bool sv_exec_queue_op(sv_exec *, const sv_code *, const sv_queue_op *, uint32_t root,
                      sv_state *after);

// exec_control.c: fills x->counts with the actions that are left, cut actions
// too if they remain after rule 1.
void sv_exec_survey(sv_exec *, const sv_state *);
bool sv_exec_lets_all(const sv_net *);  // only rule 1 could keep an action from moving
bool sv_exec_obeys_sections(const sv_exec *, const sv_state *, uint32_t action);  // rule 1

#endif
