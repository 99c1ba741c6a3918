// parse_decl.c -- types and declarations.
//
//   type        = "bool" | "int" [ "[" range "]" ] | "byte" | "int8" | … | "uint32"
//               | "enum" "{" name { "," name } "}" | name ;
//   declaration = type variable { "," variable } ";"
//               | "lock" name [ "[" expr "]" ] { "," … } ";"
//               | "chan" name [ "[" expr "]" ] "[" [ expr ] "]" "of" "{" type { "," type } "}" ";" ;
//   variable    = name { "[" expr "]" } [ "=" value ] ;
//   value       = expr | "{" expr { "," expr } "}" | "{" name ":" expr "}" ;

#include "lang/proc/parse.h"

proc_decl *proc_new_decl(proc_parser *p, proc_decl_kind kind, sv_name name, sv_span span) {
  proc_decl *d = SV_ARENA_NEW(p->in.arena, proc_decl);
  d->kind = kind;
  d->name = name;
  d->span = d->all = span;
  return d;
}

// --- types

static bool sized(proc_type *t, int64_t lo, int64_t hi) {
  t->ranged = t->wraps = true;
  t->lo = lo;
  t->hi = hi;
  return true;
}

bool proc_at_type(const proc_parser *p) {
  switch (proc_kind(p)) {
  case PROC_T_BOOL:
  case PROC_T_INT:
  case PROC_T_BYTE:
  case PROC_T_INT8:
  case PROC_T_INT16:
  case PROC_T_INT32:
  case PROC_T_UINT8:
  case PROC_T_UINT16:
  case PROC_T_UINT32:
  case PROC_T_ENUM: return true;
  case PROC_T_NAME: return proc_ahead(p, 1)->kind == PROC_T_NAME;
  default: return false;
  }
}

static bool read_int(proc_parser *p, proc_type *t) {
  if (!proc_take(p, PROC_T_LEFT_SQUARE)) return true;
  t->ranged = true;
  return proc_read_range(p, &t->low, &t->high) &&
         proc_need(p, PROC_T_RIGHT_SQUARE, "after the range");
}

// "{" name { "," name } "}"
static bool read_members(proc_parser *p, proc_enum *set) {
  proc_decls members = {0};
  bool good = proc_need(p, PROC_T_LEFT_BRACE, "before the members of the enum");
  do {
    sv_name name;
    sv_span span;
    good = good && proc_need_name(p, "a member", &name, &span);
    if (!good) break;
    proc_decl *d = proc_new_decl(p, PROC_D_MEMBER, name, span);
    d->set = set;
    d->number = members.n;
    sv_push(members, d);
  } while (proc_take(p, PROC_T_COMMA));
  SV_ARENA_KEEP(p->in.arena, members, set->member, set->members);
  return good && proc_need(p, PROC_T_RIGHT_BRACE, "after the members of the enum");
}

static bool read_unnamed_enum(proc_parser *p, proc_type *t) {
  t->kind = PROC_ENUM;
  t->set = SV_ARENA_NEW(p->in.arena, proc_enum);
  t->set->span = t->span;
  return read_members(p, t->set);
}

bool proc_read_type(proc_parser *p, proc_type *t) {
  const sv_token *token = proc_ahead(p, 0);
  *t = (proc_type){.kind = PROC_INT, .span = token->span};
  proc_advance(p);
  switch (token->kind) {
  case PROC_T_BOOL: t->kind = PROC_BOOL; return true;
  case PROC_T_INT: {
    bool good = read_int(p, t);
    t->span = proc_since(p, t->span);
    return good;
  }
  case PROC_T_BYTE:
  case PROC_T_UINT8: return sized(t, 0, UINT8_MAX);
  case PROC_T_UINT16: return sized(t, 0, UINT16_MAX);
  case PROC_T_UINT32: return sized(t, 0, UINT32_MAX);
  case PROC_T_INT8: return sized(t, INT8_MIN, INT8_MAX);
  case PROC_T_INT16: return sized(t, INT16_MIN, INT16_MAX);
  case PROC_T_INT32: return sized(t, INT32_MIN, INT32_MAX);
  case PROC_T_ENUM: return read_unnamed_enum(p, t);
  case PROC_T_NAME:
    t->kind = PROC_ENUM;
    t->named = token->name;
    return true;
  default: break;
  }
  p->in.at--;
  if (proc_error(p, proc_here(p), "expected a type, but found %s", proc_found(p)))
    proc_hint(p, "types are bool, int, int[lo..hi], byte, int8 … uint32 and enums");
  return false;
}

// --- variables

static bool read_each(proc_parser *p, proc_decl *d) {
  d->init = PROC_EACH;
  d->each = proc_new_decl(p, PROC_D_INDEX, proc_ahead(p, 0)->name, proc_here(p));
  proc_advance(p);
  proc_advance(p);
  d->value = SV_ARENA_ARRAY(p->in.arena, proc_expr *, 1);
  d->values = 1;
  return (d->value[0] = proc_read_expr(p)) && proc_need(p, PROC_T_RIGHT_BRACE, "after the value");
}

static bool read_value(proc_parser *p, proc_decl *d) {
  proc_exprs values = {0};
  bool brace = proc_take(p, PROC_T_LEFT_BRACE);
  if (brace && proc_kind(p) == PROC_T_NAME && proc_ahead(p, 1)->kind == PROC_T_COLON)
    return read_each(p, d);
  d->init = brace ? PROC_LIST : PROC_FILL;
  bool good = true;
  do {
    proc_expr *e = proc_read_expr(p);
    good = e != NULL;
    if (good) sv_push(values, e);
  } while (good && brace && proc_take(p, PROC_T_COMMA));
  SV_ARENA_KEEP(p->in.arena, values, d->value, d->values);
  return good && (!brace || proc_need(p, PROC_T_RIGHT_BRACE, "after the list of values"));
}

static bool read_sizes(proc_parser *p, proc_decl *d) {
  proc_exprs sizes = {0};
  bool good = true;
  while (good && proc_take(p, PROC_T_LEFT_SQUARE)) {
    proc_expr *e = proc_read_expr(p);
    good = e != NULL;
    if (!good) break;
    if (proc_kind(p) == PROC_T_RANGE) {
      if (proc_error(p, proc_here(p), "an array is declared with its size, not with a range"))
        proc_hint(p, "indices always count from 0; a range of values is written `int[lo..hi] %s`",
                  sv_names_get(p->names, d->name));
      good = false;
      break;
    }
    sv_push(sizes, e);
    good = proc_need(p, PROC_T_RIGHT_SQUARE, "after the size of the array");
  }
  SV_ARENA_KEEP(p->in.arena, sizes, d->size, d->dimensions);
  return good;
}

static bool needs_another_assign(proc_parser *p) {
  if (proc_kind(p) != PROC_T_COLON_EQUALS && proc_kind(p) != PROC_T_EQ) return false;
  if (proc_error(p, proc_here(p), "an initial value is given with `=`, not %s", proc_found(p)))
    proc_hint(p, "write `int x = 0;`");
  return true;
}

static proc_decl *read_variable(proc_parser *p, const proc_type *type) {
  sv_name name;
  sv_span span;
  if (!proc_need_name(p, "a variable", &name, &span)) return NULL;
  proc_decl *d = proc_new_decl(p, PROC_D_VAR, name, span);
  d->type = *type;
  if (!read_sizes(p, d) || needs_another_assign(p)) return NULL;
  if (proc_take(p, PROC_T_ASSIGN) && !read_value(p, d)) return NULL;
  d->all = proc_since(p, span);
  return d;
}

static proc_decl *read_lock(proc_parser *p) {
  sv_name name;
  sv_span span;
  if (!proc_need_name(p, "a lock", &name, &span)) return NULL;
  proc_decl *d = proc_new_decl(p, PROC_D_LOCK, name, span);
  return read_sizes(p, d) ? d : NULL;
}

// --- channels

static bool read_fields(proc_parser *p, proc_decl *d) {
  proc_types fields = {0};
  bool good = proc_need(p, PROC_T_OF, "after the capacity of the channel") &&
              proc_need(p, PROC_T_LEFT_BRACE, "before the types of a message");
  proc_type t;
  while (good) {
    good = proc_read_type(p, &t);
    if (good) sv_push(fields, t);
    if (!proc_take(p, PROC_T_COMMA)) break;
  }
  SV_ARENA_KEEP(p->in.arena, fields, d->field, d->fields);
  return good && proc_need(p, PROC_T_RIGHT_BRACE, "after the types of a message");
}

// The last bracket is the capacity; it may be empty.
static bool read_capacity(proc_parser *p, proc_decl *d) {
  proc_exprs sizes = {0};
  bool good = true, open = false;
  while (good && !open && proc_take(p, PROC_T_LEFT_SQUARE)) {
    open = proc_take(p, PROC_T_RIGHT_SQUARE);
    if (open) break;
    proc_expr *e = proc_read_expr(p);
    good = e && proc_need(p, PROC_T_RIGHT_SQUARE, "after the capacity");
    if (e) sv_push(sizes, e);
  }
  if (good && !open && !sizes.n) {
    if (proc_error(p, proc_here(p), "the channel `%s` has no capacity",
                   sv_names_get(p->names, d->name)))
      proc_hint(p, "write `chan %s[4] of {int};`, or `[]` for a channel that is never full",
                sv_names_get(p->names, d->name));
    good = false;
  }
  if (good && !open) d->room = sv_pop(sizes);
  SV_ARENA_KEEP(p->in.arena, sizes, d->size, d->dimensions);
  return good;
}

static proc_decl *read_channel(proc_parser *p) {
  sv_name name;
  sv_span span;
  if (!proc_need_name(p, "a channel", &name, &span)) return NULL;
  proc_decl *d = proc_new_decl(p, PROC_D_CHAN, name, span);
  if (!read_capacity(p, d) || !read_fields(p, d)) return NULL;
  d->all = proc_since(p, span);
  return d;
}

bool proc_read_declaration(proc_parser *p, proc_decls *out) {
  bool lock = proc_kind(p) == PROC_T_LOCK, chan = proc_kind(p) == PROC_T_CHAN;
  proc_type type;
  if (lock || chan) proc_advance(p);
  else if (!proc_read_type(p, &type)) return false;
  do {
    proc_decl *d = lock ? read_lock(p) : chan ? read_channel(p) : read_variable(p, &type);
    if (!d) return false;
    sv_push(*out, d);
  } while (proc_take(p, PROC_T_COMMA));
  return proc_need(p, PROC_T_SEMICOLON, "after the declaration");
}

// "enum" name "{" … "}" [ ";" ]
bool proc_read_enum(proc_parser *p, proc_decls *out) {
  sv_name name;
  sv_span span;
  proc_advance(p);
  if (!proc_need_name(p, "an enum", &name, &span)) return false;
  proc_decl *d = proc_new_decl(p, PROC_D_ENUM, name, span);
  d->set = SV_ARENA_NEW(p->in.arena, proc_enum);
  d->set->name = name;
  d->set->span = span;
  if (!read_members(p, d->set)) return false;
  proc_take(p, PROC_T_SEMICOLON);
  sv_push(*out, d);
  return true;
}
