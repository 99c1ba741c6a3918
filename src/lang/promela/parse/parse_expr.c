// parse_expr.c -- expressions and ltl formulas.
//
// Precedence climbing over one table. In a formula the table has the temporal
// operators too, with Spin's precedences (`[] p && q` is `([] p) && q`), and
// `->` is implication; elsewhere `(c -> a : b)` is a choice. Signs that only
// formulas know are read here from their parts: `[` `]`, `<` `>`, `<` `->`.

#include "lang/promela/parse/parse.h"

enum { CHAIN_MAX = 4000 };  // operators of one expression without parentheses

pml_expr *pml_new_expr(pml_parser *p, pml_op op) {
  pml_expr *e = SV_ARENA_NEW(p->arena, pml_expr);
  e->op = op;
  e->span = e->name_span = pml_here(p);
  e->def = pml_now(p)->def;
  e->name = pml_now(p)->name;
  return e;
}

pml_expr *pml_finish_expr(pml_parser *p, pml_expr *e, uint32_t from) {
  e->span = pml_since(p, from);
  return e;
}

static void keep_args(pml_parser *p, pml_expr *e, pml_expr_vec *v) {
  SV_ARENA_KEEP(p->arena, *v, e->arg, e->n);
}

static pml_expr *with(pml_parser *p, pml_expr *e, uint32_t n, pml_expr *a, pml_expr *b,
                      pml_expr *c) {
  pml_expr *arg[3] = {a, b, c};
  e->n = n;
  e->arg = SV_ARENA_ARRAY(p->arena, pml_expr *, n);
  memcpy(e->arg, arg, n * sizeof *arg);
  return e;
}

bool pml_read_exprs(pml_parser *p, pml_expr_vec *out) {
  do {
    pml_expr *e = pml_read_expr(p);
    if (!e) return false;
    sv_push(*out, e);
  } while (pml_take(p, PML_T_COMMA));
  return true;
}

// --- variables

// "[" expr "]"
static bool read_index(pml_parser *p, pml_expr *e) {
  sv_span opening = pml_here(p);
  pml_advance(p);
  e->index = pml_read_expr(p);
  return e->index && pml_expect_close(p, PML_T_RIGHT_SQUARE, opening, "[");
}

// varref = name [ "[" expr "]" ] [ "." varref ] ;
pml_expr *pml_read_varref(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_expr *first = NULL, **link = &first;
  do {
    pml_expr *e = pml_new_expr(p, first ? PML_E_FIELD : PML_E_VAR);
    if (!pml_expect_name(p, first ? "the name of a field" : "a variable", &e->name_span).x)
      return NULL;
    *link = e;
    link = &e->field;
    bool index = pml_kind(p) == PML_T_LEFT_SQUARE && pml_ahead(p, 1)->kind != PML_T_RIGHT_SQUARE;
    if (index && !read_index(p, e)) return NULL;
    pml_finish_expr(p, first, from);
  } while (pml_take(p, PML_T_DOT));
  return first;
}

// --- remote references

// name [ "[" expr "]" ] then "@" label or ":" variable; the name and the
// index have been read as a variable.
static pml_expr *read_remote(pml_parser *p, pml_expr *e, uint32_t from) {
  bool label = pml_kind(p) == PML_T_AT;
  e->op = label ? PML_E_REMOTE_LABEL : PML_E_REMOTE_VAR;
  pml_advance(p);
  if (e->index) with(p, e, 1, e->index, NULL, NULL);
  e->index = NULL;
  if (label) {
    sv_span span;
    e->label_name = pml_expect_name(p, "a label", &span);
    return e->label_name.x ? pml_finish_expr(p, e, from) : NULL;
  }
  e->field = pml_read_varref(p);
  return e->field ? pml_finish_expr(p, e, from) : NULL;
}

static bool at_remote(const pml_parser *p, const pml_expr *e) {
  if (e->field) return false;
  if (pml_kind(p) == PML_T_AT) return true;
  return pml_kind(p) == PML_T_COLON && sv_map_get(&p->proctypes, e->name.x) != SV_MAP_NONE;
}

// --- polls

// varref ( "?" | "??" ) "[" receive_args "]"
static pml_expr *read_poll(pml_parser *p, pml_expr *channel, uint32_t from) {
  pml_expr *e = pml_new_expr(p, PML_E_POLL);
  e->random = pml_kind(p) == PML_T_QUERY_TWICE;
  pml_advance(p);
  sv_span opening = pml_here(p);
  pml_advance(p);
  pml_expr_vec args = {0};
  sv_push(args, channel);
  bool good =
      pml_read_receive_args(p, &args) && pml_expect_close(p, PML_T_RIGHT_SQUARE, opening, "[");
  keep_args(p, e, &args);
  return good ? pml_finish_expr(p, e, from) : NULL;
}

static pml_expr *read_name(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_expr *e = pml_read_varref(p);
  if (!e) return NULL;
  if (at_remote(p, e)) return read_remote(p, e, from);
  bool query = pml_kind(p) == PML_T_QUERY || pml_kind(p) == PML_T_QUERY_TWICE;
  if (query && pml_ahead(p, 1)->kind == PML_T_LEFT_SQUARE) return read_poll(p, e, from);
  return e;
}

// --- words

// word "(" expr ")"
static pml_expr *read_function(pml_parser *p, pml_op op) {
  uint32_t from = p->in.at;
  pml_expr *e = pml_new_expr(p, op);
  const char *where = sv_arena_printf(p->arena, "after %s", pml_found(p));
  pml_advance(p);
  sv_span opening = pml_here(p);
  if (!pml_open_paren(p, where)) return NULL;
  pml_expr *arg = pml_read_expr(p);
  if (!arg || !pml_close_paren(p, opening)) return NULL;
  return pml_finish_expr(p, with(p, e, 1, arg, NULL, NULL), from);
}

// [ "priority" number ]
static bool read_priority(pml_parser *p, int32_t *out) {
  if (!pml_take(p, PML_T_PRIORITY)) return true;
  p->program->uses_priority = true;
  *out = pml_now(p)->value;
  if (pml_take(p, PML_T_NUMBER)) return true;
  pml_error_here(p, "expected a number after `priority`, but found %s", pml_found(p));
  return false;
}

// "run" name "(" [ exprs ] ")" [ "priority" number ]
static pml_expr *read_run(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_expr *e = pml_new_expr(p, PML_E_RUN);
  pml_advance(p);
  e->name = pml_expect_name(p, "the name of a proctype after `run`", &e->name_span);
  sv_span opening = pml_here(p);
  if (!e->name.x || !pml_open_paren(p, "after the name of the proctype")) return NULL;
  pml_expr_vec args = {0};
  bool good = pml_kind(p) == PML_T_RIGHT || pml_read_exprs(p, &args);
  keep_args(p, e, &args);
  if (!good || !pml_close_paren(p, opening) || !read_priority(p, &e->priority)) return NULL;
  return pml_finish_expr(p, e, from);
}

static pml_expr *read_word(pml_parser *p, pml_op op, int32_t value) {
  pml_expr *e = pml_new_expr(p, op);
  e->value = value;
  pml_advance(p);
  return e;
}

static pml_expr *read_c_expr(pml_parser *p) {
  pml_expr *e = pml_new_expr(p, PML_E_C_EXPR);
  return pml_skip_c(p) ? e : NULL;
}

// --- parentheses and choices

// "(" expr [ "->" expr ":" expr ] ")"
static pml_expr *read_parens(pml_parser *p) {
  uint32_t from = p->in.at;
  sv_span opening = pml_here(p);
  pml_open_paren(p, "");
  pml_expr *e = pml_read_expr(p);
  if (!e) return NULL;
  if (!p->formula && pml_kind(p) == PML_T_ARROW) {
    pml_expr *choice = pml_new_expr(p, PML_E_COND), *yes, *no;
    pml_advance(p);
    if (!(yes = pml_read_expr(p)) ||
        !pml_expect(p, PML_T_COLON, "between the two values of a choice") ||
        !(no = pml_read_expr(p)))
      return NULL;
    e = with(p, choice, 3, e, yes, no);
  }
  if (!pml_close_paren(p, opening)) return NULL;
  e->parens = true;
  return pml_finish_expr(p, e, from);
}

static pml_expr *missing_operand(pml_parser *p) {
  if (!pml_error_here(p, "expected an expression, but found %s", pml_found(p))) return NULL;
  if (pml_kind(p) == PML_T_ASSIGN) pml_hint(p, "equality is written `==`");
  else if (pml_kind(p) == PML_T_STRING) pml_hint(p, "strings stand in `printf` only");
  else if (pml_kind(p) == PML_T_EVAL) pml_hint(p, "`eval` stands in the message of a receive only");
  else if (pml_kind(p) == PML_T_ELSE)
    pml_hint(p, "`else` stands alone, as an option's first statement");
  return NULL;
}

// primary = "(" expr ")" | number | name … | word "(" expr ")" | … ;
static pml_expr *read_primary(pml_parser *p) {
  switch (pml_kind(p)) {
  case PML_T_LEFT: return read_parens(p);
  case PML_T_NUMBER: return read_word(p, PML_E_NUMBER, pml_now(p)->value);
  case PML_T_TRUE:
  case PML_T_SKIP: return read_word(p, PML_E_NUMBER, 1);
  case PML_T_FALSE: return read_word(p, PML_E_NUMBER, 0);
  case PML_T_TIMEOUT: return read_word(p, PML_E_TIMEOUT, 0);
  case PML_T_NP: p->program->uses_np = true; return read_word(p, PML_E_NP, 0);
  case PML_T_NAME: return read_name(p);
  case PML_T_RUN: return read_run(p);
  case PML_T_LEN: return read_function(p, PML_E_LEN);
  case PML_T_FULL: return read_function(p, PML_E_FULL);
  case PML_T_EMPTY: return read_function(p, PML_E_EMPTY);
  case PML_T_NFULL: return read_function(p, PML_E_NFULL);
  case PML_T_NEMPTY: return read_function(p, PML_E_NEMPTY);
  case PML_T_ENABLED: p->program->uses_enabled = true; return read_function(p, PML_E_ENABLED);
  case PML_T_PC_VALUE: p->program->uses_pc_value = true; return read_function(p, PML_E_PC_VALUE);
  case PML_T_GET_PRIORITY:
    p->program->uses_priority = true;
    return read_function(p, PML_E_GET_PRIORITY);
  case PML_T_C_EXPR: return read_c_expr(p);
  default: return missing_operand(p);
  }
}

// --- operators

static bool glued(const pml_parser *p, pml_token_kind first, pml_token_kind second) {
  const pml_token *next = pml_ahead(p, 1);
  return pml_kind(p) == first && next->kind == second && !next->space && !next->newline;
}

static const struct {
  const char *text;
  pml_op op;
} formula_words[] = {{"always", PML_E_ALWAYS},   {"eventually", PML_E_EVENTUALLY},
                     {"next", PML_E_NEXT},       {"X", PML_E_NEXT},
                     {"until", PML_E_UNTIL},     {"stronguntil", PML_E_UNTIL},
                     {"U", PML_E_UNTIL},         {"weakuntil", PML_E_WEAK_UNTIL},
                     {"W", PML_E_WEAK_UNTIL},    {"release", PML_E_RELEASE},
                     {"V", PML_E_RELEASE},       {"implies", PML_E_IMPLIES},
                     {"equivalent", PML_E_EQUIV}};

static pml_op formula_word(const pml_parser *p) {
  for (size_t i = 0; i < SV_COUNT(formula_words); i++)
    if (pml_is_named(p, 0, formula_words[i].text)) return formula_words[i].op;
  return PML_E_NUMBER;
}

// The prefix operator here and its number of tokens; PML_E_NUMBER if none.
static pml_op prefix(const pml_parser *p, uint32_t *tokens) {
  *tokens = 1;
  if (p->formula) {
    *tokens = 2;
    if (glued(p, PML_T_LEFT_SQUARE, PML_T_RIGHT_SQUARE)) return PML_E_ALWAYS;
    if (glued(p, PML_T_LESS, PML_T_GREATER)) return PML_E_EVENTUALLY;
    *tokens = 1;
    pml_op word = formula_word(p);
    if (word == PML_E_ALWAYS || word == PML_E_EVENTUALLY || word == PML_E_NEXT) return word;
  }
  switch (pml_kind(p)) {
  case PML_T_MINUS: return PML_E_NEGATE;
  case PML_T_NOT:
  case PML_T_NOT_TWICE: return PML_E_NOT;
  case PML_T_TILDE: return PML_E_INVERT;
  default: return PML_E_NUMBER;
  }
}

// unary = [ prefix ] unary | primary ;
static pml_expr *read_unary(pml_parser *p) {
  uint32_t from = p->in.at, tokens;
  pml_op op = prefix(p, &tokens);
  if (!pml_enter(p)) return NULL;
  pml_expr *e;
  if (op == PML_E_NUMBER) e = read_primary(p);
  else {
    e = pml_new_expr(p, op);
    bool twice = pml_kind(p) == PML_T_NOT_TWICE;
    while (tokens--) pml_advance(p);
    pml_expr *arg = read_unary(p);
    if (arg && twice) arg = with(p, pml_new_expr(p, PML_E_NOT), 1, arg, NULL, NULL);
    if (arg && twice) arg->span = e->span;
    e = arg ? pml_finish_expr(p, with(p, e, 1, arg, NULL, NULL), from) : NULL;
  }
  pml_leave(p);
  return e;
}

typedef struct {
  pml_op op;
  int level;  // 0: no operator
  uint32_t tokens;
} infix;

static infix formula_infix(const pml_parser *p) {
  if (glued(p, PML_T_LESS, PML_T_ARROW)) return (infix){PML_E_EQUIV, 1, 2};
  if (pml_kind(p) == PML_T_ARROW) return (infix){PML_E_IMPLIES, 1, 1};
  if (glued(p, PML_T_BACKSLASH, PML_T_SLASH)) return (infix){PML_E_OR, 2, 2};
  if (glued(p, PML_T_SLASH, PML_T_BACKSLASH)) return (infix){PML_E_AND, 3, 2};
  pml_op word = formula_word(p);
  if (word == PML_E_IMPLIES || word == PML_E_EQUIV) return (infix){word, 1, 1};
  if (word == PML_E_UNTIL || word == PML_E_WEAK_UNTIL || word == PML_E_RELEASE)
    return (infix){word, 4, 1};
  return (infix){0};
}

static infix infix_here(const pml_parser *p) {
  infix f = p->formula ? formula_infix(p) : (infix){0};
  if (f.level) return f;
  switch (pml_kind(p)) {
  case PML_T_OR_TWICE: return (infix){PML_E_OR, 2, 1};
  case PML_T_AND_TWICE: return (infix){PML_E_AND, 3, 1};
  case PML_T_OR: return (infix){PML_E_BIT_OR, 5, 1};
  case PML_T_XOR: return (infix){PML_E_BIT_XOR, 6, 1};
  case PML_T_AND: return (infix){PML_E_BIT_AND, 7, 1};
  case PML_T_EQ: return (infix){PML_E_EQ, 8, 1};
  case PML_T_NE: return (infix){PML_E_NE, 8, 1};
  case PML_T_LESS: return (infix){PML_E_LT, 9, 1};
  case PML_T_LE: return (infix){PML_E_LE, 9, 1};
  case PML_T_GREATER: return (infix){PML_E_GT, 9, 1};
  case PML_T_GE: return (infix){PML_E_GE, 9, 1};
  case PML_T_SHIFT_LEFT: return (infix){PML_E_SHL, 10, 1};
  case PML_T_SHIFT_RIGHT: return (infix){PML_E_SHR, 10, 1};
  case PML_T_PLUS: return (infix){PML_E_ADD, 11, 1};
  case PML_T_MINUS: return (infix){PML_E_SUB, 11, pml_line_ended(p) ? 0 : 1};
  case PML_T_STAR: return (infix){PML_E_MUL, 12, 1};
  case PML_T_SLASH: return (infix){PML_E_DIV, 12, 1};
  case PML_T_PERCENT: return (infix){PML_E_MOD, 12, 1};
  default: return (infix){0};
  }
}

static bool chain_too_long(pml_parser *p, uint32_t links) {
  if (links < CHAIN_MAX) return false;
  if (pml_error_here(p, "this expression has more than %d operators in a row", CHAIN_MAX))
    pml_hint(p, "put parentheses around parts of it");
  return true;
}

// binary = unary { infix unary } ;  all operators bind to the left
static pml_expr *climb(pml_parser *p, int least) {
  uint32_t from = p->in.at;
  pml_expr *left = read_unary(p);
  for (uint32_t links = 0; left; links++) {
    infix f = infix_here(p);
    if (!f.tokens || f.level < least) return left;
    if (chain_too_long(p, links)) return NULL;
    pml_expr *e = pml_new_expr(p, f.op);
    while (f.tokens--) pml_advance(p);
    pml_expr *right = climb(p, f.level + 1);
    left = right ? pml_finish_expr(p, with(p, e, 2, left, right, NULL), from) : NULL;
  }
  return NULL;
}

pml_expr *pml_read_expr(pml_parser *p) { return climb(p, 1); }
