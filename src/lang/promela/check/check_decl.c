// check_decl.c -- declarations: types, sizes, initial values.

#include "base/suggest.h"
#include "lang/promela/check/check_inside.h"

// --- constants

static bool apply(pml_op op, int64_t a, int64_t b, int64_t *out) {
  switch (op) {
  case PML_E_ADD: *out = a + b; return true;
  case PML_E_SUB: *out = a - b; return true;
  case PML_E_MUL: *out = a * b; return true;
  case PML_E_DIV: *out = b ? a / b : 0; return b != 0;
  case PML_E_MOD: *out = b ? a % b : 0; return b != 0;
  case PML_E_SHL: *out = b >= 0 && b < 31 ? a * (INT64_C(1) << b) : 0; return b >= 0 && b < 31;
  case PML_E_SHR: *out = b >= 0 && b < 31 ? a >> b : 0; return b >= 0 && b < 31;
  default: return false;
  }
}

static bool fits(int64_t v) { return v >= INT32_MIN && v <= INT32_MAX; }

bool pml_constant(pml_checker *c, const pml_expr *e, int64_t *value) {
  int64_t a, b;
  if (e->op == PML_E_NUMBER) return *value = e->value, true;
  if (e->op == PML_E_VAR && !e->index && !e->field) {
    const pml_symbol *s = pml_find(c, e->name);
    if (s && s->kind == PML_SYM_MEMBER) return *value = s->member->value, true;
    const pml_var *v = s && s->kind == PML_SYM_VAR ? s->var : NULL;
    return v && v->init && v->init->op == PML_E_NUMBER && (*value = v->init->value, true);
  }
  if (e->op == PML_E_NEGATE && pml_constant(c, e->arg[0], &a)) return *value = -a, fits(-a);
  if (e->n != 2 || !pml_constant(c, e->arg[0], &a) || !pml_constant(c, e->arg[1], &b)) return false;
  return apply(e->op, a, b, value) && fits(*value);
}

// The first variable in an expression, or NULL.
static const pml_expr *some_variable(const pml_expr *e) {
  if (e->op == PML_E_VAR) return e;
  for (uint32_t i = 0; i < e->n; i++) {
    const pml_expr *found = some_variable(e->arg[i]);
    if (found) return found;
  }
  return NULL;
}

// A constant in a range, named in the message.
static bool bounded(pml_checker *c, const pml_expr *e, const char *what, int64_t low, int64_t high,
                    int32_t *out) {
  int64_t v;
  const pml_expr *name = some_variable(e);
  if (!pml_constant(c, e, &v)) {
    if (pml_complain(c, e->span, e->def, "%s must be a constant", what) && name)
      pml_add_hint(c, "use a macro, as in `#define %s 3`", pml_text(c, name->name));
    return false;
  }
  const pml_symbol *s = name ? pml_find(c, name->name) : NULL;
  if (s && s->kind == PML_SYM_VAR)
    pml_warn(c, e->span, e->def, "`%s` is a variable; its initial value %lld is used here",
             pml_text(c, name->name), (long long)s->var->init->value);
  if (v < low || v > high) {
    pml_complain(c, e->span, e->def, "%s is %lld, but must be between %lld and %lld", what,
                 (long long)v, (long long)low, (long long)high);
    return false;
  }
  *out = (int32_t)v;
  return true;
}

// --- types

static pml_mtype *find_set(pml_checker *c, sv_name name) {
  for (uint32_t i = 0; i < c->mtypes.n; i++)
    if (c->mtypes.at[i]->name.x == name.x) return c->mtypes.at[i];
  return NULL;
}

static void unknown_set(pml_checker *c, const pml_type *t) {
  sv_suggestion s = sv_suggest(pml_text(c, t->name));
  for (uint32_t i = 0; i < c->mtypes.n; i++) sv_suggest_try(&s, pml_text(c, c->mtypes.at[i]->name));
  if (pml_complain(c, t->span, SV_NOWHERE, "there is no mtype set `%s`", pml_text(c, t->name)) &&
      s.best)
    pml_add_hint(c, "did you mean `mtype:%s`?", s.best);
}

static void unknown_struct(pml_checker *c, const pml_type *t) {
  const char *text = pml_text(c, t->name);
  sv_suggestion s = sv_suggest(text);
  for (uint32_t i = 0; i < c->records.n; i++)
    sv_suggest_try(&s, pml_text(c, c->records.at[i]->name));
  if (!pml_complain(c, t->span, SV_NOWHERE, "there is no type `%s`", text)) return;
  if (s.best) pml_add_hint(c, "did you mean `%s`?", s.best);
  else pml_add_hint(c, "a typedef comes before its first use");
}

static void check_type(pml_checker *c, pml_type *t, bool in_message) {
  if (t->kind == PML_MTYPE) {
    t->set = find_set(c, t->name);
    if (!t->set && t->name.x) unknown_set(c, t);
  } else if (t->kind == PML_STRUCT) {
    const pml_symbol *s = pml_find(c, t->name);
    t->record = s && s->kind == PML_SYM_STRUCT ? s->record : NULL;
    if (!t->record) unknown_struct(c, t);
  } else if (t->kind == PML_UNSIGNED && in_message) {
    if (pml_complain(c, t->span, SV_NOWHERE, "a message cannot hold an `unsigned`"))
      pml_add_hint(c, "use `byte`, `short` or `int`");
  }
}

// --- variables

static void check_width(pml_checker *c, const pml_var *v) {
  const char *text = pml_text(c, v->name);
  if (v->type.kind != PML_UNSIGNED) {
    if (v->type.bits && pml_complain(c, v->span, SV_NOWHERE, "only an `unsigned` has a width"))
      pml_add_hint(c, "write `unsigned %s : …`", text);
  } else if (!v->type.bits) {
    if (pml_complain(c, v->span, SV_NOWHERE, "the width of `%s` is missing", text))
      pml_add_hint(c, "write `unsigned %s : 4` for four bits", text);
  } else if (v->type.bits > 31)
    pml_complain(c, v->span, SV_NOWHERE, "`%s` must be 1 to 31 bits wide", text);
}

static void check_chan_init(pml_checker *c, pml_var *v) {
  pml_chan_init *chan = v->chan;
  const char *text = pml_text(c, v->name);
  if (v->type.kind != PML_CHAN &&
      pml_complain(c, chan->span, SV_NOWHERE, "`%s` is not a channel", text))
    pml_add_hint(c, "declare it as `chan %s`", text);
  bounded(c, chan->size, "the capacity of a channel", 0, PML_CAPACITY_MAX, &chan->capacity);
  for (uint32_t i = 0; i < chan->fields; i++) check_type(c, &chan->field[i], true);
  if (v->late &&
      pml_complain(c, v->span, SV_NOWHERE, "a channel is made at the start of a process only"))
    pml_add_hint(c, "move this declaration before the first statement");
}

static void check_list(pml_checker *c, pml_var *v) {
  for (uint32_t i = 0; i < v->lists; i++) pml_check_expr(c, v->list[i], PML_AT_VALUE);
  if (!v->is_array)
    pml_complain(c, v->span, SV_NOWHERE, "`%s` is not an array, but has a list of values",
                 pml_text(c, v->name));
  else if (v->lists > (uint32_t)v->length)
    pml_complain(c, v->list[v->length]->span, v->list[v->length]->def,
                 "more values than the %d elements of `%s`", v->length, pml_text(c, v->name));
}

static void check_initial(pml_checker *c, pml_var *v) {
  bool some = v->init || v->list || v->chan;
  if (some && v->scope == PML_PARAMETER) {
    pml_complain(c, v->span, SV_NOWHERE, "a parameter has no initial value");
    return;
  }
  if (some && v->type.kind == PML_STRUCT) {
    if (pml_warn(c, v->span, SV_NOWHERE, "the initial value of a structure is ignored"))
      pml_add_hint(c, "give initial values to the fields in its typedef");
  }
  if (v->init) pml_check_expr(c, v->init, PML_AT_VALUE);
  if (v->init && pml_count_runs(v->init))
    pml_complain(c, v->init->span, v->init->def, "`run` cannot stand in an initial value");
  if (v->list) check_list(c, v);
  if (v->chan) check_chan_init(c, v);
}

static void check_visibility(pml_checker *c, const pml_var *v) {
  bool bit = v->type.kind == PML_BIT || v->type.kind == PML_BOOL;
  if (v->visibility == PML_HIDDEN && bit &&
      pml_complain(c, v->span, SV_NOWHERE, "a bit or bool cannot be hidden"))
    pml_add_hint(c, "make `%s` a byte", pml_text(c, v->name));
}

void pml_check_var(pml_checker *c, pml_var *v) {
  check_type(c, &v->type, false);
  check_width(c, v);
  check_visibility(c, v);
  if (v->is_array && !bounded(c, v->size, "the length of an array", 1, PML_LENGTH_MAX, &v->length))
    v->length = 1;
  if (v->is_array && v->scope == PML_PARAMETER &&
      pml_complain(c, v->span, SV_NOWHERE, "a parameter cannot be an array"))
    pml_add_hint(c, "pass a channel, or an index into a global array");
  check_initial(c, v);
  if (v->scope == PML_FIELD) return;
  pml_declare(c, (pml_symbol){.kind = PML_SYM_VAR, .name = v->name, .span = v->span, .var = v});
}

// --- structures

static void measure(pml_checker *c, pml_struct *s) {
  uint64_t width = 0;
  for (uint32_t i = 0; i < s->fields; i++) {
    const pml_struct *inner = s->field[i]->type.record;
    width += (uint64_t)s->field[i]->length * (inner ? inner->width : 1);
  }
  if (width > PML_WIDTH_MAX)
    pml_complain(c, s->span, SV_NOWHERE, "`%s` holds more than %d values", pml_text(c, s->name),
                 PML_WIDTH_MAX);
  s->width = (uint32_t)(width > PML_WIDTH_MAX ? PML_WIDTH_MAX : width);
}

void pml_check_struct(pml_checker *c, pml_struct *s) {
  for (uint32_t i = 0; i < s->fields; i++) {
    pml_var *f = s->field[i];
    pml_check_var(c, f);
    for (uint32_t k = 0; k < i; k++)
      if (s->field[k]->name.x == f->name.x) {
        if (pml_complain(c, f->span, SV_NOWHERE, "`%s` has two fields `%s`", pml_text(c, s->name),
                         pml_text(c, f->name)))
          pml_add_note(c, s->field[k]->span, "the first one is here");
        break;
      }
  }
  measure(c, s);
  sv_push(c->records, s);
  pml_declare(c,
              (pml_symbol){.kind = PML_SYM_STRUCT, .name = s->name, .span = s->span, .record = s});
}

// --- mtype

// Spin numbers the names of one declaration from its last to its first.
static void number_members(pml_mtype *set, const pml_unit *u) {
  for (uint32_t i = 0; i < u->members; i++) {
    u->member[i]->set = set;
    u->member[i]->value = (int32_t)(set->members + u->members - i);
  }
}

static void add_members(pml_checker *c, pml_mtype *set, const pml_unit *u) {
  pml_member **all = SV_ARENA_ARRAY(c->arena, pml_member *, set->members + u->members);
  if (set->members) memcpy(all, set->member, set->members * sizeof *all);
  memcpy(all + set->members, u->member, u->members * sizeof *all);
  set->member = all;
  set->members += u->members;
}

void pml_check_mtype(pml_checker *c, pml_unit *u) {
  pml_mtype *set = find_set(c, u->mtype->name);
  if (!set) {
    set = u->mtype;
    sv_push(c->mtypes, set);
  }
  number_members(set, u);
  add_members(c, set, u);
  for (uint32_t i = 0; i < u->members; i++) {
    pml_member *m = u->member[i];
    pml_declare(
        c, (pml_symbol){.kind = PML_SYM_MEMBER, .name = m->name, .span = m->span, .member = m});
  }
  if (set->members > PML_MTYPE_MAX)
    pml_complain(c, u->span, SV_NOWHERE, "an mtype set has at most %d names, this one has %u",
                 PML_MTYPE_MAX, set->members);
  u->mtype = set;
}
