// constant.c -- constants, parameters and their values.

#include <stdlib.h>

#include "base/suggest.h"
#include "base/text.h"
#include "lang/proc/check.h"
#include "lang/proc/lexer.h"

static bool store(proc_checker *c, bool overflow, int64_t value, int64_t *out) {
  *out = value;
  if (!overflow && value <= PROC_NUMBER_MAX && value >= -PROC_NUMBER_MAX) return true;
  c->too_large = true;
  return false;
}

// Euclidean: the remainder is never negative.
static int64_t remainder_of(int64_t a, int64_t b) {
  int64_t r = a % b;
  return r < 0 ? r + llabs(b) : r;
}

static bool fold_numbers(proc_checker *c, proc_op op, int64_t a, int64_t b, int64_t *out) {
  int64_t r = 0;
  bool over;
  switch (op) {
  case PROC_E_ADD: over = __builtin_add_overflow(a, b, &r); return store(c, over, r, out);
  case PROC_E_SUB: over = __builtin_sub_overflow(a, b, &r); return store(c, over, r, out);
  case PROC_E_MUL: over = __builtin_mul_overflow(a, b, &r); return store(c, over, r, out);
  case PROC_E_DIV: return b && store(c, false, (a - remainder_of(a, b)) / b, out);
  case PROC_E_MOD: return b && store(c, false, remainder_of(a, b), out);
  case PROC_E_AND: return *out = a && b, true;
  case PROC_E_OR: return *out = a || b, true;
  case PROC_E_IMPLIES: return *out = !a || b, true;
  case PROC_E_EQ: return *out = a == b, true;
  case PROC_E_NE: return *out = a != b, true;
  case PROC_E_LT: return *out = a < b, true;
  case PROC_E_LE: return *out = a <= b, true;
  case PROC_E_GT: return *out = a > b, true;
  case PROC_E_GE: return *out = a >= b, true;
  default: return false;
  }
}

static bool fold_name(const proc_expr *e, int64_t *out) {
  const proc_decl *d = e->decl;
  if (e->op != PROC_E_NAME || !d) return false;
  *out = d->number;
  return d->kind == PROC_D_CONST || d->kind == PROC_D_PARAM || d->kind == PROC_D_MEMBER;
}

bool proc_fold(proc_checker *c, const proc_expr *e, int64_t *out) {
  int64_t a, b;
  switch (e->op) {
  case PROC_E_NUMBER: return *out = e->number, true;
  case PROC_E_TRUE: return *out = 1, true;
  case PROC_E_FALSE: return *out = 0, true;
  case PROC_E_NOT: return proc_fold(c, e->arg[0], &a) && (*out = !a, true);
  case PROC_E_NEG: return proc_fold(c, e->arg[0], &a) && (*out = -a, true);
  case PROC_E_IF: return proc_fold(c, e->arg[0], &a) && proc_fold(c, e->arg[a ? 1 : 2], out);
  default: break;
  }
  if (e->n != 2 || e->op == PROC_E_NAME || e->op == PROC_E_CALL) return fold_name(e, out);
  return proc_fold(c, e->arg[0], &a) && proc_fold(c, e->arg[1], &b) &&
         fold_numbers(c, e->op, a, b, out);
}

bool proc_need_constant(proc_checker *c, const proc_expr *e, const char *what, int64_t *out) {
  c->too_large = false;
  if (e->type.kind == PROC_BAD) return false;
  if (proc_fold(c, e, out)) return true;
  if (c->too_large) {
    sv_diag(c->diags, SV_ERROR, e->span, "this constant is too large");
    sv_diag_hint(c->diags, "constants have to be below 2^62");
    return false;
  }
  sv_diag(c->diags, SV_ERROR, e->span, "%s must be a constant, but %s is none", what,
          proc_source_of(c, e->span));
  return false;
}

bool proc_need_range(proc_checker *c, proc_expr *low, proc_expr *high, int64_t *lo, int64_t *hi) {
  static const char what[] = "the end of a range";
  bool good = proc_need_kind(c, low, PROC_INT, "a range");
  good &= proc_need_kind(c, high, PROC_INT, "a range");
  return good && proc_need_constant(c, low, what, lo) && proc_need_constant(c, high, what, hi);
}

bool proc_is_static(const proc_expr *e) {
  if (e->op == PROC_E_NAME)
    return e->decl && (e->decl->kind == PROC_D_CONST || e->decl->kind == PROC_D_PARAM ||
                       e->decl->kind == PROC_D_MEMBER || e->decl->kind == PROC_D_INDEX);
  bool plain = e->op <= PROC_E_FALSE || (e->op >= PROC_E_NOT && e->op <= PROC_E_IF);
  for (uint32_t i = 0; plain && i < e->n; i++) plain = proc_is_static(e->arg[i]);
  return plain;
}

void proc_check_fits(proc_checker *c, const proc_type *t, const proc_expr *e) {
  int64_t value;
  if (t->kind != PROC_INT || !t->ranged || e->type.kind != PROC_INT) return;
  if (!proc_fold(c, e, &value) || (value >= t->lo && value <= t->hi)) return;
  sv_diag(c->diags, SV_ERROR, e->span, "%lld is outside of the range %lld..%lld", (long long)value,
          (long long)t->lo, (long long)t->hi);
  if (t->wraps)
    sv_diag_hint(c->diags,
                 "computed values wrap around, but a constant should be written as it is");
}

// --- --set NAME=VALUE

static void unknown_parameter(proc_checker *c, const char *set, size_t n) {
  char *name = sv_strndup(set, n);
  sv_suggestion best = sv_suggest(name);
  sv_text all = {0};
  sv_diag(c->diags, SV_ERROR, SV_NOWHERE, "the program has no parameter `%s` (option --set)", name);
  for (uint32_t i = 0; i < c->program->items; i++) {
    const proc_decl *d = c->program->item[i];
    if (d->kind != PROC_D_PARAM) continue;
    sv_suggest_try(&best, proc_name_of(c, d->name));
    sv_text_printf(&all, "%s`%s`", all.n ? ", " : "", proc_name_of(c, d->name));
  }
  if (best.best) sv_diag_hint(c->diags, "did you mean `%s`?", best.best);
  else if (all.n) sv_diag_hint(c->diags, "it has %s", sv_text_get(&all));
  else sv_diag_hint(c->diags, "parameters are declared with `param N = 4;`");
  sv_text_free(&all);
  sv_free(name);
}

static bool parse_number(const char *text, int64_t *out) {
  const char *digits = text + (*text == '-');
  size_t n = strlen(digits);
  if (!n || n > 18 || strspn(digits, "0123456789") != n) return false;
  *out = strtoll(text, NULL, 10);
  return true;
}

static bool parse_value(proc_type_kind kind, const char *text, int64_t *out) {
  if (kind == PROC_INT) return parse_number(text, out);
  *out = !strcmp(text, "true");
  return *out || !strcmp(text, "false");
}

static bool names_it(const proc_checker *c, const char *set, const proc_decl *d) {
  const char *name = proc_name_of(c, d->name);
  size_t n = strcspn(set, "=");
  return d->kind == PROC_D_PARAM && strlen(name) == n && !strncmp(set, name, n);
}

// The declaration's own value gives the type.
static void set_value(proc_checker *c, proc_decl *d, const char *set) {
  const char *equals = strchr(set, '=');
  proc_type_kind kind = d->type.kind;
  if (!equals) {
    sv_diag(c->diags, SV_ERROR, d->span, "the option --set %s gives no value", set);
    sv_diag_hint(c->diags, "write `--set %s=4`", set);
  } else if (kind != PROC_BAD && !parse_value(kind, equals + 1, &d->number)) {
    sv_diag(c->diags, SV_ERROR, d->span, "`%s` is no value for the parameter `%s` (option --set)",
            equals + 1, proc_name_of(c, d->name));
    sv_diag_hint(c->diags,
                 kind == PROC_INT ? "it needs an integer such as 4" : "it is `true` or `false`");
  }
}

void proc_set_parameter(proc_checker *c, proc_decl *d) {
  for (uint32_t i = 0; i < c->sets->n; i++)
    if (names_it(c, c->sets->set[i], d)) set_value(c, d, c->sets->set[i]);
}

void proc_check_sets(proc_checker *c) {
  for (uint32_t i = 0; i < c->sets->n; i++) {
    bool known = false;
    for (uint32_t k = 0; k < c->program->items; k++)
      known |= names_it(c, c->sets->set[i], c->program->item[k]);
    if (!known) unknown_parameter(c, c->sets->set[i], strcspn(c->sets->set[i], "="));
  }
}
