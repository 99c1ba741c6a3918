// check_value.c -- initial values.
//
// Computed in the order of the declarations, with 32-bit arithmetic as at run
// time; a variable that was declared before counts with its initial value.

#include "lang/dve/check_inside.h"

static bool no_value(dve_checker *c, const dve_expr *e, const char *why) {
  sv_diag(c->diags, SV_ERROR, e->span, "%s", why);
  return false;
}

static bool initial_value(dve_checker *c, const dve_expr *e, int32_t *out);

static bool variable_value(dve_checker *c, const dve_expr *e, int32_t *out) {
  int32_t index = 0;
  if (!e->var->value) {
    sv_diag(c->diags, SV_ERROR, e->span, "`%s` has no value yet", dve_text(c, e->name.name));
    sv_diag_hint(c->diags, "declare it first");
    return false;
  }
  if (e->n && !initial_value(c, e->arg[0], &index)) return false;
  if (index < 0 || (uint32_t)index >= e->var->size)
    return no_value(c, e, "this index is out of range");
  *out = e->var->value[index];
  return true;
}

static int32_t wrap(int64_t n) { return (int32_t)(uint32_t)(uint64_t)n; }

static int32_t shift(dve_op op, int32_t a, int32_t b) {
  if (op == DVE_SHL) return b < 0 || b > 31 ? 0 : (int32_t)((uint32_t)a << b);
  if (b < 0 || b > 31) return a < 0 ? -1 : 0;
  return a >= 0 ? a >> b : ~(~a >> b);
}

static int32_t binary_value(dve_op op, int32_t a, int32_t b) {
  switch (op) {
  case DVE_IMPLY: return !a || b;
  case DVE_OR: return a || b;
  case DVE_AND: return a && b;
  case DVE_BITOR: return a | b;
  case DVE_BITAND: return a & b;
  case DVE_BITXOR: return a ^ b;
  case DVE_EQ: return a == b;
  case DVE_NE: return a != b;
  case DVE_LT: return a < b;
  case DVE_LE: return a <= b;
  case DVE_GT: return a > b;
  case DVE_GE: return a >= b;
  case DVE_SHL:
  case DVE_SHR: return shift(op, a, b);
  case DVE_PLUS: return wrap((int64_t)a + b);
  case DVE_MINUS: return wrap((int64_t)a - b);
  case DVE_TIMES: return wrap((int64_t)a * b);
  case DVE_DIV: return wrap((int64_t)a / b);
  case DVE_MOD: return (int32_t)((int64_t)a % b);
  case DVE_NUMBER:
  case DVE_VAR:
  case DVE_AT:
  case DVE_NOT:
  case DVE_NEG:
  case DVE_TILDE:
  case DVE_ITE:
  case DVE_TEMPORAL: break;
  }
  SV_UNREACHABLE();
}

// Does the first operand of a logical operator decide?
static bool is_decided(dve_op op, int32_t a) {
  return (op == DVE_AND && !a) || (op == DVE_OR && a) || (op == DVE_IMPLY && !a);
}

static bool operator_value(dve_checker *c, const dve_expr *e, int32_t *out) {
  int32_t a, b = 0;
  if (!initial_value(c, e->arg[0], &a)) return false;
  if (e->op == DVE_ITE) return initial_value(c, e->arg[a ? 1 : 2], out);
  if (e->op == DVE_NOT) return *out = !a, true;
  if (e->op == DVE_NEG) return *out = wrap(-(int64_t)a), true;
  if (e->op == DVE_TILDE) return *out = ~a, true;
  if (!is_decided(e->op, a) && !initial_value(c, e->arg[1], &b)) return false;
  if ((e->op == DVE_DIV || e->op == DVE_MOD) && !b) return no_value(c, e, "division by zero");
  return *out = binary_value(e->op, a, b), true;
}

static bool initial_value(dve_checker *c, const dve_expr *e, int32_t *out) {
  switch (e->op) {
  case DVE_NUMBER: return *out = e->value, true;
  case DVE_VAR: return variable_value(c, e, out);
  case DVE_AT: return no_value(c, e, "an initial value cannot depend on the state of a process");
  default: return operator_value(c, e, out);
  }
}

static void store(dve_checker *c, const dve_var *v, const dve_expr *e, int32_t *cell) {
  int32_t value, low = v->type == DVE_BYTE ? 0 : INT16_MIN;
  int32_t high = v->type == DVE_BYTE ? UINT8_MAX : INT16_MAX;
  if (!initial_value(c, e, &value)) return;
  if (value < low || value > high)
    sv_diag(c->diags, SV_ERROR, e->span, "%d is no value of type `%s` (%d to %d)", value,
            v->type == DVE_BYTE ? "byte" : "int", low, high);
  *cell = value;
}

void dve_check_initial(dve_checker *c, dve_var *v) {
  int32_t *value = SV_ARENA_ARRAY(c->arena, int32_t, v->size);
  const char *name = dve_text(c, v->word.name);
  bool ok = true;
  for (uint32_t i = 0; i < v->inits; i++) ok &= dve_check_expr(c, v->init[i]);
  if (v->inits && v->is_array != v->braces) {
    sv_diag(c->diags, SV_ERROR, v->init[0]->span,
            v->is_array ? "the initial values of the array `%s` are written in braces"
                        : "`%s` is no array: its initial value is written without braces",
            name);
    ok = false;
  }
  if (ok && v->inits > v->size) {
    sv_diag(c->diags, SV_WARNING, v->init[v->size]->span, "`%s` has only %u elements", name,
            v->size);
    sv_diag_hint(c->diags, "the values from here on are ignored");
  }
  for (uint32_t i = 0; ok && i < v->inits && i < v->size; i++) store(c, v, v->init[i], &value[i]);
  v->value = value;
}
