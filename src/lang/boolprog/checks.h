// checks.h -- what the files of the checker share (not for others).
//
// check.c declares and looks at the whole program, check_stmt.c walks
// statements, check_expr.c finds variables, call_graph.c marks recursion.

#ifndef BP_CHECKS_H
#define BP_CHECKS_H

#include "lang/boolprog/check.h"

typedef struct {
  sv_arena *arena;
  sv_names *names;
  sv_diags *diags;
  bp_program *program;
  sv_map globals;              // name -> index in program->globals
  sv_map procs;                // name -> index in program->proc
  bp_proc *proc;               // being checked
  sv_map locals;               // of proc: name -> index in proc->vars
  sv_map invented;             // names of proc that were reported once already
  sv_map labels;               // of proc: name -> index in proc->label
  sv_map lost_labels;          // of proc: reported once already
  sv_map lost_procs;           // reported once already
  sv_span unlock, atomic_end;  // first of each; file 0 if none
  bool has_lock, has_atomic_begin;
  uint32_t reported;  // bits 1 << kind: unsupported statements already named
} bp_checker;

// Where an expression stands decides which forms of a variable it may hold.
typedef enum {
  BP_AT_VALUE,          // conditions, arguments, right sides of ordinary variables
  BP_AT_PASSIVE_VALUE,  // right side of x$: also x$
  BP_AT_CONSTRAIN,      // also x$ and primes
} bp_position;

static inline const char *bp_text_of(const bp_checker *c, sv_name name) {
  return sv_names_get(c->names, name);
}
// "1 value", "2 values"
const char *bp_count(bp_checker *, uint32_t n, const char *noun);
bool bp_first_time(sv_map *, sv_name);  // and from now on false
bool bp_want_more(const bp_checker *);  // further errors would still be shown

// --- check_expr.c
bp_var *bp_find_var(bp_checker *, sv_name);    // a local, then a global; NULL
bp_proc *bp_find_proc(bp_checker *, sv_name);  // NULL if there is none
void bp_check_expr(bp_checker *, bp_expr *, bp_position);
// Finds the variable of a target; `_` must be allowed by the caller.
void bp_check_target(bp_checker *, bp_target *);

// --- check_stmt.c
void bp_check_block(bp_checker *, const bp_block *);

// --- call_graph.c
void bp_mark_recursion(bp_program *);

#endif
