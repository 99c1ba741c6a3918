// parse_message.c -- what is sent and received.
//
// `q!a,b,c` and `q!a(b,c)` are the same. A receive takes variables, constants
// and eval(…); anything else is a mistake that beginners make often enough to
// deserve its own message.

#include "lang/promela/parse/parse.h"

// send_args = expr { "," expr } | expr "(" exprs ")" ;
bool pml_read_send_args(pml_parser *p, pml_expr_vec *out) {
  if (!pml_read_exprs(p, out)) return false;
  sv_span opening = pml_here(p);
  if (pml_kind(p) != PML_T_LEFT || pml_line_ended(p)) return true;
  return pml_open_paren(p, "") && pml_read_exprs(p, out) && pml_close_paren(p, opening);
}

// "eval" "(" expr ")"
static pml_expr *read_eval(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_expr *e = pml_new_expr(p, PML_E_EVAL);
  pml_advance(p);
  sv_span opening = pml_here(p);
  if (!pml_open_paren(p, "after `eval`")) return NULL;
  e->arg = SV_ARENA_NEW(p->arena, pml_expr *);
  e->n = 1;
  e->arg[0] = pml_read_expr(p);
  return e->arg[0] && pml_close_paren(p, opening) ? pml_finish_expr(p, e, from) : NULL;
}

static pml_expr *read_constant(pml_parser *p) {
  uint32_t from = p->in.at;
  bool negative = pml_take(p, PML_T_MINUS);
  pml_expr *e = pml_new_expr(p, PML_E_NUMBER);
  pml_token_kind kind = pml_kind(p);
  if (kind != PML_T_NUMBER && kind != PML_T_TRUE && kind != PML_T_FALSE && kind != PML_T_SKIP) {
    if (pml_error_here(p, "expected a variable or constant to receive, but found %s", pml_found(p)))
      pml_hint(p, "a message is received into variables, or compared with constants and `eval(…)`");
    return NULL;
  }
  int32_t value = kind == PML_T_NUMBER ? pml_now(p)->value : kind != PML_T_FALSE;
  e->value = negative ? (int32_t)(0 - (uint32_t)value) : value;
  pml_advance(p);
  return pml_finish_expr(p, e, from);
}

// receive_arg = varref | "eval" "(" expr ")" | [ "-" ] number ;
static pml_expr *read_one(pml_parser *p) {
  if (pml_kind(p) == PML_T_NAME) return pml_read_varref(p);
  if (pml_kind(p) == PML_T_EVAL) return read_eval(p);
  return read_constant(p);
}

static bool no_operator(pml_parser *p) {
  switch (pml_kind(p)) {
  case PML_T_PLUS:
  case PML_T_MINUS:
  case PML_T_STAR:
  case PML_T_SLASH:
  case PML_T_EQ:
    if (pml_line_ended(p)) return true;
    if (pml_error_here(p, "a message cannot be received into an expression"))
      pml_hint(p, "to compare with a value, write `eval(…)`");
    return false;
  default: return true;
  }
}

// "(" receive_args ")"
static bool read_nested(pml_parser *p, pml_expr_vec *out) {
  sv_span opening = pml_here(p);
  if (!pml_enter(p)) return false;
  bool good = pml_open_paren(p, "") && pml_read_receive_args(p, out) && pml_close_paren(p, opening);
  pml_leave(p);
  return good;
}

// receive_args = receive_arg { "," receive_arg } [ "(" receive_args ")" ] | "(" receive_args ")" ;
bool pml_read_receive_args(pml_parser *p, pml_expr_vec *out) {
  do {
    if (pml_kind(p) == PML_T_LEFT) return read_nested(p, out);
    pml_expr *e = read_one(p);
    if (!e) return false;
    sv_push(*out, e);
    if (pml_kind(p) == PML_T_LEFT && !pml_line_ended(p)) return read_nested(p, out);
    if (!no_operator(p)) return false;
  } while (pml_take(p, PML_T_COMMA));
  return true;
}
