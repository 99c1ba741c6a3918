// parse_decl.c -- declarations of variables, mtype sets and structures.

#include "lang/promela/parse/parse.h"

// --- types

static bool is_type_word(pml_token_kind kind, pml_type_kind *out) {
  switch (kind) {
  case PML_T_BIT: *out = PML_BIT; return true;
  case PML_T_BOOL: *out = PML_BOOL; return true;
  case PML_T_BYTE: *out = PML_BYTE; return true;
  case PML_T_PID: *out = PML_PID; return true;
  case PML_T_SHORT: *out = PML_SHORT; return true;
  case PML_T_INT: *out = PML_INT; return true;
  case PML_T_UNSIGNED: *out = PML_UNSIGNED; return true;
  case PML_T_MTYPE: *out = PML_MTYPE; return true;
  case PML_T_CHAN: *out = PML_CHAN; return true;
  default: return false;
  }
}

static bool is_typedef(const pml_parser *p, const pml_token *t) {
  return t->kind == PML_T_NAME && sv_map_get(&p->typedefs, t->name.x) != SV_MAP_NONE;
}

bool pml_at_declaration(const pml_parser *p) {
  pml_type_kind kind;
  switch (pml_kind(p)) {
  case PML_T_HIDDEN:
  case PML_T_SHOW:
  case PML_T_LOCAL: return true;
  default: break;
  }
  if (is_type_word(pml_kind(p), &kind)) return true;
  return is_typedef(p, pml_now(p)) && pml_ahead(p, 1)->kind == PML_T_NAME;
}

// type = "bit" | … | "mtype" [ ":" name ] | name ;
static bool read_type(pml_parser *p, pml_type *type) {
  uint32_t from = p->in.at;
  *type = (pml_type){.span = pml_here(p)};
  if (is_type_word(pml_kind(p), &type->kind)) {
    pml_advance(p);
    if (type->kind == PML_MTYPE && pml_take(p, PML_T_COLON)) {
      type->name = pml_expect_name(p, "the name of an mtype set", &type->span);
      if (!type->name.x) return false;
    }
  } else if (pml_kind(p) == PML_T_NAME) {
    type->kind = PML_STRUCT;
    type->name = pml_now(p)->name;
    pml_advance(p);
  } else {
    pml_error_here(p, "expected a type, but found %s", pml_found(p));
    return false;
  }
  type->span = pml_since(p, from);
  return true;
}

// --- channels

// types = type { "," type } ;
static bool read_types(pml_parser *p, pml_type_vec *out) {
  do {
    pml_type type;
    if (!read_type(p, &type)) return false;
    sv_push(*out, type);
  } while (pml_take(p, PML_T_COMMA));
  return true;
}

// chan_init = "[" expr "]" "of" "{" types "}" ;
static bool read_chan_init(pml_parser *p, pml_var *v) {
  uint32_t from = p->in.at;
  pml_chan_init *c = SV_ARENA_NEW(p->arena, pml_chan_init);
  sv_span square = pml_here(p);
  pml_advance(p);
  if (!(c->size = pml_read_expr(p)) || !pml_expect_close(p, PML_T_RIGHT_SQUARE, square, "[") ||
      !pml_expect(p, PML_T_OF, "after the capacity of a channel"))
    return false;
  sv_span brace = pml_here(p);
  if (!pml_expect(p, PML_T_LEFT_BRACE, "after `of`")) return false;
  pml_type_vec types = {0};
  bool good = read_types(p, &types) && pml_expect_close(p, PML_T_RIGHT_BRACE, brace, "{");
  SV_ARENA_KEEP(p->arena, types, c->field, c->fields);
  c->span = pml_since(p, from);
  v->chan = c;
  return good;
}

// --- variables

// list = "{" expr { "," expr } "}" ;
static bool read_list(pml_parser *p, pml_var *v) {
  sv_span brace = pml_here(p);
  pml_advance(p);
  pml_expr_vec list = {0};
  bool good = pml_read_exprs(p, &list) && pml_expect_close(p, PML_T_RIGHT_BRACE, brace, "{");
  SV_ARENA_KEEP(p->arena, list, v->list, v->lists);
  return good;
}

static bool read_init(pml_parser *p, pml_var *v) {
  if (pml_kind(p) == PML_T_LEFT_SQUARE) return read_chan_init(p, v);
  if (pml_kind(p) == PML_T_LEFT_BRACE) return read_list(p, v);
  v->init = pml_read_expr(p);
  return v->init != NULL;
}

// ":" number
static bool read_width(pml_parser *p, pml_var *v) {
  int32_t bits = pml_now(p)->value;
  if (!pml_take(p, PML_T_NUMBER)) {
    pml_error_here(p, "expected the number of bits of `%s`, but found %s",
                   pml_name_text(p, v->name), pml_found(p));
    return false;
  }
  v->type.bits = bits < 0 ? UINT32_MAX : (uint32_t)bits;
  if (!bits) v->type.bits = UINT32_MAX;
  return true;
}

// "[" expr "]"
static bool read_length(pml_parser *p, pml_var *v) {
  sv_span opening = pml_here(p);
  pml_advance(p);
  v->is_array = true;
  v->size = pml_read_expr(p);
  if (!v->size || !pml_expect_close(p, PML_T_RIGHT_SQUARE, opening, "[")) return false;
  if (pml_kind(p) != PML_T_LEFT_SQUARE) return true;
  if (pml_error_here(p, "arrays have one dimension"))
    pml_hint(p, "make an array of a `typedef` that holds an array");
  return false;
}

static sv_name variable_name(pml_parser *p, sv_span *span) {
  pml_type_kind kind;
  if (is_type_word(pml_kind(p), &kind) && p->in.at &&
      p->in.token[p->in.at - 1].kind == PML_T_COMMA) {
    if (pml_error_here(p, "expected a name, but found the type %s", pml_found(p)))
      pml_hint(p, "declarations of different types are separated by `;`");
    return (sv_name){0};
  }
  return pml_expect_name(p, "the name of a variable", span);
}

// var = name [ ":" number ] [ "[" expr "]" ] [ "=" ( expr | chan_init | list ) ] ;
static pml_var *read_var(pml_parser *p, const pml_type *type, pml_scope scope) {
  pml_var *v = SV_ARENA_NEW(p->arena, pml_var);
  v->type = *type;
  v->scope = scope;
  v->length = 1;
  v->name = variable_name(p, &v->span);
  if (!v->name.x) return NULL;
  if (pml_take(p, PML_T_COLON) && !read_width(p, v)) return NULL;
  if (pml_kind(p) == PML_T_LEFT_SQUARE && !read_length(p, v)) return NULL;
  if (pml_take(p, PML_T_ASSIGN) && !read_init(p, v)) return NULL;
  return v;
}

static pml_visibility read_visibility(pml_parser *p) {
  if (pml_take(p, PML_T_HIDDEN)) return PML_HIDDEN;
  if (pml_take(p, PML_T_SHOW)) return PML_SHOW;
  if (pml_take(p, PML_T_LOCAL)) return PML_ISLOCAL;
  return PML_PLAIN;
}

bool pml_read_vars(pml_parser *p, pml_scope scope, pml_var_vec *out) {
  pml_visibility visibility = read_visibility(p);
  pml_type type;
  if (!read_type(p, &type)) return false;
  do {
    pml_var *v = read_var(p, &type, scope);
    if (!v) return false;
    v->visibility = visibility;
    sv_push(*out, v);
  } while (pml_take(p, PML_T_COMMA));
  return true;
}

static bool separators(pml_parser *p) {
  bool some = false;
  while (pml_take(p, PML_T_SEMICOLON) || pml_take(p, PML_T_ARROW)) some = true;
  return some;
}

// decl_list = vars { ";" vars } [ ";" ] ;  up to the closer, which stays
bool pml_read_decl_list(pml_parser *p, pml_scope scope, pml_token_kind closer, pml_var_vec *out) {
  for (;;) {
    if (!pml_read_vars(p, scope, out)) return false;
    bool separated = separators(p);
    if (pml_kind(p) == closer) return true;
    if (separated || pml_line_ended(p)) continue;
    pml_error_here(p, "expected `;` or `%s` after a declaration, but found %s",
                   pml_token_text(closer), pml_found(p));
    return false;
  }
}

// --- structures

static bool read_fields(pml_parser *p, pml_struct *s) {
  sv_span brace = pml_here(p);
  if (!pml_expect(p, PML_T_LEFT_BRACE, "after the name of a typedef")) return false;
  if (pml_kind(p) == PML_T_RIGHT_BRACE) {
    pml_error_here(p, "a typedef needs at least one field");
    return false;
  }
  pml_var_vec fields = {0};
  bool good = pml_read_decl_list(p, PML_FIELD, PML_T_RIGHT_BRACE, &fields) &&
              pml_expect_close(p, PML_T_RIGHT_BRACE, brace, "{");
  SV_ARENA_KEEP(p->arena, fields, s->field, s->fields);
  for (uint32_t i = 0; i < s->fields; i++) s->field[i]->index = i;
  return good;
}

// "typedef" name "{" decl_list "}"
bool pml_read_typedef(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_advance(p);
  pml_struct *s = SV_ARENA_NEW(p->arena, pml_struct);
  s->name = pml_expect_name(p, "a name after `typedef`", &s->span);
  if (!s->name.x || !read_fields(p, s)) return false;
  sv_push(p->units, (pml_unit){.kind = PML_U_STRUCT, .span = pml_since(p, from), .record = s});
  return true;
}

// --- mtype sets

bool pml_at_mtype_set(const pml_parser *p) {
  if (pml_kind(p) != PML_T_MTYPE) return false;
  bool named = pml_ahead(p, 1)->kind == PML_T_COLON && pml_ahead(p, 2)->kind == PML_T_NAME;
  pml_token_kind next = pml_ahead(p, named ? 3 : 1)->kind;
  return next == PML_T_ASSIGN || next == PML_T_LEFT_BRACE;
}

// names = name { [ "," ] name } ;
static bool read_members(pml_parser *p, pml_mtype *set, pml_member_vec *out) {
  while (pml_kind(p) != PML_T_RIGHT_BRACE) {
    pml_member *m = SV_ARENA_NEW(p->arena, pml_member);
    m->set = set;
    m->name = pml_expect_name(p, "the name of a constant", &m->span);
    if (!m->name.x) return false;
    sv_push(*out, m);
    while (pml_take(p, PML_T_COMMA)) continue;
  }
  if (out->n) return true;
  pml_error_here(p, "an mtype declaration needs at least one name");
  return false;
}

// "mtype" [ ":" name ] [ "=" ] "{" names "}"
bool pml_read_mtype(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_unit u = {.kind = PML_U_MTYPE, .mtype = SV_ARENA_NEW(p->arena, pml_mtype)};
  u.mtype->span = pml_here(p);
  pml_advance(p);
  if (pml_take(p, PML_T_COLON)) {
    u.mtype->name = pml_now(p)->name;
    u.mtype->span = pml_here(p);
    pml_advance(p);
  }
  pml_take(p, PML_T_ASSIGN);
  sv_span brace = pml_here(p);
  pml_member_vec members = {0};
  bool good = pml_expect(p, PML_T_LEFT_BRACE, "in an mtype declaration") &&
              read_members(p, u.mtype, &members) &&
              pml_expect_close(p, PML_T_RIGHT_BRACE, brace, "{");
  SV_ARENA_KEEP(p->arena, members, u.member, u.members);
  u.span = pml_since(p, from);
  if (good) sv_push(p->units, u);
  return good;
}
