// parse_expr.c -- sums and formulas.
//
//   formula  = conjunct { ( "|" | "or" ) conjunct } ;
//   conjunct = unit { ( "&" | "and" ) unit } ;
//   unit     = ( "!" | "not" ) unit | compare ;
//   compare  = sum { ( "<" | "<=" | "=" | "==" | ">=" | ">" ) sum }
//            | sum "in" "[" sum "," sum "]" ;
//   sum      = product { ( "+" | "-" ) product } ;
//   product  = sign { ( "*" | "/" ) sign } ;
//   sign     = "-" sign | primary ;
//
// `a <= x <= b` is both comparisons. PHAVer writes `==`, HyTech `=`; each is
// told about the other.

#include "lang/hybrid/parse.h"

ha_expr *ha_new_expr(ha_parser *p, ha_op op, sv_span span, ha_expr *const *args, uint32_t n) {
  ha_expr *e = SV_ARENA_NEW(p->in.arena, ha_expr);
  *e = (ha_expr){.op = op, .span = span, .n = n};
  e->arg = SV_ARENA_ARRAY(p->in.arena, ha_expr *, n);
  for (uint32_t i = 0; i < n; i++) e->arg[i] = args[i];
  return e;
}

ha_expr *ha_pair(ha_parser *p, ha_op op, ha_expr *a, ha_expr *b) {
  ha_expr *both[2] = {a, b};
  return ha_new_expr(p, op, sv_span_join(a->span, b->span), both, 2);
}

static ha_expr *list_of(ha_parser *p, ha_op op, sv_span begin, ha_exprs *args) {
  ha_expr *e =
      args->n == 1 ? args->at[0] : ha_new_expr(p, op, ha_since(p, begin), args->at, args->n);
  sv_vec_free(*args);
  return e;
}

// --- operators

static ha_expr *read_sign(ha_parser *p) {
  if (ha_kind(p) != HA_T_MINUS) return ha_read_primary(p);
  sv_span begin = ha_here(p);
  ha_advance(p);
  if (!ha_enter(p)) return NULL;
  ha_expr *e = read_sign(p);
  ha_leave(p);
  return e ? ha_new_expr(p, HA_E_NEG, ha_since(p, begin), &e, 1) : NULL;
}

// part { sign part }, of two signs; grows to the left.
typedef struct {
  ha_token_kind first, second;
  ha_op as_first, as_second;
  ha_expr *(*part)(ha_parser *);
} level;

static ha_expr *read_level(ha_parser *p, const level *x) {
  ha_expr *e = x->part(p);
  for (uint32_t n = 1; e && (ha_kind(p) == x->first || ha_kind(p) == x->second); n++) {
    if (n == HA_CHAIN_MAX) {
      ha_error_here(p, "more than %d operands in a row", HA_CHAIN_MAX);
      return NULL;
    }
    ha_op op = ha_kind(p) == x->first ? x->as_first : x->as_second;
    ha_advance(p);
    ha_expr *right = x->part(p);
    e = right ? ha_pair(p, op, e, right) : NULL;
  }
  return e;
}

static ha_expr *read_product(ha_parser *p) {
  static const level products = {HA_T_STAR, HA_T_SLASH, HA_E_MUL, HA_E_DIV, read_sign};
  return read_level(p, &products);
}

static ha_expr *read_sum(ha_parser *p) {
  static const level sums = {HA_T_PLUS, HA_T_MINUS, HA_E_ADD, HA_E_SUB, read_product};
  return read_level(p, &sums);
}

static bool comparison(ha_token_kind kind, ha_op *op) {
  switch (kind) {
  case HA_T_LT: *op = HA_E_LT; return true;
  case HA_T_LE: *op = HA_E_LE; return true;
  case HA_T_GE: *op = HA_E_GE; return true;
  case HA_T_GT: *op = HA_E_GT; return true;
  case HA_T_EQ:
  case HA_T_EQUAL:
  case HA_T_UNEQUAL: *op = HA_E_EQ; return true;  // wrong_sign refuses what is not of the language
  default: return false;
  }
}

static bool wrong_sign(ha_parser *p) {
  if (ha_kind(p) == HA_T_UNEQUAL) {
    if (ha_error_here(p, "there is no `!=`"))
      ha_hint(p, "write `x < 1 | x > 1`, which is two convex parts");
    return true;
  }
  ha_token_kind wrong = p->syntax == HA_PHAVER ? HA_T_EQ : HA_T_EQUAL;
  const char *right = p->syntax == HA_PHAVER ? "==" : "=";
  if (ha_kind(p) != wrong) return false;
  ha_error_here(p, "in %s equality is written `%s`", p->syntax == HA_PHAVER ? "PHAVer" : "HyTech",
                right);
  return true;
}

static ha_expr *read_interval(ha_parser *p, ha_expr *e) {
  assert(ha_kind(p) == HA_T_IN);
  ha_advance(p);
  if (!ha_need(p, HA_T_LEFT_BRACKET, "after `in`")) return NULL;
  ha_expr *low = read_sum(p);
  if (!low || !ha_need(p, HA_T_COMMA, "between the ends of the interval")) return NULL;
  ha_expr *high = read_sum(p);
  if (!high || !ha_need(p, HA_T_RIGHT_BRACKET, "after the interval")) return NULL;
  ha_expr *all[3] = {e, low, high};
  return ha_new_expr(p, HA_E_IN, ha_since(p, e->span), all, 3);
}

// `x in [1, 2]`, but `hide x in …`.
static bool at_interval(const ha_parser *p) {
  return ha_kind(p) == HA_T_IN && ha_ahead(p, 1)->kind == HA_T_LEFT_BRACKET;
}

static ha_expr *read_compare(ha_parser *p) {
  ha_expr *left = read_sum(p);
  ha_exprs chain = {0};
  ha_op op;
  if (left && at_interval(p)) return read_interval(p, left);
  sv_span begin = left ? left->span : ha_here(p);
  while (left && comparison(ha_kind(p), &op)) {
    if (wrong_sign(p)) break;
    ha_advance(p);
    ha_expr *right = read_sum(p);
    if (right) sv_push(chain, ha_pair(p, op, left, right));
    left = right;
  }
  if (!left || comparison(ha_kind(p), &op)) {
    sv_vec_free(chain);
    return NULL;
  }
  return chain.n ? list_of(p, HA_E_AND, begin, &chain) : left;
}

static ha_expr *read_unit(ha_parser *p) {
  if (ha_kind(p) != HA_T_BANG && ha_kind(p) != HA_T_NOT) return read_compare(p);
  sv_span begin = ha_here(p);
  ha_advance(p);
  if (!ha_enter(p)) return NULL;
  ha_expr *e = read_unit(p);
  ha_leave(p);
  return e ? ha_new_expr(p, HA_E_NOT, ha_since(p, begin), &e, 1) : NULL;
}

// unit { sign unit }, where the sign is one of two tokens.
static ha_expr *read_chain(ha_parser *p, ha_op op, ha_token_kind sign, ha_token_kind word,
                           ha_expr *(*part)(ha_parser *)) {
  ha_exprs parts = {0};
  sv_span begin = ha_here(p);
  ha_expr *e = part(p);
  if (e) sv_push(parts, e);
  while (e && (ha_kind(p) == sign || ha_kind(p) == word)) {
    ha_advance(p);
    e = part(p);
    if (e) sv_push(parts, e);
  }
  if (e) return list_of(p, op, begin, &parts);
  sv_vec_free(parts);
  return NULL;
}

static ha_expr *read_conjunct(ha_parser *p) {
  return read_chain(p, HA_E_AND, HA_T_AMP, HA_T_AND, read_unit);
}

ha_expr *ha_read_formula(ha_parser *p) {
  if (!ha_enter(p)) return NULL;
  ha_expr *e = read_chain(p, HA_E_OR, HA_T_BAR, HA_T_OR, read_conjunct);
  ha_leave(p);
  return e;
}

ha_expr *ha_read_list(ha_parser *p, ha_token_kind end) {
  ha_exprs parts = {0};
  sv_span begin = ha_here(p);
  bool good = true;
  while (good && ha_kind(p) != end) {
    ha_expr *e = ha_read_formula(p);
    good = e != NULL;
    if (good) sv_push(parts, e);
    if (!ha_take(p, HA_T_COMMA)) break;
  }
  ha_expr *all = good ? ha_new_expr(p, HA_E_AND, ha_since(p, begin), parts.at, parts.n) : NULL;
  sv_vec_free(parts);
  return all;
}
