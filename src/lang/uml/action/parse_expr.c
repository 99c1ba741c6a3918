// parse_expr.c -- expressions of the action language.
//
//   expr    = or [ "->" expr ] ;            or    = and { "||" and } ;
//   and     = timed { "&&" timed } ;
//   timed   = compare { ( "until" | "weakuntil" | "release" ) compare } ;   `->` and these in formulas
//   compare = add [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) add ] ;
//   add     = mul { ( "+" | "-" ) mul } ;   mul   = unary { ( "*" | "/" | "%" ) unary } ;
//   unary   = ( "!" | "-" ) unary | ( "always" | "eventually" | "next" ) timed | primary ;
//   primary = number | "true" | "false" | "nil" | "(" expr ")" | state | call | place ;
//   place   = ( name | "self" | "this" ) { "." name } ;
//   call    = place "(" [ expr { "," expr } ] ")" ;
//   state   = "in" "(" [ place "," ] path ")" ;

#include "lang/uml/action/parse.h"

uml_expr *uml_new_expr(uml_parser *p, uml_op op, sv_span span) {
  uml_expr *e = SV_ARENA_NEW(p->in.arena, uml_expr);
  e->op = op;
  e->span = span;
  return e;
}

static uml_expr *with_arg(uml_parser *p, uml_op op, sv_span begin, uml_expr *a, uml_expr *b) {
  uml_expr *e = uml_new_expr(p, op, uml_since(p, begin));
  e->arg = SV_ARENA_ARRAY(p->in.arena, uml_expr *, 2);
  e->arg[0] = a;
  e->arg[1] = b;
  e->n = b ? 2 : 1;
  return e;
}

bool uml_read_arguments(uml_parser *p, uml_expr ***arg, uint32_t *n) {
  uml_exprs all = {0};
  bool good = uml_need(p, UML_T_LEFT, "before the arguments");
  while (good && uml_kind(p) != UML_T_RIGHT) {
    uml_expr *e = uml_read_expr(p);
    if ((good = e != NULL)) sv_push(all, e);
    if (!uml_take(p, UML_T_COMMA)) break;
  }
  good = good && uml_need(p, UML_T_RIGHT, "after the arguments");
  SV_ARENA_KEEP(p->in.arena, all, *arg, *n);
  return good;
}

uml_expr *uml_read_place(uml_parser *p) {
  sv_span begin = uml_here(p);
  uml_expr *e = uml_new_expr(p, UML_E_NAME, begin);
  if (uml_take(p, UML_T_SELF) || uml_take(p, UML_T_THIS)) e->op = UML_E_SELF;
  else if (!uml_need_name(p, "an attribute or an object", &e->name, &e->span)) return NULL;
  while (uml_take(p, UML_T_DOT)) {
    uml_expr *inner = with_arg(p, UML_E_DOT, begin, e, NULL);
    if (!uml_need_name(p, "an attribute", &inner->name, &inner->span)) return NULL;
    inner->span = uml_since(p, begin);
    e = inner;
  }
  return e;
}

// What has no definition may be called with anything: its arguments have no meaning.
static uml_expr *read_call(uml_parser *p, uml_expr *callee) {
  uml_expr *e = uml_new_expr(p, UML_E_CALL, callee->span);
  const char *text = sv_source_text(p->in.sources, e->span.file);
  e->name = sv_names_intern(p->context->names, text + e->span.begin, e->span.end - e->span.begin);
  if (!uml_read_arguments(p, &e->arg, &e->n)) return NULL;
  e->span = uml_since(p, e->span);
  return e;
}

// path = text | name { ( "." | "::" ) ( name | number ) } ; as written, without blanks
static bool read_path(uml_parser *p, sv_name *out) {
  *out = uml_ahead(p, 0)->name;
  if (uml_take(p, UML_T_TEXT)) return true;
  sv_text path = {0};
  bool more = true;
  while (more && (uml_kind(p) == UML_T_NAME || uml_kind(p) == UML_T_NUMBER)) {
    sv_text_string(&path, uml_text_of(p->context, uml_ahead(p, 0)->name));
    uml_advance(p);
    more = uml_kind(p) == UML_T_DOT || uml_kind(p) == UML_T_COLONS;
    if (more) sv_text_string(&path, uml_kind(p) == UML_T_DOT ? "." : "::"), uml_advance(p);
  }
  *out = sv_names_intern(p->context->names, sv_text_get(&path), path.n);
  bool good = path.n && !more;
  sv_text_free(&path);
  if (!good) uml_error_here(p, "expected the name of a state, but found %s", uml_found(p));
  return good;
}

static bool comma_follows(const uml_parser *p) {
  for (uint32_t i = 0;; i++) {
    uint32_t kind = uml_ahead(p, i)->kind;
    if (kind == UML_T_COMMA) return true;
    if (kind != UML_T_NAME && kind != UML_T_DOT && kind != UML_T_SELF && kind != UML_T_THIS)
      return false;
  }
}

static uml_expr *read_in(uml_parser *p) {
  uml_expr *e = uml_new_expr(p, UML_E_IN, uml_here(p));
  uml_advance(p);
  uml_advance(p);
  if (comma_follows(p)) {
    e->arg = SV_ARENA_ARRAY(p->in.arena, uml_expr *, 1);
    if (!(e->arg[e->n++] = uml_read_place(p)) || !uml_need(p, UML_T_COMMA, "after the object"))
      return NULL;
  }
  if (!read_path(p, &e->name) || !uml_need(p, UML_T_RIGHT, "after the state")) return NULL;
  e->span = uml_since(p, e->span);
  return e;
}

static uml_expr *read_number(uml_parser *p) {
  const sv_token *t = uml_ahead(p, 0);
  uml_expr *e = uml_new_expr(p, UML_E_NUMBER, t->span);
  e->number = t->number;
  if (t->number < 0 || t->number > INT64_C(1) << 31) {
    if (uml_error_here(p, "this number is too large")) uml_hint(p, "integers have 32 bits");
    return NULL;
  }
  uml_advance(p);
  return e;
}

// A text stands only among the arguments of a call.
static uml_expr *read_text(uml_parser *p) {
  uml_expr *e = uml_new_expr(p, UML_E_CALL, uml_here(p));
  e->name = uml_ahead(p, 0)->name;
  uml_advance(p);
  return e;
}

static uml_expr *read_named(uml_parser *p) {
  if (uml_at_name(p, "in") && uml_ahead(p, 1)->kind == UML_T_LEFT) return read_in(p);
  uml_expr *e = uml_read_place(p);
  return e && uml_kind(p) == UML_T_LEFT ? read_call(p, e) : e;
}

static uml_expr *read_bracketed(uml_parser *p) {
  uml_advance(p);
  uml_expr *e = uml_enter(p) ? uml_read_expr(p) : NULL;
  uml_leave(p);
  return e && uml_need(p, UML_T_RIGHT, "after the expression") ? e : NULL;
}

static uml_expr *read_constant(uml_parser *p, uml_op op) {
  uml_expr *e = uml_new_expr(p, op, uml_here(p));
  uml_advance(p);
  return e;
}

static uml_expr *read_primary(uml_parser *p) {
  switch (uml_kind(p)) {
  case UML_T_NUMBER: return read_number(p);
  case UML_T_TRUE: return read_constant(p, UML_E_TRUE);
  case UML_T_FALSE: return read_constant(p, UML_E_FALSE);
  case UML_T_NIL: return read_constant(p, UML_E_NIL);
  case UML_T_LEFT: return read_bracketed(p);
  case UML_T_TEXT: return read_text(p);
  case UML_T_NAME:
  case UML_T_SELF:
  case UML_T_THIS: return read_named(p);
  default: uml_error_here(p, "expected an expression, but found %s", uml_found(p)); return NULL;
  }
}

static uml_expr *read_timed(uml_parser *p);

static uml_expr *temporal(uml_parser *p, sv_temporal op, sv_span begin, uml_expr *a, uml_expr *b) {
  if (!a || (sv_temporal_is_binary(op) && !b)) return NULL;
  uml_expr *e = with_arg(p, UML_E_TEMPORAL, begin, a, b);
  e->temporal = op;
  return e;
}

static uml_expr *read_prefixed(uml_parser *p, sv_temporal prefix, sv_span begin) {
  uml_expr *e = uml_enter(p) ? read_timed(p) : NULL;
  uml_leave(p);
  return temporal(p, prefix, begin, e, NULL);
}

static uml_expr *read_unary(uml_parser *p) {
  sv_span begin = uml_here(p);
  sv_temporal prefix = p->formula ? sv_temporal_take_prefix(&p->in) : SV_TEMPORAL_NONE;
  if (prefix) return read_prefixed(p, prefix, begin);
  bool negation = uml_kind(p) == UML_T_NOT;
  if (!negation && uml_kind(p) != UML_T_MINUS) return read_primary(p);
  uml_advance(p);
  uml_expr *e = uml_enter(p) ? read_unary(p) : NULL;
  uml_leave(p);
  return e ? with_arg(p, negation ? UML_E_NOT : UML_E_NEG, begin, e, NULL) : NULL;
}

// ---- binary operators, from the tightest on

typedef struct {
  uml_token_kind token;
  uml_op op;
} binary;

enum { LONGEST = 1000 };  // chain of operators
enum { OR_LEVEL, AND_LEVEL, TIMED_LEVEL, COMPARE_LEVEL, ADD_LEVEL, MUL_LEVEL, LEVELS };

static const binary operators[LEVELS][8] = {
    [OR_LEVEL] = {{UML_T_OR, UML_E_OR}},
    [AND_LEVEL] = {{UML_T_AND, UML_E_AND}},
    [COMPARE_LEVEL] = {{UML_T_EQ, UML_E_EQ},
                       {UML_T_NE, UML_E_NE},
                       {UML_T_LT, UML_E_LT},
                       {UML_T_LE, UML_E_LE},
                       {UML_T_GT, UML_E_GT},
                       {UML_T_GE, UML_E_GE}},
    [ADD_LEVEL] = {{UML_T_PLUS, UML_E_ADD}, {UML_T_MINUS, UML_E_SUB}},
    [MUL_LEVEL] = {{UML_T_STAR, UML_E_MUL}, {UML_T_SLASH, UML_E_DIV}, {UML_T_PERCENT, UML_E_MOD}},
};

// `->`, which is no minus.
static bool at_implication(const uml_parser *p) {
  return p->formula && uml_kind(p) == UML_T_MINUS && uml_ahead(p, 1)->kind == UML_T_GT &&
         uml_here(p).end == uml_ahead(p, 1)->span.begin;
}

static const binary *operator_at(const uml_parser *p, int level) {
  if (at_implication(p)) return NULL;
  for (const binary *b = operators[level]; b < operators[level] + 8 && b->token; b++)
    if (b->token == uml_kind(p)) return b;
  return NULL;
}

static void explain_operator(uml_parser *p) {
  if (uml_kind(p) == UML_T_ASSIGN && uml_error_here(p, "`=` assigns"))
    uml_hint(p, "a comparison is written `==`");
  if (uml_kind(p) == UML_T_NE_PASCAL && uml_error_here(p, "there is no operator `<>`"))
    uml_hint(p, "write `!=`");
}

static uml_expr *refuse_length(uml_parser *p) {
  uml_error_here(p, "a chain of more than %d operators", LONGEST);
  return NULL;
}

static uml_expr *read_level(uml_parser *p, int level) {
  if (level == LEVELS) return read_unary(p);
  if (level == TIMED_LEVEL) return read_timed(p);
  sv_span begin = uml_here(p);
  uml_expr *e = read_level(p, level + 1);
  for (uint32_t n = 0; e; n++) {
    const binary *b = operator_at(p, level);
    if (!b || (level == COMPARE_LEVEL && n)) break;
    if (n == LONGEST) return refuse_length(p);
    uml_advance(p);
    uml_expr *right = read_level(p, level + 1);
    e = right ? with_arg(p, b->op, begin, e, right) : NULL;
  }
  if (e && level == COMPARE_LEVEL) {
    uml_token_kind kind = uml_kind(p);
    if (kind == UML_T_ASSIGN || kind == UML_T_NE_PASCAL) return explain_operator(p), NULL;
  }
  return e;
}

// Between the level of `&&` and that of comparisons.
static uml_expr *read_timed(uml_parser *p) {
  sv_span begin = uml_here(p);
  uml_expr *e = read_level(p, COMPARE_LEVEL);
  sv_temporal op;
  for (uint32_t n = 0; e && p->formula && (op = sv_temporal_take_infix(&p->in)); n++)
    e = n < LONGEST ? temporal(p, op, begin, e, read_level(p, COMPARE_LEVEL)) : refuse_length(p);
  return e;
}

uml_expr *uml_read_expr(uml_parser *p) {
  sv_span begin = uml_here(p);
  uml_expr *e = read_level(p, OR_LEVEL);
  if (!e || !at_implication(p)) return e;
  uml_advance(p);
  uml_advance(p);
  uml_expr *right = uml_enter(p) ? uml_read_expr(p) : NULL;
  uml_leave(p);
  return right ? with_arg(p, UML_E_IMPLIES, begin, e, right) : NULL;
}
