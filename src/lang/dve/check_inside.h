// check_inside.h -- what the files of the checks share (not for others).

#ifndef DVE_CHECK_INSIDE_H
#define DVE_CHECK_INSIDE_H

#include "lang/dve/check.h"

typedef enum { DVE_K_VAR, DVE_K_CHANNEL, DVE_K_PROC, DVE_K_STATE } dve_kind_of_name;

typedef struct {
  sv_arena *arena;
  sv_names *names;
  sv_diags *diags;
  dve_system *system;
  sv_map table;          // (scope, kind, name) -> place among its like
  const dve_proc *proc;  // whose names count first, or NULL
} dve_checker;

const char *dve_text(const dve_checker *, sv_name);
// Enters a name; false (and reported) if its scope has it already.
bool dve_declare(dve_checker *, const dve_proc *scope, dve_kind_of_name, dve_word, uint32_t place);
// Place of a name in exactly this scope, or SV_MAP_NONE.
uint32_t dve_lookup(const dve_checker *, const dve_proc *scope, dve_kind_of_name, sv_name);
dve_proc *dve_find_proc(dve_checker *, dve_word);                    // NULL and reported
uint32_t dve_find_state(dve_checker *, const dve_proc *, dve_word);  // SV_MAP_NONE and reported
// `of` is the P of P->c, or has no name: then the own names come first.
dve_channel *dve_find_channel(dve_checker *, dve_word of, dve_word);
void dve_undeclared(dve_checker *, const dve_proc *scope, dve_kind_of_name, dve_word);

// --- check_expr.c
bool dve_check_expr(dve_checker *, dve_expr *);
bool dve_check_target(dve_checker *, dve_expr *);  // what is assigned or received

// --- check_value.c
// The value where all variables have their initial one. False and reported
// where there is none.
void dve_check_initial(dve_checker *, dve_var *);

#endif
