// parse_stmt.c -- statements of the action language.
//
//   block     = { statement | ";" } ;
//   statement = "{" block "}"
//             | "if" "(" expr ")" statement [ "else" statement ]
//             | "while" "(" expr ")" [ "max" number ] statement
//             | simple [ ";" ] ;
//   simple    = "send" [ place "." ] name [ arguments ] [ "to" place ]
//             | "assert" expr | "log" text { "," expr } | "skip"
//             | place ( "=" | ":=" | "+=" | "-=" ) expr | place ( "++" | "--" )
//             | ( "++" | "--" ) place | call ;

#include "lang/uml/action/parse.h"

#define DEFAULT_TURNS 8u

static bool read_statement(uml_parser *, uml_stmts *out);

static uml_stmt *new_stmt(uml_parser *p, uml_stmt_kind kind) {
  uml_stmt *s = SV_ARENA_NEW(p->in.arena, uml_stmt);
  s->kind = kind;
  s->span = uml_here(p);
  return s;
}

static bool finish(uml_parser *p, uml_stmt *s, bool good, uml_stmts *out) {
  s->span = uml_since(p, s->span);
  if (good) sv_push(*out, s);
  return good;
}

// ---- blocks

static bool read_statements(uml_parser *p, uml_token_kind end, uml_stmts *out) {
  while (uml_kind(p) != end && uml_kind(p) != UML_T_END)
    if (!uml_take(p, UML_T_SEMICOLON) && !read_statement(p, out)) return false;
  return true;
}

static bool read_braces(uml_parser *p, uml_stmts *out) {
  sv_span opening = uml_here(p);
  uml_advance(p);
  bool good = uml_enter(p) && read_statements(p, UML_T_RIGHT_BRACE, out);
  uml_leave(p);
  if (!good || uml_take(p, UML_T_RIGHT_BRACE)) return good;
  uml_error(p, opening, "this block is never closed");
  return false;
}

static void keep(uml_parser *p, uml_stmts *all, uml_block *out) {
  SV_ARENA_KEEP(p->in.arena, *all, out->at, out->n);
}

static bool read_body(uml_parser *p, uml_block *out) {
  uml_stmts all = {0};
  bool good = uml_enter(p) && (uml_take(p, UML_T_SEMICOLON) || read_statement(p, &all));
  uml_leave(p);
  keep(p, &all, out);
  return good;
}

static bool read_condition(uml_parser *p, uml_expr **out, const char *after) {
  if (!uml_need(p, UML_T_LEFT, after)) return false;
  *out = uml_read_expr(p);
  return *out && uml_need(p, UML_T_RIGHT, "after the condition");
}

static bool read_if(uml_parser *p, uml_stmts *out) {
  uml_stmt *s = new_stmt(p, UML_S_IF);
  uml_advance(p);
  bool good = read_condition(p, &s->value, "after `if`") && read_body(p, &s->body);
  // The `;` before `else` belongs to the statement in front of it.
  if (good && uml_kind(p) == UML_T_SEMICOLON && uml_ahead(p, 1)->kind == UML_T_ELSE) uml_advance(p);
  if (good && uml_take(p, UML_T_ELSE)) good = read_body(p, &s->otherwise);
  return finish(p, s, good, out);
}

static bool read_turns(uml_parser *p, uint32_t *most) {
  *most = DEFAULT_TURNS;
  if (!uml_at_name(p, "max")) return true;
  uml_advance(p);
  int64_t n = uml_kind(p) == UML_T_NUMBER ? uml_ahead(p, 0)->number : -1;
  if (n < 1 || n > UML_LOOP_MAX) {
    uml_error_here(p, "expected how many turns the loop takes at most, from 1 to %d, but found %s",
                   UML_LOOP_MAX, uml_found(p));
    return false;
  }
  *most = (uint32_t)n;
  uml_advance(p);
  return true;
}

static bool read_while(uml_parser *p, uml_stmts *out) {
  uml_stmt *s = new_stmt(p, UML_S_WHILE);
  uml_advance(p);
  bool good = read_condition(p, &s->value, "after `while`") && read_turns(p, &s->most) &&
              read_body(p, &s->body);
  return finish(p, s, good, out);
}

// ---- simple statements

// The last name of the path is the signal, what is before it the target.
static bool split_target(uml_parser *p, uml_stmt *s, uml_expr *path) {
  if (path->op == UML_E_SELF) {
    uml_error(p, path->span, "the signal is missing");
    return false;
  }
  s->name = path->name;
  s->target = path->op == UML_E_DOT ? path->arg[0] : NULL;
  return true;
}

static bool read_send(uml_parser *p, uml_stmts *out) {
  uml_stmt *s = new_stmt(p, UML_S_SEND);
  uml_advance(p);
  uml_expr *path = uml_read_place(p);
  bool good = path && split_target(p, s, path);
  if (good && uml_kind(p) == UML_T_LEFT) good = uml_read_arguments(p, &s->arg, &s->n);
  if (good && uml_at_name(p, "to")) {
    if (s->target) {
      uml_error_here(p, "the target is named twice");
      return false;
    }
    uml_advance(p);
    good = (s->target = uml_read_place(p)) != NULL;
  }
  return finish(p, s, good, out);
}

static bool read_log(uml_parser *p, uml_stmts *out) {
  uml_stmt *s = new_stmt(p, UML_S_LOG);
  uml_exprs all = {0};
  uml_advance(p);
  s->name = uml_ahead(p, 0)->name;
  bool good = uml_take(p, UML_T_TEXT);
  if (!good) uml_error_here(p, "expected a text after `log`, but found %s", uml_found(p));
  while (good && uml_take(p, UML_T_COMMA)) {
    uml_expr *e = uml_read_expr(p);
    if ((good = e != NULL)) sv_push(all, e);
  }
  SV_ARENA_KEEP(p->in.arena, all, s->arg, s->n);
  return finish(p, s, good, out);
}

static bool read_assert(uml_parser *p, uml_stmts *out) {
  uml_stmt *s = new_stmt(p, UML_S_ASSERT);
  uml_advance(p);
  s->value = uml_read_expr(p);
  return finish(p, s, s->value != NULL, out);
}

static uml_expr *binary(uml_parser *p, uml_op op, uml_expr *a, uml_expr *b, sv_span span) {
  uml_expr *e = uml_new_expr(p, op, span);
  e->arg = SV_ARENA_ARRAY(p->in.arena, uml_expr *, 2);
  e->arg[0] = a;
  e->arg[1] = b;
  e->n = 2;
  return e;
}

static bool step_by(uml_parser *p, uml_stmt *s, uml_op op, uml_expr *by, uml_stmts *out) {
  if (!by) return false;
  s->value = binary(p, op, s->target, by, uml_since(p, s->span));
  return finish(p, s, true, out);
}

static uml_expr *one(uml_parser *p) {
  uml_expr *e = uml_new_expr(p, UML_E_NUMBER, uml_here(p));
  e->number = 1;
  return e;
}

static bool read_increment(uml_parser *p, uml_stmts *out) {
  uml_stmt *s = new_stmt(p, UML_S_ASSIGN);
  uml_op op = uml_kind(p) == UML_T_PLUS_PLUS ? UML_E_ADD : UML_E_SUB;
  uml_advance(p);
  s->target = uml_read_place(p);
  return s->target && step_by(p, s, op, one(p), out);
}

static bool read_assignment(uml_parser *p, uml_stmt *s, uml_stmts *out) {
  uml_token_kind kind = uml_kind(p);
  switch (kind) {
  case UML_T_ASSIGN:
  case UML_T_COLON_EQUALS:
    uml_advance(p);
    s->value = uml_read_expr(p);
    return finish(p, s, s->value != NULL, out);
  case UML_T_PLUS_EQUALS:
  case UML_T_MINUS_EQUALS:
    uml_advance(p);
    return step_by(p, s, kind == UML_T_PLUS_EQUALS ? UML_E_ADD : UML_E_SUB, uml_read_expr(p), out);
  case UML_T_PLUS_PLUS:
  case UML_T_MINUS_MINUS:
    uml_advance(p);
    return step_by(p, s, kind == UML_T_PLUS_PLUS ? UML_E_ADD : UML_E_SUB, one(p), out);
  default:
    if (uml_error_here(p, "expected `=` or `(` after `%s`, but found %s",
                       uml_text_of(p->context, s->target->name), uml_found(p)))
      uml_hint(p, "an action assigns, sends, logs, asserts or calls: `x = 1; send o.sig(x)`");
    return false;
  }
}

static bool read_named(uml_parser *p, uml_stmts *out) {
  uml_stmt *s = new_stmt(p, UML_S_ASSIGN);
  s->target = uml_read_place(p);
  if (!s->target) return false;
  if (uml_kind(p) != UML_T_LEFT) return read_assignment(p, s, out);
  const char *text = sv_source_text(p->in.sources, s->span.file);
  s->kind = UML_S_CALL;
  bool good = uml_read_arguments(p, &s->arg, &s->n);
  s->span = uml_since(p, s->span);
  s->name = sv_names_intern(p->context->names, text + s->span.begin, s->span.end - s->span.begin);
  return finish(p, s, good, out);
}

static bool read_simple(uml_parser *p, uml_stmts *out) {
  switch (uml_kind(p)) {
  case UML_T_SEND: return read_send(p, out);
  case UML_T_LOG: return read_log(p, out);
  case UML_T_ASSERT: return read_assert(p, out);
  case UML_T_SKIP: return uml_advance(p), true;
  case UML_T_PLUS_PLUS:
  case UML_T_MINUS_MINUS: return read_increment(p, out);
  case UML_T_NAME:
  case UML_T_SELF:
  case UML_T_THIS: return read_named(p, out);
  default: uml_error_here(p, "expected a statement, but found %s", uml_found(p)); return false;
  }
}

static bool read_statement(uml_parser *p, uml_stmts *out) {
  switch (uml_kind(p)) {
  case UML_T_LEFT_BRACE: return read_braces(p, out);
  case UML_T_IF: return read_if(p, out);
  case UML_T_WHILE: return read_while(p, out);
  default: break;
  }
  if (!read_simple(p, out)) return false;
  uml_token_kind kind = uml_kind(p);
  if (kind == UML_T_SEMICOLON || kind == UML_T_RIGHT_BRACE || kind == UML_T_END) return true;
  if (kind == UML_T_ELSE) return true;
  if (uml_error_here(p, "expected `;` after the statement, but found %s", uml_found(p)))
    uml_hint(p, "statements are separated by `;`");
  return false;
}

bool uml_parse_behavior(uml_context *c, uml_behavior *b) {
  uml_stmts all = {0};
  bool good = true;
  for (uint32_t i = 0; i < b->texts; i++) {
    uml_parser p;
    uml_parser_open(&p, c, b->text[i], "the end of the behaviour");
    good &= uml_parser_close(&p, read_statements(&p, UML_T_END, &all));
  }
  SV_ARENA_KEEP(c->arena, all, b->body.at, b->body.n);
  return good;
}
