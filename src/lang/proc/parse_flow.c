// parse_flow.c -- statements with blocks.
//
//   if     = "if" expr block [ "else" ( if | block ) ] ;
//   while  = "while" expr block ;
//   choose = "choose" "{" { "when" [ [ "strong" ] "fair" ] guard block } [ "else" block ] "}" ;
//   guard  = expr | place "!" exprs | place "?" targets | "acquire" "(" place ")" ;
//   atomic = "atomic" block ;

#include "lang/proc/parse.h"

static bool read_condition(proc_parser *p, proc_stmt *s) {
  proc_advance(p);
  proc_expr *e = proc_read_expr(p);
  if (!e) return false;
  s->head = proc_since(p, s->span);
  s->value = SV_ARENA_ARRAY(p->in.arena, proc_expr *, 1);
  s->value[0] = e;
  s->values = 1;
  return true;
}

// "else" ( if | block ); a further `if` is a block of one statement.
static bool read_else(proc_parser *p, proc_stmt *s) {
  sv_span closing;
  s->has_else = true;
  if (proc_kind(p) != PROC_T_IF) return proc_read_block(p, "the `else`", &s->otherwise, &closing);
  if (!proc_enter(p)) return false;
  proc_stmt *inner = proc_read_if(p);
  proc_leave(p);
  s->otherwise.stmt = SV_ARENA_ARRAY(p->in.arena, proc_stmt *, 1);
  s->otherwise.stmt[0] = inner;
  s->otherwise.n = 1;
  return inner != NULL;
}

proc_stmt *proc_read_if(proc_parser *p) {
  proc_stmt *s = proc_new_stmt(p, PROC_S_IF);
  sv_span closing;
  if (!read_condition(p, s) || !proc_read_block(p, "the `if`", &s->body, &closing)) return NULL;
  if (proc_take(p, PROC_T_ELSE) && !read_else(p, s)) return NULL;
  return proc_finish(p, s);
}

proc_stmt *proc_read_while(proc_parser *p) {
  proc_stmt *s = proc_new_stmt(p, PROC_S_WHILE);
  sv_span closing;
  if (!read_condition(p, s) || !proc_read_block(p, "the `while`", &s->body, &closing)) return NULL;
  return proc_finish(p, s);
}

proc_stmt *proc_read_atomic(proc_parser *p) {
  proc_stmt *s = proc_new_stmt(p, PROC_S_ATOMIC);
  sv_span closing;
  proc_advance(p);
  p->program->has_atomic = true;
  return proc_read_block(p, "the `atomic`", &s->body, &closing) ? proc_finish(p, s) : NULL;
}

// --- choose

// Does `place !` or `place ?` stand here?
static bool at_message(const proc_parser *p) {
  if (proc_kind(p) != PROC_T_NAME) return false;
  uint32_t inside = 0, i = 1;
  for (;; i++) {
    proc_token_kind kind = proc_ahead(p, i)->kind;
    if (kind == PROC_T_LEFT_SQUARE) inside++;
    else if (kind == PROC_T_RIGHT_SQUARE && inside) inside--;
    else if (!inside || kind == PROC_T_END || kind == PROC_T_SEMICOLON)
      return kind == PROC_T_NOT || kind == PROC_T_QUESTION;
  }
}

static proc_stmt *read_guard(proc_parser *p) {
  if (proc_kind(p) == PROC_T_ACQUIRE || at_message(p)) return proc_read_simple(p);
  proc_stmt *s = proc_new_stmt(p, PROC_S_AWAIT);
  proc_expr *e = proc_read_expr(p);
  if (!e) return NULL;
  s->value = SV_ARENA_ARRAY(p->in.arena, proc_expr *, 1);
  s->value[0] = e;
  s->values = 1;
  return proc_finish(p, s);
}

static bool read_branch(proc_parser *p, proc_branches *out) {
  proc_branch b = {0};
  sv_span begin = proc_here(p), closing;
  proc_advance(p);
  sv_fairness fairness = proc_take_fairness(p);
  if (!(b.guard = read_guard(p))) return false;
  b.guard->fairness = fairness;
  b.guard->head = proc_since(p, begin);
  if (!proc_read_block(p, "the `when`", &b.body, &closing)) return false;
  sv_push(*out, b);
  return true;
}

static bool read_branches(proc_parser *p, proc_stmt *s, proc_branches *out) {
  sv_span closing;
  while (proc_kind(p) == PROC_T_WHEN)
    if (!read_branch(p, out)) return false;
  s->has_else = proc_take(p, PROC_T_ELSE);
  if (s->has_else && !proc_read_block(p, "the `else`", &s->otherwise, &closing)) return false;
  if (proc_kind(p) == PROC_T_RIGHT_BRACE) return true;
  bool late = s->has_else && proc_kind(p) == PROC_T_WHEN;
  if (proc_error(p, proc_here(p), "expected `when`, `else` or `}` in this `choose`, but found %s",
                 proc_found(p)))
    proc_hint(p, late ? "`else` comes last" : "branches are written `when condition { … }`");
  return false;
}

// To behind the `}` of a `choose` that was not understood.
static void skip_choose(proc_parser *p) {
  for (uint32_t inside = 1; inside && proc_kind(p) != PROC_T_END && !proc_at_item(p);
       proc_advance(p)) {
    if (proc_kind(p) == PROC_T_LEFT_BRACE) inside++;
    if (proc_kind(p) == PROC_T_RIGHT_BRACE) inside--;
  }
}

proc_stmt *proc_read_choose(proc_parser *p) {
  proc_stmt *s = proc_new_stmt(p, PROC_S_CHOOSE);
  proc_branches branches = {0};
  proc_advance(p);
  s->head = proc_since(p, s->span);
  bool good = proc_need(p, PROC_T_LEFT_BRACE, "after `choose`") && proc_enter(p);
  if (good) {
    good = read_branches(p, s, &branches);
    if (!good) skip_choose(p);
    proc_leave(p);
  }
  SV_ARENA_KEEP(p->in.arena, branches, s->branch, s->branches);
  if (!good) return NULL;
  proc_advance(p);
  proc_finish(p, s);
  if (s->branches) return s;
  if (proc_error(p, s->span, "this `choose` has no branches"))
    proc_hint(p, "write `choose { when condition { … } … }`");
  return NULL;
}
