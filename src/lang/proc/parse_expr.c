// parse_expr.c -- expressions of the process language.
//
//   expr     = "if" expr "then" expr "else" expr | implies ;
//   implies  = or [ "->" implies ] ;
//   or       = and { "||" and } ;            and = timed { "&&" timed } ;
//   timed    = compare { ( "until" | "weakuntil" | "release" ) compare } ;   in properties
//   compare  = add [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) add ] ;
//   add      = mul { ( "+" | "-" ) mul } ;   mul = unary { ( "*" | "/" | "%" ) unary } ;
//   unary    = ( "!" | "-" ) unary | ( "always" | "eventually" | "next" ) timed | primary ;

#include "lang/proc/parse.h"

static proc_expr *new_expr(proc_parser *p, proc_op op, sv_span span) {
  proc_expr *e = SV_ARENA_NEW(p->in.arena, proc_expr);
  e->op = op;
  e->span = span;
  return e;
}

static proc_expr *with_args(proc_parser *p, proc_op op, sv_span begin, uint32_t n,
                            proc_expr *const *arg) {
  proc_expr *e = new_expr(p, op, proc_since(p, begin));
  e->arg = SV_ARENA_ARRAY(p->in.arena, proc_expr *, n);
  memcpy(e->arg, arg, n * sizeof *arg);
  e->n = n;
  return e;
}

bool proc_read_exprs(proc_parser *p, proc_exprs *out) {
  do {
    proc_expr *e = proc_read_expr(p);
    if (!e) return false;
    sv_push(*out, e);
  } while (proc_take(p, PROC_T_COMMA));
  return true;
}

bool proc_read_range(proc_parser *p, proc_expr **low, proc_expr **high) {
  *low = proc_read_expr(p);
  if (!*low || !proc_need(p, PROC_T_RANGE, "between the ends of a range")) return false;
  return (*high = proc_read_expr(p)) != NULL;
}

// { "[" expr "]" } into *out.
static bool read_indices(proc_parser *p, proc_exprs *out) {
  while (proc_take(p, PROC_T_LEFT_SQUARE)) {
    proc_expr *e = proc_read_expr(p);
    if (!e || !proc_need(p, PROC_T_RIGHT_SQUARE, "after the index")) return false;
    sv_push(*out, e);
  }
  return true;
}

proc_expr *proc_read_place(proc_parser *p) {
  proc_expr *e = new_expr(p, PROC_E_NAME, proc_here(p));
  proc_exprs indices = {0};
  bool good = proc_need_name(p, "a variable", &e->name, &e->span) && read_indices(p, &indices);
  e->span = proc_since(p, e->span);
  SV_ARENA_KEEP(p->in.arena, indices, e->arg, e->n);
  return good ? e : NULL;
}

// name "(" [ exprs ] ")"
static proc_expr *read_call(proc_parser *p) {
  proc_expr *e = new_expr(p, PROC_E_CALL, proc_here(p));
  proc_exprs args = {0};
  e->name = proc_ahead(p, 0)->name;
  proc_advance(p);
  proc_advance(p);
  bool good = proc_kind(p) == PROC_T_RIGHT || proc_read_exprs(p, &args);
  good = good && proc_need(p, PROC_T_RIGHT, "after the arguments");
  e->span = proc_since(p, e->span);
  SV_ARENA_KEEP(p->in.arena, args, e->arg, e->n);
  return good ? e : NULL;
}

// place [ "." name { "[" expr "]" } | "@" name ]
static proc_expr *read_reference(proc_parser *p) {
  proc_expr *e = proc_read_place(p);
  if (!e) return NULL;
  bool dot = proc_kind(p) == PROC_T_DOT;
  if (!dot && proc_kind(p) != PROC_T_AT) return e;
  proc_advance(p);
  proc_exprs args = {0};
  for (uint32_t i = 0; i < e->n; i++) sv_push(args, e->arg[i]);
  e->op = dot ? PROC_E_LOCAL : PROC_E_AT;
  e->own_args = e->n;
  bool good = proc_need_name(p, dot ? "a local variable" : "a label", &e->part, &e->part_span);
  good = good && (!dot || read_indices(p, &args));
  e->span = proc_since(p, e->span);
  SV_ARENA_KEEP(p->in.arena, args, e->arg, e->n);
  return good ? e : NULL;
}

// ( "len" | "full" | "empty" | "held" | "mine" ) "(" place ")"
static proc_expr *read_question(proc_parser *p, proc_op op) {
  sv_span begin = proc_here(p);
  const char *where =
      sv_arena_printf(p->in.arena, "after `%s`", sv_names_get(p->names, proc_ahead(p, 0)->name));
  proc_advance(p);
  if (!proc_need(p, PROC_T_LEFT, where)) return NULL;
  proc_expr *place = proc_read_place(p);
  if (!place || !proc_need(p, PROC_T_RIGHT, "after the name")) return NULL;
  return with_args(p, op, begin, 1, &place);
}

// ( "forall" | "exists" | "count" | "sum" ) "(" name ":" expr ".." expr ":" expr ")"
static proc_expr *read_quantifier(proc_parser *p, proc_op op) {
  sv_span begin = proc_here(p), span;
  const char *word = sv_names_get(p->names, proc_ahead(p, 0)->name);
  proc_expr *arg[3];
  sv_name name;
  proc_advance(p);
  if (proc_kind(p) != PROC_T_LEFT) {
    if (proc_error(p, proc_here(p), "expected `(` after `%s`, but found %s", word, proc_found(p)))
      proc_hint(p, "write `%s(k : 0..9 : …)`", word);
    return NULL;
  }
  proc_advance(p);
  if (!proc_need_name(p, "an index", &name, &span)) return NULL;
  if (!proc_need(p, PROC_T_COLON, "before the range of the index")) return NULL;
  if (!proc_read_range(p, &arg[0], &arg[1])) return NULL;
  if (!proc_need(p, PROC_T_COLON, "after the range of the index")) return NULL;
  if (!(arg[2] = proc_read_expr(p))) return NULL;
  if (!proc_need(p, PROC_T_RIGHT, sv_arena_printf(p->in.arena, "at the end of `%s`", word)))
    return NULL;
  proc_expr *e = with_args(p, op, begin, 3, arg);
  e->decl = proc_new_decl(p, PROC_D_INDEX, name, span);
  return e;
}

static proc_expr *read_number(proc_parser *p) {
  proc_expr *e = new_expr(p, PROC_E_NUMBER, proc_here(p));
  e->number = proc_ahead(p, 0)->number;
  proc_advance(p);
  return e;
}

static proc_expr *read_parenthesis(proc_parser *p) {
  sv_span begin = proc_here(p);
  proc_advance(p);
  proc_expr *e = proc_read_expr(p);
  if (!e || !proc_need(p, PROC_T_RIGHT, "at the end of the parenthesis")) return NULL;
  e->span = proc_since(p, begin);
  return e;
}

static proc_expr *no_expression(proc_parser *p) {
  if (!proc_error(p, proc_here(p), "expected an expression, but found %s", proc_found(p)))
    return NULL;
  if (proc_kind(p) == PROC_T_STAR) proc_hint(p, "any value: `havoc x;` as a statement of its own");
  if (proc_kind(p) == PROC_T_LEFT_BRACE)
    proc_hint(p, "lists in braces stand only after the `=` of an array's declaration");
  return NULL;
}

static proc_expr *read_primary(proc_parser *p) {
  switch (proc_kind(p)) {
  case PROC_T_NUMBER: return read_number(p);
  case PROC_T_TRUE:
  case PROC_T_FALSE: {
    proc_op op = proc_kind(p) == PROC_T_TRUE ? PROC_E_TRUE : PROC_E_FALSE;
    proc_expr *e = new_expr(p, op, proc_here(p));
    proc_advance(p);
    return e;
  }
  case PROC_T_NAME: return proc_ahead(p, 1)->kind == PROC_T_LEFT ? read_call(p) : read_reference(p);
  case PROC_T_LEFT: return read_parenthesis(p);
  case PROC_T_LEN: return read_question(p, PROC_E_LEN);
  case PROC_T_FULL: return read_question(p, PROC_E_FULL);
  case PROC_T_EMPTY: return read_question(p, PROC_E_EMPTY);
  case PROC_T_HELD: return read_question(p, PROC_E_HELD);
  case PROC_T_MINE: return read_question(p, PROC_E_MINE);
  case PROC_T_FORALL: return read_quantifier(p, PROC_E_FORALL);
  case PROC_T_EXISTS: return read_quantifier(p, PROC_E_EXISTS);
  case PROC_T_COUNT: return read_quantifier(p, PROC_E_COUNT);
  case PROC_T_SUM: return read_quantifier(p, PROC_E_SUM);
  default: return no_expression(p);
  }
}

static proc_expr *read_timed(proc_parser *p);

static proc_expr *temporal(proc_parser *p, sv_temporal op, sv_span begin, proc_expr *a,
                           proc_expr *b) {
  proc_expr *arg[2] = {a, b};
  if (!a || (sv_temporal_is_binary(op) && !b)) return NULL;
  proc_expr *e = with_args(p, PROC_E_TEMPORAL, begin, b ? 2 : 1, arg);
  e->temporal = op;
  return e;
}

static proc_expr *read_unary(proc_parser *p) {
  sv_span begin = proc_here(p);
  sv_temporal prefix = p->formula ? sv_temporal_take_prefix(&p->in) : SV_TEMPORAL_NONE;
  if (prefix) {
    if (!proc_enter(p)) return NULL;
    proc_expr *operand = read_timed(p);
    proc_leave(p);
    return temporal(p, prefix, begin, operand, NULL);
  }
  proc_token_kind kind = proc_kind(p);
  if (kind != PROC_T_NOT && kind != PROC_T_MINUS) return read_primary(p);
  proc_advance(p);
  if (!proc_enter(p)) return NULL;
  proc_expr *e = read_unary(p);
  proc_leave(p);
  return e ? with_args(p, kind == PROC_T_NOT ? PROC_E_NOT : PROC_E_NEG, begin, 1, &e) : NULL;
}

// --- binary operators

enum { IMPLIES, OR, AND, TIMED, COMPARE, ADD, MUL, TIGHTEST };

static int level_of(proc_token_kind kind, proc_op *op) {
  switch (kind) {
    // clang-format off
#define OPERATOR(TOKEN, LEVEL, OP) case PROC_T_##TOKEN: *op = PROC_E_##OP; return LEVEL;
    OPERATOR(IMPLIES, IMPLIES, IMPLIES) OPERATOR(OR, OR, OR) OPERATOR(AND, AND, AND)
    OPERATOR(EQ, COMPARE, EQ) OPERATOR(NE, COMPARE, NE) OPERATOR(LT, COMPARE, LT)
    OPERATOR(LE, COMPARE, LE) OPERATOR(GT, COMPARE, GT) OPERATOR(GE, COMPARE, GE)
    OPERATOR(PLUS, ADD, ADD) OPERATOR(MINUS, ADD, SUB) OPERATOR(STAR, MUL, MUL)
    OPERATOR(SLASH, MUL, DIV) OPERATOR(PERCENT, MUL, MOD)
#undef OPERATOR
        // clang-format on
        default : return -1;
  }
}

static proc_expr *read_level(proc_parser *, int level);

static proc_expr *refuse_chain(proc_parser *p) {
  if (proc_error(p, proc_here(p), "comparisons cannot be chained"))
    proc_hint(p, "write `a < b && b < c`, or use parentheses");
  return NULL;
}

static proc_expr *refuse_length(proc_parser *p) {
  proc_error(p, proc_here(p), "more than %d operands in a row", PROC_CHAIN_MAX);
  return NULL;
}

// One operator and its right side, behind `left`.
static proc_expr *read_right(proc_parser *p, proc_expr *left, int level, proc_op op) {
  proc_expr *side[2] = {left, NULL};
  proc_op unused;
  proc_advance(p);
  side[1] = read_level(p, level == IMPLIES ? IMPLIES : level + 1);
  if (!side[1]) return NULL;
  if (level == COMPARE && level_of(proc_kind(p), &unused) == COMPARE) return refuse_chain(p);
  return with_args(p, op, left->span, 2, side);
}

static bool foreign_operator(proc_parser *p) {
  const char *instead = NULL;
  if (proc_kind(p) == PROC_T_FAT) instead = "an implication is written `->`; at least is `>=`";
  if (proc_kind(p) == PROC_T_ARROW_BACK) instead = "less or equal is written `<=`";
  if (proc_kind(p) == PROC_T_NAME) {
    const char *word = sv_names_get(p->names, proc_ahead(p, 0)->name);
    if (!strcmp(word, "and")) instead = "a conjunction is written `&&`";
    if (!strcmp(word, "or")) instead = "a disjunction is written `||`";
  }
  if (!instead) return false;
  if (proc_error(p, proc_here(p), "%s is no operator", proc_found(p))) proc_hint(p, "%s", instead);
  return true;
}

// Between the level of `&&` and that of comparisons.
static proc_expr *read_timed(proc_parser *p) {
  sv_span begin = proc_here(p);
  proc_expr *e = read_level(p, COMPARE);
  sv_temporal op = SV_TEMPORAL_NONE;
  for (uint32_t links = 0; e && p->formula && (op = sv_temporal_take_infix(&p->in)); links++)
    e = links < PROC_CHAIN_MAX ? temporal(p, op, begin, e, read_level(p, COMPARE))
                               : refuse_length(p);
  return e;
}

static proc_expr *read_level(proc_parser *p, int level) {
  if (level == TIGHTEST) return read_unary(p);
  if (level == TIMED) return read_timed(p);
  if (level == IMPLIES && !proc_enter(p)) return NULL;
  proc_expr *e = read_level(p, level + 1);
  proc_op op;
  for (uint32_t links = 0; e && level_of(proc_kind(p), &op) == level; links++)
    e = links < PROC_CHAIN_MAX ? read_right(p, e, level, op) : refuse_length(p);
  if (level == IMPLIES) proc_leave(p);
  return e;
}

// "if" expr "then" expr "else" expr
static proc_expr *read_if(proc_parser *p) {
  proc_expr *arg[3];
  sv_span begin = proc_here(p);
  proc_advance(p);
  if (!(arg[0] = proc_read_expr(p))) return NULL;
  if (!proc_need(p, PROC_T_THEN, "in this `if` expression")) return NULL;
  if (!(arg[1] = proc_read_expr(p))) return NULL;
  if (!proc_need(p, PROC_T_ELSE, "in this `if` expression")) return NULL;
  if (!(arg[2] = proc_read_expr(p))) return NULL;
  return with_args(p, PROC_E_IF, begin, 3, arg);
}

proc_expr *proc_read_expr(proc_parser *p) {
  if (!proc_enter(p)) return NULL;
  proc_expr *e = proc_kind(p) == PROC_T_IF ? read_if(p) : read_level(p, IMPLIES);
  proc_leave(p);
  return e && foreign_operator(p) ? NULL : e;
}
