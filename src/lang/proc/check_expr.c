// check_expr.c -- names and types of expressions.

#include "lang/proc/check.h"

bool proc_same_type(const proc_type *a, const proc_type *b) {
  return a->kind == b->kind && (a->kind != PROC_ENUM || a->set == b->set);
}

static bool bad(proc_expr *e) {
  e->type.kind = PROC_BAD;
  return false;
}

static bool is(proc_expr *e, proc_type_kind kind) {
  e->type = (proc_type){.kind = kind};
  return true;
}

bool proc_need_kind(proc_checker *c, proc_expr *e, proc_type_kind kind, const char *who) {
  if (!proc_check_expr(c, e)) return false;
  if (e->type.kind == kind) return true;
  sv_diag(c->diags, SV_ERROR, e->span, "%s needs %s, but %s is %s", who,
          kind == PROC_INT ? "an int" : "a bool", proc_source_of(c, e->span),
          proc_type_text(c, &e->type));
  if (kind == PROC_BOOL && e->type.kind == PROC_INT)
    sv_diag_hint(c->diags, "a number is no truth value; write `… != 0`");
  return bad(e);
}

bool proc_check_value(proc_checker *c, const proc_type *t, proc_expr *e, const char *what) {
  if (!proc_check_expr(c, e) || t->kind == PROC_BAD) return false;
  if (proc_same_type(t, &e->type)) return proc_check_fits(c, t, e), true;
  sv_diag(c->diags, SV_ERROR, e->span, "%s is %s, but %s is %s", what, proc_type_text(c, t),
          proc_source_of(c, e->span), proc_type_text(c, &e->type));
  return false;
}

// --- places

static void wrong_dimensions(proc_checker *c, const proc_decl *d, uint32_t n, sv_span span) {
  const char *name = proc_name_of(c, d->name);
  if (!d->dimensions)
    sv_diag(c->diags, SV_ERROR, span, "`%s` is %s, not an array: it has no index", name,
            proc_kind_text(d));
  else if (!n)
    sv_diag(c->diags, SV_ERROR, span, "`%s` has %u elements: an index is missing", name,
            d->length[0]);
  else
    sv_diag(c->diags, SV_ERROR, span, "`%s` has %u ind%s, not %u", name, d->dimensions,
            d->dimensions == 1 ? "ex" : "ices", n);
}

bool proc_check_indices(proc_checker *c, const proc_decl *d, proc_expr **index, uint32_t n,
                        sv_span span) {
  bool good = true;
  for (uint32_t i = 0; i < n; i++) good &= proc_need_kind(c, index[i], PROC_INT, "an index");
  if (!good) return false;
  if (n != d->dimensions) return wrong_dimensions(c, d, n, span), false;
  for (uint32_t i = 0; i < n; i++) {
    int64_t value;
    if (!proc_fold(c, index[i], &value) || (value >= 0 && value < d->length[i])) continue;
    sv_diag(c->diags, SV_ERROR, index[i]->span, "the index %lld is out of range", (long long)value);
    sv_diag_hint(c->diags, "`%s` has the indices 0..%u", proc_name_of(c, d->name),
                 d->length[i] - 1);
    good = false;
  }
  return good;
}

bool proc_check_place(proc_checker *c, proc_expr *e, proc_decl_kind kind) {
  e->decl = proc_resolve(c, e->name, e->span);
  if (!e->decl) return false;
  if (e->decl->kind == kind) return proc_check_indices(c, e->decl, e->arg, e->n, e->span);
  sv_diag(c->diags, SV_ERROR, e->span, "`%s` is %s, not %s", proc_name_of(c, e->name),
          proc_kind_text(e->decl), kind == PROC_D_CHAN ? "a channel" : "a lock");
  return false;
}

static bool is_value(proc_checker *c, proc_expr *e) {
  const char *name = proc_name_of(c, e->name);
  sv_diag(c->diags, SV_ERROR, e->span, "`%s` is %s, not a value", name, proc_kind_text(e->decl));
  if (e->decl->kind == PROC_D_CHAN)
    sv_diag_hint(c->diags, "receive with `%s ? x;`, or ask `len(%s)`, `full(%s)`, `empty(%s)`",
                 name, name, name, name);
  if (e->decl->kind == PROC_D_LOCK)
    sv_diag_hint(c->diags, "ask `held(%s)` or `mine(%s)`", name, name);
  if (e->decl->kind == PROC_D_FUNCTION) sv_diag_hint(c->diags, "a call is written `%s(…)`", name);
  return bad(e);
}

static bool check_name(proc_checker *c, proc_expr *e) {
  e->decl = proc_resolve(c, e->name, e->span);
  if (!e->decl) return bad(e);
  switch (e->decl->kind) {
  case PROC_D_VAR:
    if (!proc_check_indices(c, e->decl, e->arg, e->n, e->span)) return bad(e);
    if (c->observer) e->decl->observed = true;
    break;
  case PROC_D_CONST:
  case PROC_D_PARAM:
  case PROC_D_INDEX:
  case PROC_D_MEMBER:
    if (e->n) return wrong_dimensions(c, e->decl, e->n, e->span), bad(e);
    break;
  default: return is_value(c, e);
  }
  e->type = e->decl->type;
  return e->type.kind != PROC_BAD;
}

// --- other processes

static bool check_process(proc_checker *c, proc_expr *e) {
  e->decl = proc_resolve(c, e->name, e->span);
  if (!e->decl) return false;
  const char *name = proc_name_of(c, e->name);
  if (e->decl->kind != PROC_D_PROCESS) {
    sv_diag(c->diags, SV_ERROR, e->span, "`%s` is %s, not a process", name,
            proc_kind_text(e->decl));
    return false;
  }
  if (!c->observer) {
    sv_diag(c->diags, SV_ERROR, e->span, "a process cannot look into `%s`", name);
    sv_diag_hint(c->diags, "only `property` and `init` can; processes share global variables");
    return false;
  }
  bool family = e->decl->index != NULL;
  if (e->own_args == family) return !family || proc_need_kind(c, e->arg[0], PROC_INT, "an index");
  if (family)
    sv_diag(c->diags, SV_ERROR, e->span, "there are %u processes `%s`: which one?",
            e->decl->instances, name);
  else
    sv_diag(c->diags, SV_ERROR, e->span, "there is only one process `%s`: it has no index", name);
  if (family) sv_diag_hint(c->diags, "write `%s[%lld]`", name, (long long)e->decl->lo);
  return false;
}

static bool check_instance(proc_checker *c, const proc_expr *e) {
  int64_t value, lo = e->decl->lo, hi = lo + e->decl->instances - 1;
  if (!e->own_args || !proc_fold(c, e->arg[0], &value) || (value >= lo && value <= hi)) return true;
  sv_diag(c->diags, SV_ERROR, e->arg[0]->span, "there is no process `%s[%lld]`",
          proc_name_of(c, e->name), (long long)value);
  sv_diag_hint(c->diags, "its index is in %lld..%lld", (long long)lo, (long long)hi);
  return false;
}

static bool find_local(proc_checker *c, proc_expr *e) {
  const proc_decl *p = e->decl;
  for (uint32_t i = 0; i < p->locals; i++) {
    if (p->local[i]->name.x != e->part.x) continue;
    if (!e->local) {
      e->local = p->local[i];
      continue;
    }
    sv_diag(c->diags, SV_ERROR, e->part_span, "`%s` has several variables `%s`",
            proc_name_of(c, p->name), proc_name_of(c, e->part));
    sv_diag_hint(c->diags, "give them different names to speak of one");
    return false;
  }
  if (e->local) return true;
  sv_diag(c->diags, SV_ERROR, e->part_span, "`%s` has no local variable `%s`",
          proc_name_of(c, p->name), proc_name_of(c, e->part));
  return false;
}

static bool check_local(proc_checker *c, proc_expr *e) {
  if (!check_process(c, e) || !check_instance(c, e) || !find_local(c, e)) return bad(e);
  if (!proc_check_indices(c, e->local, e->arg + e->own_args, e->n - e->own_args, e->part_span))
    return bad(e);
  e->local->observed = true;
  e->type = e->local->type;
  return e->type.kind != PROC_BAD;
}

static bool check_at(proc_checker *c, proc_expr *e) {
  if (!check_process(c, e) || !check_instance(c, e)) return bad(e);
  for (uint32_t i = 0; i < e->decl->labels; i++)
    if (e->decl->label[i]->name.x == e->part.x) e->label = e->decl->label[i];
  if (e->label || !strcmp(proc_name_of(c, e->part), "end")) return is(e, PROC_BOOL);
  sv_diag(c->diags, SV_ERROR, e->part_span, "`%s` has no label `%s`", proc_name_of(c, e->name),
          proc_name_of(c, e->part));
  sv_diag_hint(c->diags, "labels are written `%s: statement`", proc_name_of(c, e->part));
  return bad(e);
}

// --- calls

static bool callable(proc_checker *c, const proc_expr *e) {
  const proc_decl *f = e->decl;
  const char *name = proc_name_of(c, e->name);
  if (f->kind != PROC_D_FUNCTION) {
    sv_diag(c->diags, SV_ERROR, e->span, "`%s` is %s, not a function", name, proc_kind_text(f));
    return false;
  }
  if (!c->function || f->order < c->function->order) return true;
  if (f == c->function) sv_diag(c->diags, SV_ERROR, e->span, "`%s` calls itself", name);
  else sv_diag(c->diags, SV_ERROR, e->span, "the function `%s` is declared further down", name);
  sv_diag_hint(c->diags, "functions are inlined: they can call only those before them");
  return false;
}

bool proc_check_args(proc_checker *c, proc_expr *e) {
  bool good = true;
  e->decl = proc_resolve(c, e->name, e->span);
  if (!e->decl || !callable(c, e)) return false;
  const proc_decl *f = e->decl;
  if (e->n != f->parameters) {
    sv_diag(c->diags, SV_ERROR, e->span, "`%s` takes %u argument%s, not %u",
            proc_name_of(c, e->name), f->parameters, f->parameters == 1 ? "" : "s", e->n);
    return false;
  }
  for (uint32_t i = 0; i < e->n; i++) {
    const char *what =
        sv_arena_printf(c->arena, "the parameter `%s`", proc_name_of(c, f->parameter[i]->name));
    good &= proc_check_value(c, &f->parameter[i]->type, e->arg[i], what);
  }
  return good;
}

static bool check_call(proc_checker *c, proc_expr *e) {
  if (!proc_check_args(c, e)) return bad(e);
  if (e->decl->is_block) {
    sv_diag(c->diags, SV_ERROR, e->span,
            "`%s` takes several steps and cannot be part of an expression",
            proc_name_of(c, e->name));
    sv_diag_hint(c->diags, "call it in an assignment of its own: `x = %s(…);`",
                 proc_name_of(c, e->name));
    return bad(e);
  }
  e->type = e->decl->type;
  return e->type.kind != PROC_BAD;
}

// --- questions and quantifiers

static bool check_question(proc_checker *c, proc_expr *e) {
  bool lock = e->op == PROC_E_HELD || e->op == PROC_E_MINE;
  if (!proc_check_place(c, e->arg[0], lock ? PROC_D_LOCK : PROC_D_CHAN)) return bad(e);
  if (e->op == PROC_E_MINE && c->observer) {
    sv_diag(c->diags, SV_ERROR, e->span, "a property is no process: it holds no locks");
    sv_diag_hint(c->diags, "ask `held(%s)`", proc_name_of(c, e->arg[0]->name));
    return bad(e);
  }
  return is(e, e->op == PROC_E_LEN ? PROC_INT : PROC_BOOL);
}

static bool static_end(proc_checker *c, proc_expr *e) {
  if (!proc_need_kind(c, e, PROC_INT, "a range")) return false;
  if (proc_is_static(e)) return true;
  sv_diag(c->diags, SV_ERROR, e->span, "the end of this range must be a constant, but %s is none",
          proc_source_of(c, e->span));
  return false;
}

static bool check_quantifier(proc_checker *c, proc_expr *e) {
  bool sum = e->op == PROC_E_SUM;
  bool good = static_end(c, e->arg[0]);
  good &= static_end(c, e->arg[1]);
  uint32_t visible = c->decls.n;
  e->decl->type = (proc_type){.kind = PROC_INT};
  proc_declare(c, e->decl);
  good &=
      proc_need_kind(c, e->arg[2], sum ? PROC_INT : PROC_BOOL, sum ? "`sum`" : "this expression");
  proc_forget(c, visible);
  return good ? is(e, sum || e->op == PROC_E_COUNT ? PROC_INT : PROC_BOOL) : bad(e);
}

// --- operators

static const char *sign_of(proc_op op) {
  static const char *const sign[] = {[PROC_E_NOT] = "`!`",
                                     [PROC_E_NEG] = "`-`",
                                     [PROC_E_AND] = "`&&`",
                                     [PROC_E_OR] = "`||`",
                                     [PROC_E_IMPLIES] = "`->`",
                                     [PROC_E_EQ] = "`==`",
                                     [PROC_E_NE] = "`!=`",
                                     [PROC_E_LT] = "`<`",
                                     [PROC_E_LE] = "`<=`",
                                     [PROC_E_GT] = "`>`",
                                     [PROC_E_GE] = "`>=`",
                                     [PROC_E_ADD] = "`+`",
                                     [PROC_E_SUB] = "`-`",
                                     [PROC_E_MUL] = "`*`",
                                     [PROC_E_DIV] = "`/`",
                                     [PROC_E_MOD] = "`%`",
                                     [PROC_E_TEMPORAL] = "a temporal operator"};
  return sign[op];
}

static bool check_operands(proc_checker *c, proc_expr *e, proc_type_kind operand,
                           proc_type_kind result) {
  bool good = true;
  int64_t zero;
  for (uint32_t i = 0; i < e->n; i++) good &= proc_need_kind(c, e->arg[i], operand, sign_of(e->op));
  if (!good) return bad(e);
  if ((e->op == PROC_E_DIV || e->op == PROC_E_MOD) && proc_fold(c, e->arg[1], &zero) && !zero) {
    sv_diag(c->diags, SV_ERROR, e->arg[1]->span, "this divisor is always 0");
    return bad(e);
  }
  return is(e, result);
}

static bool check_alike(proc_checker *c, proc_expr *e, proc_expr *a, proc_expr *b,
                        const char *who) {
  bool good = proc_check_expr(c, a);
  good &= proc_check_expr(c, b);
  if (!good) return bad(e);
  if (proc_same_type(&a->type, &b->type)) return true;
  sv_diag(c->diags, SV_ERROR, e->span, "%s needs two values of one type, but %s is %s and %s is %s",
          who, proc_source_of(c, a->span), proc_type_text(c, &a->type), proc_source_of(c, b->span),
          proc_type_text(c, &b->type));
  return bad(e);
}

static bool check_if(proc_checker *c, proc_expr *e) {
  bool condition = proc_need_kind(c, e->arg[0], PROC_BOOL, "`if`");
  if (!check_alike(c, e, e->arg[1], e->arg[2], "`if`") || !condition) return bad(e);
  e->type = e->arg[1]->type;
  e->type.ranged = e->type.wraps = false;
  return true;
}

bool proc_check_expr(proc_checker *c, proc_expr *e) {
  switch (e->op) {
  case PROC_E_NUMBER: return is(e, PROC_INT);
  case PROC_E_TRUE:
  case PROC_E_FALSE: return is(e, PROC_BOOL);
  case PROC_E_NAME: return check_name(c, e);
  case PROC_E_CALL: return check_call(c, e);
  case PROC_E_LOCAL: return check_local(c, e);
  case PROC_E_AT: return check_at(c, e);
  case PROC_E_LEN:
  case PROC_E_FULL:
  case PROC_E_EMPTY:
  case PROC_E_HELD:
  case PROC_E_MINE: return check_question(c, e);
  case PROC_E_NOT:
  case PROC_E_AND:
  case PROC_E_OR:
  case PROC_E_IMPLIES: return check_operands(c, e, PROC_BOOL, PROC_BOOL);
  case PROC_E_EQ:
  case PROC_E_NE:
    return check_alike(c, e, e->arg[0], e->arg[1], sign_of(e->op)) && is(e, PROC_BOOL);
  case PROC_E_LT:
  case PROC_E_LE:
  case PROC_E_GT:
  case PROC_E_GE: return check_operands(c, e, PROC_INT, PROC_BOOL);
  case PROC_E_NEG:
  case PROC_E_ADD:
  case PROC_E_SUB:
  case PROC_E_MUL:
  case PROC_E_DIV:
  case PROC_E_MOD: return check_operands(c, e, PROC_INT, PROC_INT);
  case PROC_E_IF: return check_if(c, e);
  case PROC_E_FORALL:
  case PROC_E_EXISTS:
  case PROC_E_COUNT:
  case PROC_E_SUM: return check_quantifier(c, e);
  case PROC_E_TEMPORAL: return check_operands(c, e, PROC_BOOL, PROC_BOOL);
  }
  SV_UNREACHABLE();
}
