// check_inside.h -- what the files of the checks share (not for others).
//
// check.c goes through the units in order, check_decl.c declares, check_name.c
// finds what a name means, check_expr.c and check_stmt.c walk the tree,
// check_message.c looks at sends and receives, check_label.c at jumps and
// remote references, which may point forward and so come last.

#ifndef PML_CHECK_INSIDE_H
#define PML_CHECK_INSIDE_H

#include "lang/promela/check/check.h"

#define PML_NONE 0u

// A name with a meaning in the current scope.
typedef enum { PML_SYM_VAR, PML_SYM_MEMBER, PML_SYM_PROC, PML_SYM_STRUCT } pml_symbol_kind;

typedef struct {
  pml_symbol_kind kind;
  sv_name name;
  sv_span span;
  pml_var *var;
  pml_member *member;
  pml_proc *proc;
  pml_struct *record;
} pml_symbol;

// Something to be looked at when all processes are known.
typedef struct {
  pml_expr *expr;  // RUN, REMOTE_LABEL or REMOTE_VAR
  uint32_t call;
} pml_later;

typedef struct {
  pml_stmt *stmt;  // GOTO
  uint32_t block, call, d_step;
} pml_goto;

typedef struct {
  pml_reporter *report;
  sv_arena *arena;
  sv_names *names;
  pml_program *program;
  SV_VEC(pml_symbol) symbols;  // in order of declaration; those out of scope are popped
  sv_map symbol_of;            // name -> 1 + index in symbols; 0 out of scope
  sv_map invented;             // undeclared names that were reported in this process
  SV_VEC(pml_later) later;
  SV_VEC(pml_proc *) procs;
  SV_VEC(pml_var *) globals;
  SV_VEC(pml_mtype *) mtypes;
  SV_VEC(pml_struct *) records;
  SV_VEC(pml_ltl *) ltls;
  // of the process being checked
  pml_proc *proc;
  SV_VEC(pml_var *) locals;
  SV_VEC(pml_goto) gotos;
  sv_u32s parents;  // of each block
  sv_u32s d_steps;  // of each block: the d_step around it, 0 if none
  uint32_t block, call, d_step, d_step_count;
  pml_stmt *loop;     // innermost
  bool body_started;  // a statement has been seen: declarations are late
  bool in_provided, in_formula;
} pml_checker;

static inline const char *pml_text(const pml_checker *c, sv_name name) {
  return sv_names_get(c->names, name);
}

bool pml_complain(pml_checker *, sv_span, sv_span def, const char *format, ...) SV_PRINTF(4, 5);
bool pml_warn(pml_checker *, sv_span, sv_span def, const char *format, ...) SV_PRINTF(4, 5);
void pml_add_note(pml_checker *, sv_span, const char *format, ...) SV_PRINTF(3, 4);
void pml_add_hint(pml_checker *, const char *format, ...) SV_PRINTF(2, 3);

// --- check_name.c
pml_symbol *pml_find(pml_checker *, sv_name);  // NULL if nothing visible has the name
// False after a message if the name is taken.
bool pml_declare(pml_checker *, pml_symbol);
uint32_t pml_scope_open(pml_checker *);
void pml_scope_close(pml_checker *, uint32_t mark);
void pml_undeclared(pml_checker *, const pml_expr *);
const char *pml_nearest_proc(pml_checker *, sv_name);
pml_proc *pml_find_proc(pml_checker *, sv_name);

// --- check_decl.c
void pml_check_var(pml_checker *, pml_var *);  // and declares it
void pml_check_mtype(pml_checker *, pml_unit *);
void pml_check_struct(pml_checker *, pml_struct *);
bool pml_constant(pml_checker *, const pml_expr *, int64_t *value);  // quiet

// --- check_expr.c
typedef enum {
  PML_AT_VALUE,    // a value is read
  PML_AT_WHOLE,    // also a whole structure: arguments of run, send, receive
  PML_AT_CHANNEL,  // a channel
} pml_position;
void pml_check_expr(pml_checker *, pml_expr *, pml_position);
// A variable; false after a message. Whole arrays and structures are allowed
// only if asked for.
bool pml_check_ref(pml_checker *, pml_expr *, bool whole_array, bool whole_struct);
void pml_check_target(pml_checker *, pml_expr *);  // something assigned to
const pml_var *pml_last_var(const pml_expr *);     // of a path a.b.c: c; NULL if unknown
bool pml_is_channel(const pml_expr *);
uint32_t pml_count_runs(const pml_expr *);

// --- check_message.c
void pml_check_send(pml_checker *, pml_stmt *);
void pml_check_receive(pml_checker *, pml_stmt *);
void pml_check_poll(pml_checker *, pml_expr *);

// --- check_stmt.c
void pml_check_body(pml_checker *, pml_proc *);

// --- check_label.c
void pml_check_labels(pml_checker *);  // of the current process
void pml_resolve_gotos(pml_checker *);
void pml_resolve_later(pml_checker *);

#endif
