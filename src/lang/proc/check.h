// check.h -- names, types and constants (inside of the room).
//
// check.c goes through the items: declarations in the order of the text, so
// that a constant comes before its use, then the bodies, which may use
// everything. check_name.c knows what is declared, check_expr.c and
// check_stmt.c check, constant.c computes. One mistake gives one message: an
// expression that was reported has the type PROC_BAD and there are no complaints
// about it again.

#ifndef PROC_CHECK_H
#define PROC_CHECK_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/map.h"
#include "lang/proc/ast.h"
#include "lang/proc/proc.h"

typedef SV_VEC(proc_decl *) proc_decl_list;
typedef SV_VEC(proc_label *) proc_label_list;

typedef struct {
  sv_arena *arena;
  sv_names *names;
  const sv_sources *sources;
  sv_diags *diags;
  proc_program *program;
  const proc_sets *sets;
  sv_map known;           // name -> 1 + index in decls; 0: no longer
  proc_decl_list decls;   // visible, innermost last
  proc_decl *process;     // being checked, or NULL
  proc_decl *function;    // being checked, or NULL
  proc_decl_list locals;  // of the process
  proc_label_list labels;
  uint32_t loops;      // open around
  uint32_t functions;  // seen so far
  bool observer;       // a property or init: may look into processes
  bool too_large;      // a constant was
} proc_checker;

// check_name.c
void proc_declare(proc_checker *, proc_decl *);      // reports a second one
void proc_forget(proc_checker *, uint32_t visible);  // all decls from there on
proc_decl *proc_lookup(const proc_checker *, sv_name);
proc_decl *proc_resolve(proc_checker *, sv_name, sv_span);            // reports unknown names
const char *proc_kind_text(const proc_decl *);                        // "a channel"
const char *proc_type_text(const proc_checker *, const proc_type *);  // "an int"
const char *proc_source_of(const proc_checker *, sv_span);            // quoted
static inline const char *proc_name_of(const proc_checker *c, sv_name name) {
  return sv_names_get(c->names, name);
}

// constant.c
// The value of a constant expression (truth values 0, 1; members by number);
// only after it was checked. False if it is none or too large.
bool proc_fold(proc_checker *, const proc_expr *, int64_t *out);
// Reports what is no constant.
bool proc_need_constant(proc_checker *, const proc_expr *, const char *what, int64_t *out);
// Both ends of a range, checked and folded.
bool proc_need_range(proc_checker *, proc_expr *low, proc_expr *high, int64_t *lo, int64_t *hi);
// Only constants and indices inside.
bool proc_is_static(const proc_expr *);
// A constant that a variable of the type cannot hold is reported.
void proc_check_fits(proc_checker *, const proc_type *, const proc_expr *);
// --set: the value of a parameter whose type is known; what is no parameter.
void proc_set_parameter(proc_checker *, proc_decl *);
void proc_check_sets(proc_checker *);

// check_expr.c
bool proc_check_expr(proc_checker *, proc_expr *);  // false: reported
bool proc_need_kind(proc_checker *, proc_expr *, proc_type_kind, const char *who);
bool proc_check_args(proc_checker *, proc_expr *call);
bool proc_check_value(proc_checker *, const proc_type *, proc_expr *, const char *what);
bool proc_check_indices(proc_checker *, const proc_decl *, proc_expr **index, uint32_t n, sv_span);
// A place of the given kind of declaration: channel or lock.
bool proc_check_place(proc_checker *, proc_expr *, proc_decl_kind);
bool proc_same_type(const proc_type *, const proc_type *);

// check_decl.c
void proc_check_type(proc_checker *, proc_type *);
void proc_check_variable(proc_checker *, proc_decl *);
void proc_check_channel(proc_checker *, proc_decl *);
void proc_check_sizes(proc_checker *, proc_decl *);

// check_stmt.c
void proc_check_block(proc_checker *, proc_block *, bool top);
bool proc_always_returns(const proc_block *);

// check.c
void proc_check(sv_arena *, sv_names *, const sv_sources *, sv_diags *, const proc_sets *,
                proc_program *);

#endif
