// check_expr.c -- which variable a name means.
//
// Locals hide globals. `x$` is a name of its own if it is declared; otherwise
// it is the x of the other threads. A name that means nothing is reported
// once per procedure, with the most helpful thing we can say about it.

#include "base/suggest.h"
#include "lang/boolprog/checks.h"

static bp_var *find_in(const sv_map *map, const bp_vars *vars, sv_name name) {
  uint32_t i = sv_map_get(map, name.x);
  return i == SV_MAP_NONE ? NULL : vars->at[i];
}

bp_var *bp_find_var(bp_checker *c, sv_name name) {
  bp_var *v = c->proc ? find_in(&c->locals, &c->proc->vars, name) : NULL;
  return v ? v : find_in(&c->globals, &c->program->globals, name);
}

bp_proc *bp_find_proc(bp_checker *c, sv_name name) {
  uint32_t i = sv_map_get(&c->procs, name.x);
  return i == SV_MAP_NONE ? NULL : c->program->proc[i];
}

// --- names that mean nothing

static void try_all(const bp_checker *c, sv_suggestion *s, const bp_vars *vars) {
  for (uint32_t i = 0; i < vars->n; i++) sv_suggest_try(s, bp_text_of(c, vars->at[i]->name));
}

static const char *nearest_variable(bp_checker *c, const char *text) {
  sv_suggestion s = sv_suggest(text);
  if (c->proc) try_all(c, &s, &c->proc->vars);
  try_all(c, &s, &c->program->globals);
  return s.best;
}

static bp_var *in_other_procedure(bp_checker *c, sv_name name) {
  for (uint32_t i = 0; i < c->program->procs; i++) {
    const bp_vars *vars = &c->program->proc[i]->vars;
    for (uint32_t j = 0; j < vars->n; j++)
      if (vars->at[j]->name.x == name.x) return vars->at[j];
  }
  return NULL;
}

static bool spells_constant(const char *text) {
  return !sv_edit_distance(text, "true") || !sv_edit_distance(text, "false");
}

static void explain_undeclared(bp_checker *c, sv_name name) {
  const char *text = bp_text_of(c, name);
  if (spells_constant(text)) {
    sv_diag_hint(c->diags, "the constants are `T` or `1`, and `F` or `0`");
    return;
  }
  const char *near = nearest_variable(c, text);
  bp_var *other = near ? NULL : in_other_procedure(c, name);
  if (near) sv_diag_hint(c->diags, "did you mean `%s`?", near);
  else if (other)
    sv_diag(c->diags, SV_NOTE, other->span, "this `%s` is visible in `%s` only", text,
            bp_text_of(c, other->proc->name));
  else sv_diag_hint(c->diags, "declare it with `decl %s;`", text);
}

static void report_undeclared(bp_checker *c, sv_name name, sv_span span) {
  const char *text = bp_text_of(c, name);
  if (!bp_first_time(&c->invented, name)) return;
  bp_proc *proc = bp_find_proc(c, name);
  if (proc) {
    sv_diag(c->diags, SV_ERROR, span, "`%s` is a procedure, not a variable", text);
    if (bp_want_more(c)) sv_diag(c->diags, SV_NOTE, proc->name_span, "it is declared here");
    return;
  }
  sv_diag(c->diags, SV_ERROR, span, "the variable `%s` is not declared", text);
  if (bp_want_more(c)) explain_undeclared(c, name);
}

// --- x$

static sv_name without_dollar(bp_checker *c, sv_name name) {
  const char *text = bp_text_of(c, name);
  size_t n = strlen(text);
  if (n < 2 || text[n - 1] != '$') return (sv_name){0};
  return sv_names_find(c->names, text, n - 1);
}

static void report_shared(bp_checker *c, const bp_var *v, sv_span span) {
  const char *text = bp_text_of(c, v->name);
  sv_diag(c->diags, SV_ERROR, span, "`%s` is shared by all threads, so there is no `%s$`", text,
          text);
  sv_diag(c->diags, SV_NOTE, v->span, "it is declared here");
  sv_diag_hint(c->diags, "`x$` is the copy of a local or `thread_local` variable "
                         "in the other threads");
}

// The variable of a name as written. Sets *passive and shortens *name for x$.
static bp_var *resolve(bp_checker *c, sv_name *name, sv_span span, bool *passive) {
  bp_var *v = bp_find_var(c, *name);
  if (v) return v;
  sv_name base = without_dollar(c, *name);
  v = base.x ? bp_find_var(c, base) : NULL;
  if (!v) {
    report_undeclared(c, *name, span);
    return NULL;
  }
  *name = base;
  *passive = true;
  c->program->broadcasts = true;
  v->broadcast = true;
  if (v->scope == BP_GLOBAL) report_shared(c, v, span);
  return v;
}

void bp_check_target(bp_checker *c, bp_target *t) {
  if (!t->drop) t->var = resolve(c, &t->name, t->span, &t->passive);
}

// --- expressions

// bp-reduce writes t and f for the constants.
static bool read_as_constant(bp_checker *c, bp_expr *e) {
  const char *text = bp_text_of(c, e->name);
  bool is_true = !strcmp(text, "t");
  if ((!is_true && strcmp(text, "f") != 0) || e->primed) return false;
  if (bp_find_var(c, e->name) || bp_find_proc(c, e->name)) return false;
  sv_diag(c->diags, SV_WARNING, e->span, "`%s` is not declared and is read as the constant `%s`",
          text, is_true ? "T" : "F");
  e->op = BP_CONST;
  e->value = is_true;
  return true;
}

static void check_passive(bp_checker *c, const bp_expr *e, bp_position position) {
  if (position != BP_AT_VALUE) return;
  sv_diag(c->diags, SV_ERROR, e->span, "`%s$` cannot be read here", bp_text_of(c, e->name));
  sv_diag_hint(c->diags, "it is many values at once: only `constrain` and what is assigned to "
                         "some `x$` may read it");
}

static void check_variable(bp_checker *c, bp_expr *e, bp_position position) {
  if (!strcmp(bp_text_of(c, e->name), "_")) {
    sv_diag(c->diags, SV_ERROR, e->span, "`_` has no value");
    sv_diag_hint(c->diags, "it stands on the left of `:=` only; any value is `*`");
    return;
  }
  if (read_as_constant(c, e)) return;
  e->var = resolve(c, &e->name, e->span, &e->passive);
  if (!e->var) return;
  if (e->primed && position != BP_AT_CONSTRAIN) {
    sv_diag(c->diags, SV_ERROR, e->span, "a primed variable stands outside `constrain`");
    sv_diag_hint(c->diags, "the value of `%s` after the step is known only there",
                 bp_text_of(c, e->name));
  }
  if (e->passive && e->var->scope != BP_GLOBAL) check_passive(c, e, position);
}

void bp_check_expr(bp_checker *c, bp_expr *e, bp_position position) {
  if (e->op == BP_VAR) check_variable(c, e, position);
  for (uint32_t i = 0; i < e->n; i++) bp_check_expr(c, e->arg[i], position);
}
