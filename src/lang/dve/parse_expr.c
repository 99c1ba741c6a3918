// parse_expr.c -- expressions, with the precedence of DiVinE 2.
//
// Loosest to tightest: ?: · imply · or and · | & ^ · == != · < <= > >= ·
// << >> · + - · * / % · not - ~ · P->x P.s x[e]. In formulas `until`, `weakuntil`
// and `release` stand between `and` and `|`, and so does the operand of `always`,
// `eventually` and `next`. `and` and `or` have one
// level, and so have `|`, `&` and `^`: an expression that mixes them without
// parentheses gets one warning that shows how it was read. `not` binds as
// tightly as a sign. `?:` is our own addition.

#include "lang/dve/parse.h"

static dve_expr *new_expr(dve_parser *p, dve_op op, sv_span span) {
  dve_expr *e = SV_ARENA_NEW(p->in.arena, dve_expr);
  e->op = op;
  e->span = span;
  return e;
}

static const struct {
  dve_token_kind token;
  dve_op op;
  int level;  // higher binds tighter
} binary[] = {
    {DVE_T_IMPLY, DVE_IMPLY, 1}, {DVE_T_OR, DVE_OR, 2},         {DVE_T_AND, DVE_AND, 2},
    {DVE_T_BITOR, DVE_BITOR, 4}, {DVE_T_BITAND, DVE_BITAND, 4}, {DVE_T_BITXOR, DVE_BITXOR, 4},
    {DVE_T_EQ, DVE_EQ, 5},       {DVE_T_NE, DVE_NE, 5},         {DVE_T_LT, DVE_LT, 6},
    {DVE_T_LE, DVE_LE, 6},       {DVE_T_GT, DVE_GT, 6},         {DVE_T_GE, DVE_GE, 6},
    {DVE_T_SHL, DVE_SHL, 7},     {DVE_T_SHR, DVE_SHR, 7},       {DVE_T_PLUS, DVE_PLUS, 8},
    {DVE_T_MINUS, DVE_MINUS, 8}, {DVE_T_TIMES, DVE_TIMES, 9},   {DVE_T_DIV, DVE_DIV, 9},
    {DVE_T_MOD, DVE_MOD, 9},
};
#define TIMED 3  // where temporal operators stand

// --- mixed operators

static const char *op_sign(dve_op op) {
  static const char *const sign[] = {
#define OP(NAME, SIGN) SIGN,
      DVE_OPS(OP)
#undef OP
  };
  return sign[op];
}

// In most languages the second operator would have bound tighter.
static bool surprises(dve_op outer, dve_op inner) {
  if (outer == DVE_AND) return inner == DVE_OR;
  if (outer == DVE_BITAND) return inner == DVE_BITOR || inner == DVE_BITXOR;
  return outer == DVE_BITXOR && inner == DVE_BITOR;
}

static void warn_mixed(dve_parser *p, const dve_expr *e) {
  const dve_expr *left = e->arg[0];
  if (p->mixed || p->in.stopped || left->parens || !surprises(e->op, left->op)) return;
  p->mixed = true;
  sv_diag(p->in.diags, SV_WARNING, e->span, "`%s` and `%s` are mixed without parentheses",
          op_sign(left->op), op_sign(e->op));
  const char *text = sv_source_text(p->in.sources, left->span.file) + left->span.begin;
  uint32_t length = left->span.end - left->span.begin;
  dve_hint(p, "they bind equally strong in DVE: here `%.*s%s` is one operand",
           (int)(length > 60 ? 56 : length), text, length > 60 ? " …" : "");
}

// --- operands

static dve_expr *read_number(dve_parser *p) {
  dve_expr *e = new_expr(p, DVE_NUMBER, dve_here(p));
  const char *digits = sv_names_get(p->names, dve_ahead(p, 0)->name);
  int64_t value = 0;
  for (; *digits && value <= INT32_MAX; digits++) value = 10 * value + (*digits - '0');
  if (value > INT32_MAX) {
    dve_error_here(p, "this number is larger than %d", INT32_MAX);
    return NULL;
  }
  e->value = (int32_t)value;
  dve_advance(p);
  return e;
}

static dve_expr *read_truth(dve_parser *p) {
  dve_expr *e = new_expr(p, DVE_NUMBER, dve_here(p));
  e->value = dve_kind(p) == DVE_T_TRUE;
  dve_advance(p);
  return e;
}

static bool read_index(dve_parser *p, dve_expr *e) {
  if (!dve_take(p, DVE_T_LEFT_SQUARE)) return true;
  e->arg[0] = dve_read_expr(p);
  e->n = 1;
  return e->arg[0] && dve_expect(p, DVE_T_RIGHT_SQUARE, "after the index");
}

// variable = name [ "->" name ] [ "[" expr "]" ] ;
dve_expr *dve_read_variable(dve_parser *p) {
  dve_expr *e = new_expr(p, DVE_VAR, dve_here(p));
  if (!dve_read_word(p, "a variable", &e->name)) return NULL;
  if (dve_take(p, DVE_T_ARROW)) {
    e->of = e->name;
    if (!dve_read_word(p, "a variable of that process after `->`", &e->name)) return NULL;
  }
  if (!read_index(p, e)) return NULL;
  e->span = dve_since(p, e->span);
  return e;
}

// at = name "." name ;
static dve_expr *read_at(dve_parser *p) {
  dve_expr *e = new_expr(p, DVE_AT, dve_here(p));
  if (!dve_read_word(p, "a process", &e->of)) return NULL;
  dve_advance(p);
  if (!dve_read_word(p, "a state of that process after `.`", &e->name)) return NULL;
  e->span = dve_since(p, e->span);
  return e;
}

static dve_expr *read_parens(dve_parser *p) {
  sv_span begin = dve_here(p);
  dve_advance(p);
  dve_expr *e = dve_read_expr(p);
  if (!e || !dve_expect(p, DVE_T_RIGHT, "after the expression")) return NULL;
  e->parens = true;
  e->span = dve_since(p, begin);
  return e;
}

static dve_expr *read_unary(dve_parser *);

static dve_expr *read_operator(dve_parser *p, dve_op op) {
  dve_expr *e = new_expr(p, op, dve_here(p));
  dve_advance(p);
  e->arg[0] = dve_enter(p) ? read_unary(p) : NULL;
  dve_leave(p);
  if (!e->arg[0]) return NULL;
  e->n = 1;
  e->span = dve_since(p, e->span);
  return e;
}

static dve_expr *no_operand(dve_parser *p) {
  if (dve_kind(p) == DVE_T_INCREMENT || dve_kind(p) == DVE_T_DECREMENT) {
    if (dve_error_here(p, "there is no operator %s", dve_found(p)))
      dve_hint(p, "effects are assignments: `x = x + 1`");
  } else {
    dve_error_here(p, "expected an expression, but found %s", dve_found(p));
  }
  return NULL;
}

static dve_expr *read_timed(dve_parser *);

static dve_expr *temporal(dve_parser *p, sv_temporal op, sv_span begin, dve_expr *a, dve_expr *b) {
  if (!a || (sv_temporal_is_binary(op) && !b)) return NULL;
  dve_expr *e = new_expr(p, DVE_TEMPORAL, dve_since(p, begin));
  e->temporal = op;
  e->n = b ? 2 : 1;
  e->arg[0] = a;
  e->arg[1] = b;
  return e;
}

static dve_expr *read_prefixed(dve_parser *p, sv_temporal op, sv_span begin) {
  dve_expr *operand = dve_enter(p) ? read_timed(p) : NULL;
  dve_leave(p);
  return temporal(p, op, begin, operand, NULL);
}

static dve_expr *read_unary(dve_parser *p) {
  sv_span begin = dve_here(p);
  sv_temporal prefix = p->formula ? sv_temporal_take_prefix(&p->in) : SV_TEMPORAL_NONE;
  if (p->formula && !prefix) prefix = sv_temporal_take_letter(&p->in);
  if (prefix) return read_prefixed(p, prefix, begin);
  switch (dve_kind(p)) {
  case DVE_T_NUMBER: return read_number(p);
  case DVE_T_TRUE:
  case DVE_T_FALSE: return read_truth(p);
  case DVE_T_LEFT: return read_parens(p);
  case DVE_T_NOT:
  case DVE_T_EXCLAM: return read_operator(p, DVE_NOT);
  case DVE_T_MINUS: return read_operator(p, DVE_NEG);
  case DVE_T_TILDE: return read_operator(p, DVE_TILDE);
  case DVE_T_NAME: return dve_ahead(p, 1)->kind == DVE_T_DOT ? read_at(p) : dve_read_variable(p);
  default: return no_operand(p);
  }
}

// --- binary operators

static int find_binary(dve_token_kind kind, int level) {
  for (size_t i = 0; i < SV_COUNT(binary); i++)
    if (binary[i].token == kind && binary[i].level >= level) return (int)i;
  return -1;
}

static dve_expr *join(dve_parser *p, dve_op op, dve_expr *a, dve_expr *b) {
  dve_expr *e = new_expr(p, op, sv_span_join(a->span, b->span));
  e->arg[0] = a;
  e->arg[1] = b;
  e->n = 2;
  warn_mixed(p, e);
  return e;
}

// A long chain of equal operators is as deep as it is long: it counts.
static dve_expr *read_binary(dve_parser *p, int level) {
  dve_expr *left = p->formula && level <= TIMED ? read_timed(p) : read_unary(p);
  uint32_t entered = 0;
  for (int i; left && (i = find_binary(dve_kind(p), level)) >= 0;) {
    dve_advance(p);
    entered++;
    dve_expr *right = dve_enter(p) ? read_binary(p, binary[i].level + 1) : NULL;
    left = right ? join(p, binary[i].op, left, right) : NULL;
  }
  while (entered--) dve_leave(p);
  return left;
}

// timed = binary { ( "until" | "weakuntil" | "release" ) binary } ;
static dve_expr *read_timed(dve_parser *p) {
  sv_span begin = dve_here(p);
  dve_expr *left = read_binary(p, TIMED + 1);
  sv_temporal op = SV_TEMPORAL_NONE;
  uint32_t entered = 0;
  while (left && (op = sv_temporal_take_infix(&p->in))) {
    entered++;
    left = temporal(p, op, begin, left, dve_enter(p) ? read_binary(p, TIMED + 1) : NULL);
  }
  while (entered--) dve_leave(p);
  return left;
}

// conditional = binary [ "?" expr ":" conditional ] ;
static dve_expr *read_conditional(dve_parser *p) {
  dve_expr *condition = read_binary(p, 1);
  if (!condition || dve_kind(p) != DVE_T_QUESTION) return condition;
  dve_expr *e = new_expr(p, DVE_ITE, condition->span);
  e->n = 3;
  e->arg[0] = condition;
  dve_advance(p);
  e->arg[1] = dve_read_expr(p);
  if (!e->arg[1] || !dve_expect(p, DVE_T_COLON, "between the two values of `?`")) return NULL;
  e->arg[2] = dve_read_expr(p);
  if (!e->arg[2]) return NULL;
  e->span = dve_since(p, e->span);
  return e;
}

dve_expr *dve_read_expr(dve_parser *p) {
  bool outermost = !p->in.depth;
  if (outermost) p->mixed = false;
  dve_expr *e = dve_enter(p) ? read_conditional(p) : NULL;
  dve_leave(p);
  return e;
}

bool dve_read_exprs(dve_parser *p, dve_expr_vec *out) {
  do {
    dve_expr *e = dve_read_expr(p);
    if (!e) return false;
    sv_push(*out, e);
  } while (dve_take(p, DVE_T_COMMA));
  return true;
}
