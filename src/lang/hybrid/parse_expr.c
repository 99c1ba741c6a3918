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
//   primary  = number [ name ] | name [ "'" ] | "(" formula ")" | "true" | "false" | "asap"
//            | "loc" "[" name "]"
//            | "reach" ( "forward" | "backward" ) "from" formula "endreach"
//            | "hide" names "in" formula "endhide" | "empty" "(" formula ")"
//            | name "(" formula { "," formula } ")" ;
//
// `a <= x <= b` is both comparisons. PHAVer writes `==`, HyTech `=`; each is
// told about the other.

#include "lang/hybrid/parse.h"

#include <stdlib.h>

ha_expr *ha_new_expr(ha_parser *p, ha_op op, sv_span span, ha_expr *const *args, uint32_t n) {
  ha_expr *e = SV_ARENA_NEW(p->in.arena, ha_expr);
  *e = (ha_expr){.op = op, .span = span, .n = n};
  e->arg = SV_ARENA_ARRAY(p->in.arena, ha_expr *, n);
  for (uint32_t i = 0; i < n; i++) e->arg[i] = args[i];
  return e;
}

static ha_expr *pair(ha_parser *p, ha_op op, ha_expr *a, ha_expr *b) {
  ha_expr *both[2] = {a, b};
  return ha_new_expr(p, op, sv_span_join(a->span, b->span), both, 2);
}

static ha_expr *list_of(ha_parser *p, ha_op op, sv_span begin, ha_exprs *args) {
  ha_expr *e =
      args->n == 1 ? args->at[0] : ha_new_expr(p, op, ha_since(p, begin), args->at, args->n);
  sv_vec_free(*args);
  return e;
}

// --- numbers

enum { MOST_EXPONENT = 1000 };

static sv_value power_of_ten(ha_parser *p, sv_value v, long exponent) {
  mpz_t power;
  mpz_init(power);
  mpz_ui_pow_ui(power, 10, (unsigned long)(exponent < 0 ? -exponent : exponent));
  sv_value ten = sv_number_mpz(p->numbers, power);
  mpz_clear(power);
  return exponent < 0 ? sv_number_quot(p->numbers, v, ten) : sv_number_mul(p->numbers, v, ten);
}

static bool value_of(ha_parser *p, const char *text, sv_value *out) {
  size_t n = strcspn(text, "eE");
  const char *padded =
      sv_arena_printf(p->in.arena, "%s%.*s", *text == '.' ? "0" : "", (int)n, text);
  if (!sv_number_parse(p->numbers, padded, strlen(padded), out)) SV_UNREACHABLE();
  if (!text[n]) return true;
  long exponent = strtol(text + n + 1, NULL, 10);
  if (exponent > MOST_EXPONENT || exponent < -MOST_EXPONENT) return false;
  *out = power_of_ten(p, *out, exponent);
  return true;
}

static ha_expr *read_name(ha_parser *);

// `2x` is a product in HyTech; in PHAVer the scanner has refused it.
static ha_expr *read_number(ha_parser *p) {
  sv_span span = ha_here(p);
  ha_expr *e = ha_new_expr(p, HA_E_NUMBER, span, NULL, 0);
  if (!value_of(p, sv_names_get(p->names, ha_ahead(p, 0)->name), &e->number)) {
    ha_error_here(p, "this number is too long");
    return NULL;
  }
  ha_advance(p);
  if (p->syntax != HA_HYTECH || ha_kind(p) != HA_T_NAME) return e;
  ha_expr *name = read_name(p);
  return name ? pair(p, HA_E_MUL, e, name) : NULL;
}

// --- names, and what only scripts have

static ha_expr *read_call(ha_parser *p, ha_word word) {
  ha_exprs args = {0};
  ha_advance(p);
  bool good = true;
  do {
    ha_expr *e = ha_read_formula(p);
    good = e != NULL;
    if (good) sv_push(args, e);
  } while (good && ha_take(p, HA_T_COMMA));
  good = good && ha_need(p, HA_T_RIGHT, "after the arguments");
  ha_expr *call = good ? ha_new_expr(p, HA_E_CALL, ha_since(p, word.span), args.at, args.n) : NULL;
  if (call) call->word = word;
  sv_vec_free(args);
  return call;
}

static ha_expr *read_name(ha_parser *p) {
  ha_word word;
  if (!ha_need_name(p, "a variable", &word)) return NULL;
  if (p->regions && ha_kind(p) == HA_T_LEFT) return read_call(p, word);
  bool primed = ha_take(p, HA_T_PRIME);
  ha_expr *e = ha_new_expr(p, primed ? HA_E_PRIMED : HA_E_NAME, ha_since(p, word.span), NULL, 0);
  e->word = word;
  return e;
}

static ha_expr *read_loc(ha_parser *p) {
  sv_span begin = ha_here(p);
  ha_word word;
  ha_advance(p);
  if (!ha_need(p, HA_T_LEFT_BRACKET, "after `loc`")) return NULL;
  if (!ha_need_name(p, "an automaton", &word)) return NULL;
  if (!ha_need(p, HA_T_RIGHT_BRACKET, "after the name of the automaton")) return NULL;
  ha_expr *e = ha_new_expr(p, HA_E_LOC, ha_since(p, begin), NULL, 0);
  e->word = word;
  return e;
}

static ha_expr *read_reach(ha_parser *p) {
  sv_span begin = ha_here(p);
  ha_advance(p);
  bool forward = ha_at_text(p, "forward");
  if (!forward && !ha_at_text(p, "backward")) {
    ha_error_here(p, "expected `forward` or `backward` after `reach`, but found %s", ha_found(p));
    return NULL;
  }
  ha_advance(p);
  if (!ha_at_text(p, "from")) {
    ha_error_here(p, "expected `from` and a region, but found %s", ha_found(p));
    return NULL;
  }
  ha_advance(p);
  ha_expr *from = ha_read_formula(p);
  if (!from || !ha_need(p, HA_T_ENDREACH, "after the region")) return NULL;
  return ha_new_expr(p, forward ? HA_E_FORWARD : HA_E_BACKWARD, ha_since(p, begin), &from, 1);
}

static ha_expr *read_hide(ha_parser *p) {
  sv_span begin = ha_here(p);
  ha_words words = {0};
  ha_advance(p);
  if (ha_at_text(p, "non_parameters")) ha_advance(p);
  else if (!ha_read_names(p, "a variable", &words)) return NULL;
  if (!ha_need(p, HA_T_IN, "after the names to hide")) return NULL;
  ha_expr *in = ha_read_formula(p);
  if (!in || !ha_need(p, HA_T_ENDHIDE, "after the region")) return NULL;
  ha_expr *e = ha_new_expr(p, HA_E_HIDE, ha_since(p, begin), &in, 1);
  e->list = words.at;
  e->words = words.n;
  return e;
}

static ha_expr *read_empty(ha_parser *p) {
  sv_span begin = ha_here(p);
  ha_advance(p);
  if (!ha_need(p, HA_T_LEFT, "after `empty`")) return NULL;
  ha_expr *e = ha_read_formula(p);
  if (!e || !ha_need(p, HA_T_RIGHT, "after the region")) return NULL;
  return ha_new_expr(p, HA_E_EMPTY, ha_since(p, begin), &e, 1);
}

// --- primaries

static ha_expr *read_group(ha_parser *p) {
  ha_advance(p);
  ha_expr *e = ha_read_formula(p);
  return e && ha_need(p, HA_T_RIGHT, "to close the parenthesis") ? e : NULL;
}

static ha_expr *read_word(ha_parser *p, ha_op op) {
  sv_span span = ha_here(p);
  ha_advance(p);
  return ha_new_expr(p, op, span, NULL, 0);
}

static ha_expr *no_expression(ha_parser *p) {
  if (ha_error_here(p, "expected an expression, but found %s", ha_found(p))) ha_hint_sign(p);
  return NULL;
}

static ha_expr *read_region(ha_parser *p) {
  switch (ha_kind(p)) {
  case HA_T_REACH: return read_reach(p);
  case HA_T_HIDE: return read_hide(p);
  case HA_T_EMPTY: return read_empty(p);
  default: return no_expression(p);
  }
}

static ha_expr *read_primary(ha_parser *p) {
  switch (ha_kind(p)) {
  case HA_T_NUMBER: return read_number(p);
  case HA_T_NAME: return read_name(p);
  case HA_T_LEFT: return read_group(p);
  case HA_T_TRUE: return read_word(p, HA_E_TRUE);
  case HA_T_FALSE: return read_word(p, HA_E_FALSE);
  case HA_T_ASAP: return read_word(p, HA_E_ASAP);
  case HA_T_LOC: return p->syntax == HA_HYTECH ? read_loc(p) : no_expression(p);
  default: return p->regions ? read_region(p) : no_expression(p);
  }
}

// --- operators

static ha_expr *read_sign(ha_parser *p) {
  if (ha_kind(p) != HA_T_MINUS) return read_primary(p);
  sv_span begin = ha_here(p);
  ha_advance(p);
  if (!ha_enter(p)) return NULL;
  ha_expr *e = read_sign(p);
  ha_leave(p);
  return e ? ha_new_expr(p, HA_E_NEG, ha_since(p, begin), &e, 1) : NULL;
}

static ha_expr *read_product(ha_parser *p) {
  ha_expr *e = read_sign(p);
  while (e && (ha_kind(p) == HA_T_STAR || ha_kind(p) == HA_T_SLASH)) {
    ha_op op = ha_kind(p) == HA_T_STAR ? HA_E_MUL : HA_E_DIV;
    ha_advance(p);
    ha_expr *right = read_sign(p);
    e = right ? pair(p, op, e, right) : NULL;
  }
  return e;
}

static ha_expr *read_sum(ha_parser *p) {
  ha_expr *e = read_product(p);
  while (e && (ha_kind(p) == HA_T_PLUS || ha_kind(p) == HA_T_MINUS)) {
    ha_op op = ha_kind(p) == HA_T_PLUS ? HA_E_ADD : HA_E_SUB;
    ha_advance(p);
    ha_expr *right = read_product(p);
    e = right ? pair(p, op, e, right) : NULL;
  }
  return e;
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
    if (right) sv_push(chain, pair(p, op, left, right));
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
