// check_expr.c -- names in expressions.

#include "lang/dve/check_inside.h"

static dve_var *find_variable(dve_checker *c, const dve_expr *e) {
  const dve_proc *scope = c->proc;
  if (e->of.name.x) {
    scope = dve_find_proc(c, e->of);
    if (!scope) return NULL;
  }
  uint32_t i = scope ? dve_lookup(c, scope, DVE_K_VAR, e->name.name) : SV_MAP_NONE;
  if (i != SV_MAP_NONE) return scope->var[i];
  if (!e->of.name.x) {
    i = dve_lookup(c, NULL, DVE_K_VAR, e->name.name);
    if (i != SV_MAP_NONE) return c->system->var[i];
  }
  dve_undeclared(c, e->of.name.x ? scope : NULL, DVE_K_VAR, e->name);
  return NULL;
}

static bool is_constant_index(const dve_expr *index, int64_t *value) {
  bool negative = index->op == DVE_NEG;
  const dve_expr *number = negative ? index->arg[0] : index;
  if (number->op != DVE_NUMBER) return false;
  *value = negative ? -(int64_t)number->value : number->value;
  return true;
}

static bool check_index(dve_checker *c, const dve_expr *e) {
  const char *name = dve_text(c, e->name.name);
  int64_t index;
  if (!e->var->is_array && e->n) {
    sv_diag(c->diags, SV_ERROR, e->span, "`%s` is no array", name);
    return false;
  }
  if (e->var->is_array && !e->n) {
    sv_diag(c->diags, SV_WARNING, e->span, "the array `%s` is used without an index", name);
    sv_diag_hint(c->diags, "that means its first element, `%s[0]`", name);
  }
  if (!e->n) return true;
  if (!dve_check_expr(c, e->arg[0])) return false;
  if (!is_constant_index(e->arg[0], &index) || (index >= 0 && index < e->var->size)) return true;
  sv_diag(c->diags, SV_WARNING, e->arg[0]->span, "`%s` has the elements 0 to %u", name,
          e->var->size - 1);
  return true;
}

static bool check_variable(dve_checker *c, dve_expr *e) {
  e->var = find_variable(c, e);
  return e->var && check_index(c, e);
}

static bool check_at(dve_checker *c, dve_expr *e) {
  e->proc = dve_find_proc(c, e->of);
  if (!e->proc) return false;
  e->state = dve_find_state(c, e->proc, e->name);
  return e->state != SV_MAP_NONE;
}

bool dve_check_expr(dve_checker *c, dve_expr *e) {
  if (e->op == DVE_VAR) return check_variable(c, e);
  if (e->op == DVE_AT) return check_at(c, e);
  bool ok = true;
  for (uint32_t i = 0; i < e->n; i++) ok &= dve_check_expr(c, e->arg[i]);
  return ok;
}

bool dve_check_target(dve_checker *c, dve_expr *e) {
  if (!check_variable(c, e)) return false;
  const char *name = dve_text(c, e->name.name);
  if (e->var->is_const) {
    sv_diag(c->diags, SV_ERROR, e->span, "the constant `%s` cannot be changed", name);
    return false;
  }
  if (e->var->proc && e->var->proc != c->proc) {
    sv_diag(c->diags, SV_ERROR, e->span,
            "`%s` belongs to process `%s`, and only that may change it", name,
            dve_text(c, e->var->proc->word.name));
    sv_diag_hint(c->diags, "declare it before the processes, or send the value");
    return false;
  }
  return true;
}
