// parse_primary.c -- what sums and formulas are made of.
//
//   primary = number [ name ] | name [ "'" ] | "(" formula ")" | "true" | "false" | "asap"
//           | "loc" "[" name "]"
//           | "reach" ( "forward" | "backward" ) "from" formula "endreach"
//           | "hide" names "in" formula "endhide" | "empty" "(" formula ")"
//           | name "(" formula { "," formula } ")" ;
//
// The last three lines only in scripts of HyTech, where a formula is a region.

#include "lang/hybrid/parse.h"

#include <stdlib.h>

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
  assert(ha_kind(p) == HA_T_NUMBER);
  sv_span span = ha_here(p);
  ha_expr *e = ha_new_expr(p, HA_E_NUMBER, span, NULL, 0);
  if (!value_of(p, sv_names_get(p->names, ha_ahead(p, 0)->name), &e->number)) {
    ha_error_here(p, "this number is too long");
    return NULL;
  }
  ha_advance(p);
  if (p->syntax != HA_HYTECH || ha_kind(p) != HA_T_NAME) return e;
  ha_expr *name = read_name(p);
  return name ? ha_pair(p, HA_E_MUL, e, name) : NULL;
}

// --- names, and what only scripts have

static ha_expr *read_call(ha_parser *p, ha_word word) {
  assert(ha_kind(p) == HA_T_LEFT);
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
  assert(ha_kind(p) == HA_T_LOC);
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
  assert(ha_kind(p) == HA_T_REACH);
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
  assert(ha_kind(p) == HA_T_HIDE);
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
  assert(ha_kind(p) == HA_T_EMPTY);
  sv_span begin = ha_here(p);
  ha_advance(p);
  if (!ha_need(p, HA_T_LEFT, "after `empty`")) return NULL;
  ha_expr *e = ha_read_formula(p);
  if (!e || !ha_need(p, HA_T_RIGHT, "after the region")) return NULL;
  return ha_new_expr(p, HA_E_EMPTY, ha_since(p, begin), &e, 1);
}

// --- primaries

static ha_expr *read_group(ha_parser *p) {
  assert(ha_kind(p) == HA_T_LEFT);
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

ha_expr *ha_read_primary(ha_parser *p) {
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
