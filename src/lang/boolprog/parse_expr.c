// parse_expr.c -- expressions, with boppo's precedence.
//
// Loosest to tightest: ?: · => = != (one level, right) · ^ · | · & · ! '.
// The dialects disagree on everything but & and |, so an expression that
// mixes = != ^ => with another binary operator without parentheses gets one
// warning that shows how it was read. Chains of & | ^ become one n-ary node,
// however long; everything else that nests counts against BP_DEPTH_MAX.

#include "lang/boolprog/parse.h"
#include "lang/boolprog/print.h"

static bp_expr *read_level(bp_parser *);

static bp_expr *new_expr(bp_parser *p, bp_op op, sv_span span) {
  bp_expr *e = SV_ARENA_NEW(p->in.arena, bp_expr);
  e->op = op;
  e->span = span;
  return e;
}

static bp_expr *with_args(bp_parser *p, bp_op op, sv_span span, uint32_t n, bp_expr *const *arg) {
  bp_expr *e = new_expr(p, op, span);
  e->arg = SV_ARENA_ARRAY(p->in.arena, bp_expr *, n);
  memcpy(e->arg, arg, n * sizeof *arg);
  e->n = n;
  return e;
}

// --- mixed operators

static bool is_binary(bp_op op) {
  switch (op) {
  case BP_AND:
  case BP_OR:
  case BP_XOR:
  case BP_EQ:
  case BP_NE:
  case BP_IMPLIES: return true;
  case BP_CONST:
  case BP_VAR:
  case BP_CHOICE:
  case BP_NOT:
  case BP_ITE:
  case BP_SCHOOSE:
  case BP_TEMPORAL: return false;
  }
  SV_UNREACHABLE();
}

static bool is_disputed(bp_op op) { return is_binary(op) && op != BP_AND && op != BP_OR; }

static const char *op_sign(bp_op op) {
  static const char *const sign[] = {
#define OP(NAME, SIGN) SIGN,
      BP_OPS(OP)
#undef OP
  };
  return sign[op];
}

// `a = b = c` means the same in any order, `a => b => c` does not.
static bool may_mislead(bp_op outer, const bp_expr *inner) {
  if (inner->parens || !is_binary(inner->op)) return false;
  if (outer == inner->op) return outer == BP_IMPLIES;
  return is_disputed(outer) || is_disputed(inner->op);
}

static void hint_reading(bp_parser *p, const bp_expr *operand) {
  sv_text text = {0};
  bp_print_source(p->in.sources, operand->span, &text);
  bool cut = text.n > 60;
  bp_hint(p, "tools disagree on this; here `%.*s%s` is one operand", cut ? 56 : 60,
          sv_text_get(&text), cut ? " …" : "");
  sv_text_free(&text);
}

static void warn_mixed(bp_parser *p, const bp_expr *e) {
  for (uint32_t i = 0; i < e->n && !p->mixed && !p->in.stopped; i++) {
    if (!may_mislead(e->op, e->arg[i])) continue;
    const char *inner = op_sign(e->arg[i]->op);
    p->mixed = true;
    if (e->op == e->arg[i]->op)
      sv_diag(p->in.diags, SV_WARNING, e->span, "`%s` is repeated without parentheses", inner);
    else
      sv_diag(p->in.diags, SV_WARNING, e->span, "`%s` and `%s` are mixed without parentheses",
              inner, op_sign(e->op));
    hint_reading(p, e->arg[i]);
  }
}

// --- operands

// name = ID [ "'" ] ;
static bp_expr *read_variable(bp_parser *p, sv_span begin, bool primed) {
  bp_expr *e = new_expr(p, BP_VAR, begin);
  e->name = bp_ahead(p, 0)->name;
  e->primed = primed;
  bp_advance(p);
  e->span = bp_since(p, begin);
  if (bp_kind(p) != BP_T_PRIME) return e;
  if (primed) {
    bp_error_here(p, "`%s` has two primes", bp_name_text(p, e->name));
    return NULL;
  }
  bp_advance(p);
  e->primed = true;
  e->span = bp_since(p, begin);
  return e;
}

// "'" ID
static bp_expr *read_primed(bp_parser *p) {
  sv_span begin = bp_here(p);
  bp_advance(p);
  if (bp_is_name(bp_kind(p))) return read_variable(p, begin, true);
  if (bp_error_here(p, "expected a variable after the prime, but found %s", bp_found(p)))
    bp_hint(p, "`'x` and `x'` are the value of `x` after the step");
  return NULL;
}

// A call where only values may stand: read over it, so that nothing else is said.
static bp_expr *reject_call(bp_parser *p) {
  const char *name = bp_name_text(p, bp_ahead(p, 0)->name);
  if (bp_error_here(p, "the call of `%s` is part of an expression", name))
    bp_hint(p, "first assign its result to a variable: `x := %s(…);`", name);
  return NULL;
}

// schoose = "schoose" "[" expr "," expr "]" ;
static bp_expr *read_schoose(bp_parser *p) {
  static const char hint[] = "`schoose[a, b]` is true if `a`, else false if `b`, else either";
  static const bp_token_kind before[] = {BP_T_LEFT_SQUARE, BP_T_COMMA};
  sv_span begin = bp_here(p);
  bp_expr *arg[2];
  bp_advance(p);
  for (int i = 0; i < 2; i++) {
    if (!bp_take(p, before[i])) {
      if (bp_error_here(p, "expected `%s` in `schoose[a, b]`, but found %s",
                        bp_token_text(before[i]), bp_found(p)))
        bp_hint(p, "%s", hint);
      return NULL;
    }
    arg[i] = bp_read_expr(p);
    if (!arg[i]) return NULL;
  }
  if (!bp_take(p, BP_T_RIGHT_SQUARE)) {
    if (bp_error_here(p, "expected `]` in `schoose[a, b]`, but found %s", bp_found(p)))
      bp_hint(p, "%s", hint);
    return NULL;
  }
  return with_args(p, BP_SCHOOSE, bp_since(p, begin), 2, arg);
}

// "(" expr ")"
static bp_expr *read_parens(bp_parser *p) {
  sv_span begin = bp_here(p);
  bp_advance(p);
  bp_expr *e = bp_read_expr(p);
  if (!e) return NULL;
  if (!bp_take(p, BP_T_RIGHT)) {
    if (bp_error_here(p, "expected `)`, but found %s", bp_found(p)))
      bp_note(p, begin, "to close this `(`");
    return NULL;
  }
  e->parens = true;  // its span stays that of the inside
  return e;
}

static bp_expr *read_number(bp_parser *p) {
  const char *digits = bp_name_text(p, bp_ahead(p, 0)->name);
  bool zero = !strcmp(digits, "0");
  if (!zero && strcmp(digits, "1") != 0) {
    if (bp_error_here(p, "the number %s is not a truth value", digits))
      bp_hint(p, "the constants are `0` or `F`, and `1` or `T`");
    return NULL;
  }
  bp_expr *e = new_expr(p, BP_CONST, bp_here(p));
  e->value = !zero;
  bp_advance(p);
  return e;
}

static bp_expr *read_leaf(bp_parser *p, bp_op op, bool value) {
  bp_expr *e = new_expr(p, op, bp_here(p));
  e->value = value;
  bp_advance(p);
  return e;
}

static bp_expr *expected_expr(bp_parser *p) {
  bp_token_kind kind = bp_kind(p);
  if (!bp_error_here(p, "expected an expression, but found %s", bp_found(p))) return NULL;
  if (bp_is_word(kind) && kind != BP_T_THEN && kind != BP_T_DO && !bp_ends_body(p))
    bp_hint(p, "%s is a word of the language and cannot name a variable", bp_found(p));
  return NULL;
}

// The sign of an operator that other languages spell out; NULL for other names.
static const char *sign_of_word(const bp_parser *p) {
  static const char *const pairs[][2] = {{"and", "&"}, {"or", "|"},  {"xor", "^"},
                                         {"not", "!"}, {"iff", "="}, {"implies", "=>"}};
  if (bp_kind(p) != BP_T_NAME) return NULL;
  const char *word = bp_name_text(p, bp_ahead(p, 0)->name);
  for (size_t i = 0; i < SV_COUNT(pairs); i++)
    if (!strcmp(word, pairs[i][0])) return pairs[i][1];
  return NULL;
}

static bool refuse_word(bp_parser *p) {
  const char *sign = sign_of_word(p);
  if (sign) bp_error_here(p, "the operator %s is written `%s`", bp_found(p), sign);
  return sign != NULL;
}

// primary = "'" ID | ID [ "'" ] | "*" | "?" | "T" | "F" | "0" | "1"
//         | schoose | "(" expr ")" ;
static bp_expr *read_primary(bp_parser *p) {
  switch (bp_kind(p)) {
  case BP_T_STAR:
  case BP_T_QUESTION: return read_leaf(p, BP_CHOICE, false);
  case BP_T_TRUE: return read_leaf(p, BP_CONST, true);
  case BP_T_FALSE: return read_leaf(p, BP_CONST, false);
  case BP_T_NUMBER: return read_number(p);
  case BP_T_PRIME: return read_primed(p);
  case BP_T_SCHOOSE: return read_schoose(p);
  case BP_T_LEFT: return read_parens(p);
  default: break;
  }
  if (!bp_is_name(bp_kind(p))) return expected_expr(p);
  bool spelled = bp_ahead(p, 1)->kind == BP_T_LEFT || bp_ahead(p, 1)->kind == BP_T_NAME;
  if (spelled && refuse_word(p)) return NULL;
  if (bp_ahead(p, 1)->kind == BP_T_LEFT) return reject_call(p);
  return read_variable(p, bp_here(p), false);
}

// --- operators

static bp_expr *read_timed(bp_parser *);

static bp_expr *temporal(bp_parser *p, sv_temporal op, sv_span begin, bp_expr *a, bp_expr *b) {
  bp_expr *arg[2] = {a, b};
  if (!a || (sv_temporal_is_binary(op) && !b)) return NULL;
  bp_expr *e = with_args(p, BP_TEMPORAL, bp_since(p, begin), b ? 2 : 1, arg);
  e->temporal = op;
  return e;
}

// unary = ( "!" | "~" ) unary | prefix timed | primary ;
static bp_expr *read_unary(bp_parser *p) {
  sv_span begin = bp_here(p);
  sv_temporal prefix = p->formula ? sv_temporal_take_prefix(&p->in) : SV_TEMPORAL_NONE;
  if (p->formula && !prefix) prefix = sv_temporal_take_letter(&p->in);
  if (prefix) {
    bp_expr *operand = bp_enter(p) ? read_timed(p) : NULL;
    bp_leave(p);
    return temporal(p, prefix, begin, operand, NULL);
  }
  if (bp_kind(p) != BP_T_NOT) return read_primary(p);
  bp_advance(p);
  bp_expr *arg = bp_enter(p) ? read_unary(p) : NULL;
  bp_leave(p);
  return arg ? with_args(p, BP_NOT, bp_since(p, begin), 1, &arg) : NULL;
}

// Reads operand { sign operand } into one node.
static bp_expr *read_chain(bp_parser *p, bp_op op, bp_token_kind sign,
                           bp_expr *(*operand)(bp_parser *)) {
  sv_span begin = bp_here(p);
  bp_expr *e = operand(p);
  if (!e || bp_kind(p) != sign) return e;
  bp_expr_vec args = {0};
  sv_push(args, e);
  while (e && bp_take(p, sign)) {
    e = operand(p);
    if (e) sv_push(args, e);
  }
  if (e) {
    e = with_args(p, op, bp_since(p, begin), args.n, args.at);
    warn_mixed(p, e);
  }
  sv_vec_free(args);
  return e;
}

// timed = unary { infix unary } ; in formulas, else unary
static bp_expr *read_timed(bp_parser *p) {
  sv_span begin = bp_here(p);
  bp_expr *e = read_unary(p);
  sv_temporal op = SV_TEMPORAL_NONE;
  while (e && p->formula && (op = sv_temporal_take_infix(&p->in)))
    e = temporal(p, op, begin, e, read_unary(p));
  return e;
}

// and = timed { ( "&" | "&&" ) timed } ;
static bp_expr *read_and(bp_parser *p) { return read_chain(p, BP_AND, BP_T_AND, read_timed); }

// or = and { ( "|" | "||" ) and } ;
static bp_expr *read_or(bp_parser *p) { return read_chain(p, BP_OR, BP_T_OR, read_and); }

// xor = or { "^" or } ;
static bp_expr *read_xor(bp_parser *p) { return read_chain(p, BP_XOR, BP_T_XOR, read_or); }

static bool level_op(bp_token_kind kind, bp_op *op) {
  if (kind == BP_T_EQ) *op = BP_EQ;
  else if (kind == BP_T_NE) *op = BP_NE;
  else if (kind == BP_T_IMPLIES) *op = BP_IMPLIES;
  else return false;
  return true;
}

// level = xor [ ( "=>" | "->" | "=" | "==" | "!=" | "<>" ) level ] ;
static bp_expr *read_level(bp_parser *p) {
  sv_span begin = bp_here(p);
  bp_op op;
  bp_expr *arg[2] = {read_xor(p), NULL};
  if (!arg[0] || !level_op(bp_kind(p), &op)) return arg[0];
  bp_advance(p);
  arg[1] = bp_enter(p) ? read_level(p) : NULL;
  bp_leave(p);
  if (!arg[1]) return NULL;
  bp_expr *e = with_args(p, op, bp_since(p, begin), 2, arg);
  warn_mixed(p, e);
  return e;
}

// Comparisons of numbers read like operators; say what is the matter.
static bool refuse_order(bp_parser *p) {
  if (bp_kind(p) != BP_T_LESS && bp_kind(p) != BP_T_GREATER) return false;
  if (bp_error_here(p, "%s compares numbers, but there are only truth values", bp_found(p)))
    bp_hint(p, "the operators are `& | ^ ! = != =>`");
  return true;
}

// expr = level [ "?" expr ":" expr ] ;
static bp_expr *read_conditional(bp_parser *p) {
  sv_span begin = bp_here(p);
  bp_expr *arg[3] = {read_level(p)};
  if (!arg[0] || refuse_order(p) || refuse_word(p)) return NULL;
  if (bp_kind(p) != BP_T_QUESTION) return arg[0];
  sv_span question = bp_here(p);
  bp_advance(p);
  if (!(arg[1] = bp_read_expr(p))) return NULL;
  if (!bp_take(p, BP_T_COLON)) {
    if (bp_error_here(p, "expected `:`, but found %s", bp_found(p)))
      bp_note(p, question, "for the other case of this `?`");
    return NULL;
  }
  if (!(arg[2] = bp_read_expr(p))) return NULL;
  return with_args(p, BP_ITE, bp_since(p, begin), 3, arg);
}

bp_expr *bp_read_expr(bp_parser *p) {
  bool mixed = p->mixed;
  p->mixed = false;
  bp_expr *e = bp_enter(p) ? read_conditional(p) : NULL;
  bp_leave(p);
  p->mixed = mixed;
  return e;
}

bool bp_read_exprs(bp_parser *p, bp_expr_vec *out) {
  do {
    bp_expr *e = bp_read_expr(p);
    if (!e) return false;
    sv_push(*out, e);
  } while (bp_take(p, BP_T_COMMA));
  return true;
}
