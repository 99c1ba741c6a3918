// check_decl.c -- types, sizes and initial values of what is declared.

#include "lang/proc/check.h"

// --- types

static void check_range(proc_checker *c, proc_type *t) {
  t->kind = PROC_BAD;
  if (!proc_need_range(c, t->low, t->high, &t->lo, &t->hi)) return;
  if (t->lo <= t->hi) {
    t->kind = PROC_INT;
    return;
  }
  sv_diag(c->diags, SV_ERROR, t->span, "the range %lld..%lld is empty", (long long)t->lo,
          (long long)t->hi);
}

static void declare_members(proc_checker *c, proc_enum *set) {
  if (set->sort.x) return;
  set->sort.x = 1;  // the type of several variables, but one set of members
  for (uint32_t i = 0; i < set->members; i++) {
    set->member[i]->type = (proc_type){.kind = PROC_ENUM, .set = set};
    proc_declare(c, set->member[i]);
  }
}

static void resolve_enum(proc_checker *c, proc_type *t) {
  proc_decl *d = proc_lookup(c, t->named);
  t->kind = PROC_BAD;
  if (d && d->kind == PROC_D_ENUM) {
    t->kind = PROC_ENUM;
    t->set = d->set;
    return;
  }
  const char *name = proc_name_of(c, t->named);
  if (d) sv_diag(c->diags, SV_ERROR, t->span, "`%s` is %s, not a type", name, proc_kind_text(d));
  else sv_diag(c->diags, SV_ERROR, t->span, "there is no type `%s`", name);
  sv_diag_hint(c->diags, "types are bool, int, int[lo..hi], byte, int8 … uint32 and enums");
}

void proc_check_type(proc_checker *c, proc_type *t) {
  if (t->kind == PROC_ENUM && t->named.x) resolve_enum(c, t);
  else if (t->kind == PROC_ENUM) declare_members(c, t->set);
  else if (t->kind == PROC_INT && t->low) check_range(c, t);
}

// --- sizes

static bool size_of(proc_checker *c, proc_expr *e, const char *what, int64_t least, uint32_t *out) {
  int64_t value;
  *out = 1;
  if (!proc_need_kind(c, e, PROC_INT, what) || !proc_need_constant(c, e, what, &value))
    return false;
  if (value < least) {
    sv_diag(c->diags, SV_ERROR, e->span, "%s must be at least %lld, not %lld", what,
            (long long)least, (long long)value);
    return false;
  }
  if (value > PROC_CELLS_MAX) {
    sv_diag(c->diags, SV_ERROR, e->span, "%s is more than %d", what, PROC_CELLS_MAX);
    return false;
  }
  *out = (uint32_t)value;
  return true;
}

void proc_check_sizes(proc_checker *c, proc_decl *d) {
  uint64_t cells = 1;
  d->length = SV_ARENA_ARRAY(c->arena, uint32_t, d->dimensions + 1);
  for (uint32_t i = 0; i < d->dimensions; i++) {
    size_of(c, d->size[i], "the size of an array", 1, &d->length[i]);
    cells *= d->length[i];
    if (cells <= PROC_CELLS_MAX) continue;
    sv_diag(c->diags, SV_ERROR, d->span, "`%s` has more than %d elements", proc_name_of(c, d->name),
            PROC_CELLS_MAX);
    return;
  }
}

void proc_check_channel(proc_checker *c, proc_decl *d) {
  proc_check_sizes(c, d);
  if (d->dimensions > 1)
    sv_diag(c->diags, SV_ERROR, d->span, "an array of channels has one index only");
  d->capacity = UINT32_MAX;
  if (d->room && !size_of(c, d->room, "the capacity of a channel", 1, &d->capacity))
    d->capacity = 1;
  for (uint32_t i = 0; i < d->fields; i++) proc_check_type(c, &d->field[i]);
}

// --- initial values

static void check_list(proc_checker *c, proc_decl *d, const char *what) {
  for (uint32_t i = 0; i < d->values; i++) proc_check_value(c, &d->type, d->value[i], what);
  if (d->dimensions == 1 && d->values != d->length[0])
    sv_diag(c->diags, SV_ERROR, d->all, "`%s` has %u elements, but %u value%s",
            proc_name_of(c, d->name), d->length[0], d->values, d->values == 1 ? "" : "s");
}

static void check_each(proc_checker *c, proc_decl *d, const char *what) {
  uint32_t visible = c->decls.n;
  d->each->type = (proc_type){.kind = PROC_INT};
  proc_declare(c, d->each);
  proc_check_value(c, &d->type, d->value[0], what);
  proc_forget(c, visible);
}

static void check_initial(proc_checker *c, proc_decl *d) {
  const char *what = sv_arena_printf(c->arena, "`%s`", proc_name_of(c, d->name));
  bool braces = d->init == PROC_LIST || d->init == PROC_EACH;
  if (braces && d->dimensions != 1) {
    sv_diag(c->diags, SV_ERROR, d->all, "a list in braces is for arrays with one index");
    if (d->dimensions) sv_diag_hint(c->diags, "a single value is given to all elements: `= 0`");
    return;
  }
  if (d->init == PROC_FILL) proc_check_value(c, &d->type, d->value[0], what);
  if (d->init == PROC_LIST) check_list(c, d, what);
  if (d->init == PROC_EACH) check_each(c, d, what);
}

static void check_static(proc_checker *c, proc_decl *d) {
  bool known = true;
  for (uint32_t i = 0; i < d->values; i++) {
    bool constant = d->value[i]->type.kind == PROC_BAD || proc_is_static(d->value[i]);
    known = known && constant;
    if (constant || d->owner) continue;
    sv_diag(c->diags, SV_ERROR, d->value[i]->span,
            "the initial value of a global variable must be a constant, but %s is none",
            proc_source_of(c, d->value[i]->span));
    sv_diag_hint(c->diags, "leave it without a value, and write `init %s == %s;`",
                 proc_name_of(c, d->name), "…");
  }
  d->head = d->head && known;
}

// Afterwards a local one is `head` only if its value is known at the start.
void proc_check_variable(proc_checker *c, proc_decl *d) {
  proc_check_type(c, &d->type);
  proc_check_sizes(c, d);
  check_initial(c, d);
  check_static(c, d);
  proc_declare(c, d);
}
