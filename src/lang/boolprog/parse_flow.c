// parse_flow.c -- if, while, goto, start_thread.
//
// When a closing word is missing the message says so where the next one
// stands, and a note shows what was opened. Which construct lost its end is
// decided by what else is open: `fi` inside `while` closes the `if` around it
// if there is one, and is a slip of `od` otherwise.

#include "lang/boolprog/parse.h"

// Up to `then` or `do`; false if the statement or the body ends before one.
static bool skip_to_body(bp_parser *p) {
  while (bp_kind(p) != BP_T_THEN && bp_kind(p) != BP_T_DO) {
    if (bp_kind(p) == BP_T_SEMICOLON || bp_ends_body(p)) return false;
    bp_advance(p);
  }
  bp_advance(p);
  return true;
}

void bp_stray_closer(bp_parser *p) {
  bp_token_kind kind = bp_kind(p);
  if (kind == BP_T_FI || kind == BP_T_OD)
    bp_error_here(p, "%s closes nothing: no `%s` is open here", bp_found(p),
                  kind == BP_T_FI ? "if" : "while");
  else bp_error_here(p, "%s belongs to no `if`", bp_found(p));
  bp_advance(p);
  if (kind == BP_T_ELSIF) skip_to_body(p);
}

// expr "then" or expr "do"; a missing or wrong word is reported and supplied.
static bool read_head(bp_parser *p, bp_token_kind word, sv_span begin, bp_expr **condition,
                      sv_span *head) {
  *condition = bp_read_expr(p);
  *head = bp_since(p, begin);
  if (!*condition) return skip_to_body(p);
  if (bp_take(p, word)) return true;
  bool other = bp_kind(p) == BP_T_THEN || bp_kind(p) == BP_T_DO;
  if (bp_error_here(p, "expected `%s` after the condition, but found %s", bp_token_text(word),
                    bp_found(p)))
    bp_note(p, begin, "in this `%s`", word == BP_T_THEN ? "if" : "while");
  if (other) bp_advance(p);
  return true;
}

static bool opened_outside(const bp_parser *p, bp_token_kind opener) {
  for (const bp_opener *o = p->open->outer; o; o = o->outer)
    if (o->kind == opener) return true;
  return false;
}

// Expects the closing word of the innermost construct.
static void close_with(bp_parser *p, bp_token_kind closer) {
  bp_opener *o = p->open;
  const char *word = bp_token_text(closer);
  if (bp_take(p, closer)) return;
  bp_token_kind kind = bp_kind(p);
  bool slip = (kind == BP_T_FI && !opened_outside(p, BP_T_IF)) ||
              (kind == BP_T_OD && !opened_outside(p, BP_T_WHILE));
  bool said = p->torn ? false
              : slip  ? bp_error_here(p, "expected `%s` instead of %s", word, bp_found(p))
                      : bp_error_here(p, "expected `%s` before %s", word, bp_found(p));
  if (said) bp_note(p, o->span, "to close this `%s`", bp_token_text(o->kind));
  if (said && o->else_if)
    bp_hint(p, "`else if` opens a second `if` with its own `fi`; `elsif` continues the first");
  if (slip) bp_advance(p);
}

typedef SV_VEC(bp_arm) arm_vec;

// ( "if" | "elsif" ) expr "then" body
static bool read_arm(bp_parser *p, sv_span begin, arm_vec *arms) {
  bp_arm arm = {0};
  if (!read_head(p, BP_T_THEN, begin, &arm.condition, &arm.span)) return false;
  bp_read_body(p, &arm.body);
  sv_push(*arms, arm);
  return true;
}

// { ( "elsif" | "elif" ) expr "then" body } [ "else" body ]
static bool read_other_arms(bp_parser *p, bp_stmt *s, arm_vec *arms) {
  bool good = true;
  sv_span first_else = SV_NOWHERE;
  while (good && (bp_kind(p) == BP_T_ELSIF || bp_kind(p) == BP_T_ELSE)) {
    sv_span begin = bp_here(p);
    bool is_else = bp_kind(p) == BP_T_ELSE;
    if (s->has_else && bp_error_here(p, "%s after the `else` of the same `if`", bp_found(p)))
      bp_note(p, first_else, "the `else` is here");
    bp_advance(p);
    if (!is_else) {
      good = read_arm(p, begin, arms);
    } else {
      s->has_else = true;
      first_else = begin;
      bp_read_body(p, &s->otherwise);
    }
  }
  return good;
}

static bool after_else(const bp_parser *p) {
  return p->in.at && p->in.tokens.at[p->in.at - 1].kind == BP_T_ELSE;
}

// if = "if" expr "then" body { ( "elsif" | "elif" ) expr "then" body }
//      [ "else" body ] "fi" ;
bp_stmt *bp_read_if(bp_parser *p) {
  bp_stmt *s = bp_new_stmt(p, BP_IF);
  bp_opener open = {BP_T_IF, bp_here(p), p->open, after_else(p)};
  arm_vec arms = {0};
  if (open.else_if) open.outer->else_if = true;
  p->open = &open;
  bp_advance(p);
  bool good = read_arm(p, open.span, &arms) && read_other_arms(p, s, &arms);
  if (good) close_with(p, BP_T_FI);
  p->open = open.outer;
  SV_ARENA_KEEP(p->in.arena, arms, s->arm, s->arms);
  bp_finish(p, s);
  if (s->arms) s->head = s->arm[0].span;
  return good ? s : NULL;
}

// while = "while" expr "do" body "od" ;
bp_stmt *bp_read_while(bp_parser *p) {
  bp_stmt *s = bp_new_stmt(p, BP_WHILE);
  bp_opener open = {BP_T_WHILE, bp_here(p), p->open, false};
  sv_span head;
  p->open = &open;
  bp_advance(p);
  bool good = read_head(p, BP_T_DO, open.span, &s->condition, &head);
  if (good) {
    bp_read_body(p, &s->body);
    close_with(p, BP_T_OD);
  }
  p->open = open.outer;
  bp_finish(p, s);
  s->head = head;
  return good ? s : NULL;
}

typedef SV_VEC(bp_jump) jump_vec;

// goto = "goto" label { "," label } ;
bp_stmt *bp_read_goto(bp_parser *p) {
  bp_stmt *s = bp_new_stmt(p, BP_GOTO);
  jump_vec jumps = {0};
  bool good;
  bp_advance(p);
  do {
    const sv_token *t = bp_ahead(p, 0);
    good = bp_is_name(t->kind) || t->kind == BP_T_NUMBER;
    if (good) {
      sv_push(jumps, (bp_jump){.name = t->name, .span = t->span});
      bp_advance(p);
    } else {
      bp_error_here(p, "expected a label after %s, but found %s", jumps.n ? "`,`" : "`goto`",
                    bp_found(p));
    }
  } while (good && bp_take(p, BP_T_COMMA));
  SV_ARENA_KEEP(p->in.arena, jumps, s->jump, s->jumps);
  return good ? bp_finish(p, s) : NULL;
}

// The bare name of a procedure, as in `start_thread f;`.
static bp_stmt *read_bare_call(bp_parser *p) {
  bp_stmt *s = bp_new_stmt(p, BP_CALL);
  s->callee = bp_ahead(p, 0)->name;
  s->callee_span = bp_here(p);
  bp_advance(p);
  return s;
}

static bool at_bare_name(const bp_parser *p) {
  bp_token_kind next = bp_ahead(p, 1)->kind;
  bool ends = next == BP_T_SEMICOLON || next == BP_T_END_WORD || next == BP_T_FI ||
              next == BP_T_OD || next == BP_T_ELSE || next == BP_T_ELSIF || next == BP_T_END;
  bool name =
      bp_kind(p) == BP_T_NAME || (bp_is_word(bp_kind(p)) && bp_declared(p, bp_ahead(p, 0)->name));
  return ends && name;
}

// start = "start_thread" ( ID | core ) ;  a core may be a goto or a call.
bp_stmt *bp_read_start(bp_parser *p) {
  bp_stmt *s = bp_new_stmt(p, BP_START);
  bp_advance(p);
  if (bp_kind(p) == BP_T_SEMICOLON || bp_ends_body(p)) {
    if (bp_error_here(p, "expected what the new thread runs, but found %s", bp_found(p)))
      bp_hint(p, "write `start_thread f();` or `start_thread goto l;`");
    return NULL;
  }
  if (at_bare_name(p)) {
    s->inner = read_bare_call(p);
  } else {
    s->inner = bp_enter(p) ? bp_read_core(p) : NULL;
    bp_leave(p);
  }
  return s->inner ? bp_finish(p, s) : NULL;
}
