// parse_stmt.c -- blocks and plain statements.
//
//   block     = "{" { [ name ":" ] statement } "}" ;
//   statement = declaration | if | while | choose | atomic | block
//             | [ [ "strong" ] "fair" ] simple ";" ;
//   simple    = "skip" | "break" | "return" [ expr ] | "await" expr | "assert" expr
//             | "havoc" place { "," place } [ "in" expr ".." expr ]
//             | "acquire" "(" place ")" | "release" "(" place ")" | name "(" [ exprs ] ")"
//             | place { "," place } "=" exprs | place "!" exprs | place "?" target { "," target } ;

#include "lang/proc/parse.h"

proc_stmt *proc_new_stmt(proc_parser *p, proc_stmt_kind kind) {
  proc_stmt *s = SV_ARENA_NEW(p->in.arena, proc_stmt);
  s->kind = kind;
  s->span = proc_here(p);
  return s;
}

proc_stmt *proc_finish(proc_parser *p, proc_stmt *s) {
  s->span = proc_since(p, s->span);
  if (!s->head.file) s->head = s->span;
  return s;
}

static proc_stmt *one_value(proc_parser *p, proc_stmt *s, proc_expr *e) {
  if (!e) return NULL;
  s->value = SV_ARENA_ARRAY(p->in.arena, proc_expr *, 1);
  s->value[0] = e;
  s->values = 1;
  return proc_finish(p, s);
}

// A word and an expression.
static proc_stmt *read_with_value(proc_parser *p, proc_stmt_kind kind) {
  proc_stmt *s = proc_new_stmt(p, kind);
  proc_advance(p);
  return one_value(p, s, proc_read_expr(p));
}

static proc_stmt *read_word(proc_parser *p, proc_stmt_kind kind) {
  proc_stmt *s = proc_new_stmt(p, kind);
  proc_advance(p);
  return proc_finish(p, s);
}

static proc_stmt *read_return(proc_parser *p) {
  bool bare = proc_ahead(p, 1)->kind == PROC_T_SEMICOLON;
  return bare ? read_word(p, PROC_S_RETURN) : read_with_value(p, PROC_S_RETURN);
}

static proc_stmt *read_havoc(proc_parser *p) {
  proc_stmt *s = proc_new_stmt(p, PROC_S_HAVOC);
  proc_exprs targets = {0};
  bool good = true;
  proc_advance(p);
  do {
    proc_expr *e = proc_read_place(p);
    good = e != NULL;
    if (good) sv_push(targets, e);
  } while (good && proc_take(p, PROC_T_COMMA));
  SV_ARENA_KEEP(p->in.arena, targets, s->target, s->targets);
  if (good && proc_take(p, PROC_T_IN)) good = proc_read_range(p, &s->low, &s->high);
  return good ? proc_finish(p, s) : NULL;
}

static proc_stmt *read_lock_use(proc_parser *p, proc_stmt_kind kind) {
  proc_stmt *s = proc_new_stmt(p, kind);
  const char *word = kind == PROC_S_ACQUIRE ? "after `acquire`" : "after `release`";
  proc_advance(p);
  if (!proc_need(p, PROC_T_LEFT, word) || !(s->place = proc_read_place(p))) return NULL;
  if (!proc_need(p, PROC_T_RIGHT, "after the name of the lock")) return NULL;
  return proc_finish(p, s);
}

static proc_stmt *read_call(proc_parser *p) {
  proc_stmt *s = proc_new_stmt(p, PROC_S_CALL);
  return one_value(p, s, proc_read_expr(p));
}

static bool read_values(proc_parser *p, proc_stmt *s) {
  proc_exprs values = {0};
  bool good = proc_read_exprs(p, &values);
  SV_ARENA_KEEP(p->in.arena, values, s->value, s->values);
  return good;
}

// place "!" exprs
static proc_stmt *read_send(proc_parser *p, proc_stmt *s, proc_expr *channel) {
  s->kind = PROC_S_SEND;
  s->place = channel;
  proc_advance(p);
  return read_values(p, s) ? proc_finish(p, s) : NULL;
}

static bool at_underscore(const proc_parser *p) {
  return proc_kind(p) == PROC_T_NAME &&
         !strcmp(sv_names_get(p->names, proc_ahead(p, 0)->name), "_");
}

// place "?" ( place | "_" ) { "," … }
static proc_stmt *read_receive(proc_parser *p, proc_stmt *s, proc_expr *channel) {
  proc_exprs targets = {0};
  bool good = true;
  s->kind = PROC_S_RECEIVE;
  s->place = channel;
  proc_advance(p);
  do {
    proc_expr *e = NULL;
    if (at_underscore(p)) proc_advance(p);
    else good = (e = proc_read_place(p)) != NULL;
    if (good) sv_push(targets, e);
  } while (good && proc_take(p, PROC_T_COMMA));
  SV_ARENA_KEEP(p->in.arena, targets, s->target, s->targets);
  return good ? proc_finish(p, s) : NULL;
}

static void hint_for_no_assignment(proc_parser *p, const char *name) {
  switch (proc_kind(p)) {
  case PROC_T_COLON_EQUALS:
  case PROC_T_EQ: proc_hint(p, "an assignment is written with `=`"); break;
  case PROC_T_PLUS_PLUS:
  case PROC_T_PLUS_EQUALS: proc_hint(p, "write `%s = %s + 1;`", name, name); break;
  case PROC_T_MINUS_MINUS:
  case PROC_T_MINUS_EQUALS: proc_hint(p, "write `%s = %s - 1;`", name, name); break;
  case PROC_T_DOT:
  case PROC_T_AT: proc_hint(p, "only properties look into other processes"); break;
  default: break;
  }
}

static proc_stmt *no_assignment(proc_parser *p, const proc_expr *first) {
  const char *name = sv_names_get(p->names, first->name);
  if (proc_error(p, proc_here(p), "expected `=`, `!` or `?` after `%s`, but found %s", name,
                 proc_found(p)))
    hint_for_no_assignment(p, name);
  return NULL;
}

static proc_stmt *read_assignment(proc_parser *p, proc_stmt *s, proc_expr *first) {
  proc_exprs targets = {0};
  bool good = true;
  sv_push(targets, first);
  while (good && proc_take(p, PROC_T_COMMA)) {
    proc_expr *e = proc_read_place(p);
    good = e != NULL;
    if (good) sv_push(targets, e);
  }
  SV_ARENA_KEEP(p->in.arena, targets, s->target, s->targets);
  if (!good) return NULL;
  if (proc_kind(p) != PROC_T_ASSIGN) return no_assignment(p, s->target[s->targets - 1]);
  proc_advance(p);
  return read_values(p, s) ? proc_finish(p, s) : NULL;
}

static proc_stmt *read_with_place(proc_parser *p) {
  if (proc_ahead(p, 1)->kind == PROC_T_LEFT) return read_call(p);
  proc_stmt *s = proc_new_stmt(p, PROC_S_ASSIGN);
  proc_expr *first = proc_read_place(p);
  if (!first) return NULL;
  if (proc_kind(p) == PROC_T_NOT) return read_send(p, s, first);
  if (proc_kind(p) == PROC_T_QUESTION) return read_receive(p, s, first);
  return read_assignment(p, s, first);
}

static proc_stmt *no_statement(proc_parser *p) {
  proc_token_kind kind = proc_kind(p);
  if (!proc_error(p, proc_here(p), "expected a statement, but found %s", proc_found(p)))
    return NULL;
  if (kind == PROC_T_ELSE) proc_hint(p, "no `if` or `choose` ends right before this `else`");
  if (kind == PROC_T_WHEN) proc_hint(p, "`when` stands inside of `choose { … }`");
  if (kind == PROC_T_PLUS_PLUS || kind == PROC_T_MINUS_MINUS) proc_hint(p, "write `x = x + 1;`");
  if (kind == PROC_T_CHAN || kind == PROC_T_LOCK)
    proc_hint(p, "channels and locks are shared: declare them outside of the processes");
  return NULL;
}

proc_stmt *proc_read_simple(proc_parser *p) {
  switch (proc_kind(p)) {
  case PROC_T_SKIP: return read_word(p, PROC_S_SKIP);
  case PROC_T_BREAK: return read_word(p, PROC_S_BREAK);
  case PROC_T_RETURN: return read_return(p);
  case PROC_T_AWAIT: return read_with_value(p, PROC_S_AWAIT);
  case PROC_T_ASSERT: return read_with_value(p, PROC_S_ASSERT);
  case PROC_T_HAVOC: return read_havoc(p);
  case PROC_T_ACQUIRE: return read_lock_use(p, PROC_S_ACQUIRE);
  case PROC_T_RELEASE: return read_lock_use(p, PROC_S_RELEASE);
  case PROC_T_NAME: return read_with_place(p);
  default: return no_statement(p);
  }
}

// --- blocks

static bool read_declarations(proc_parser *p, proc_stmts *out) {
  sv_span begin = proc_here(p);
  proc_decls decls = {0};
  bool good = proc_read_declaration(p, &decls);
  for (uint32_t i = 0; good && i < decls.n; i++) {
    proc_stmt *s = SV_ARENA_NEW(p->in.arena, proc_stmt);
    s->kind = PROC_S_DECLARE;
    s->decl = decls.at[i];
    s->span = i ? s->decl->all : sv_span_join(begin, s->decl->all);
    s->head = s->span;
    sv_push(*out, s);
  }
  sv_vec_free(decls);
  return good;
}

static proc_stmt *read_inner_block(proc_parser *p) {
  proc_stmt *s = proc_new_stmt(p, PROC_S_BLOCK);
  sv_span closing;
  return proc_read_block(p, "the block", &s->body, &closing) ? proc_finish(p, s) : NULL;
}

// What is one step of its own can be fair.
static proc_stmt *read_fair(proc_parser *p) {
  sv_span begin = proc_here(p);
  sv_fairness fairness = proc_take_fairness(p);
  bool jump = proc_kind(p) == PROC_T_BREAK || proc_kind(p) == PROC_T_RETURN;
  bool block = proc_kind(p) == PROC_T_IF || proc_kind(p) == PROC_T_WHILE ||
               proc_kind(p) == PROC_T_CHOOSE || proc_kind(p) == PROC_T_ATOMIC;
  bool call = proc_kind(p) == PROC_T_NAME && proc_ahead(p, 1)->kind == PROC_T_LEFT;
  if (jump || block || call) {
    if (proc_error(p, begin, "only a statement that is one step can be fair"))
      proc_hint(p, "put `fair` before an assignment, a message, a lock, `await` or a guard");
    return NULL;
  }
  proc_stmt *s = proc_read_simple(p);
  if (!s) return NULL;
  s->fairness = fairness;
  s->span = s->head = proc_since(p, begin);
  return s;
}

static proc_stmt *read_statement(proc_parser *p) {
  switch (proc_kind(p)) {
  case PROC_T_IF: return proc_read_if(p);
  case PROC_T_WHILE: return proc_read_while(p);
  case PROC_T_CHOOSE: return proc_read_choose(p);
  case PROC_T_ATOMIC: return proc_read_atomic(p);
  case PROC_T_LEFT_BRACE: return read_inner_block(p);
  default: break;
  }
  proc_stmt *s = proc_at_fairness(p) ? read_fair(p) : proc_read_simple(p);
  return s && proc_need(p, PROC_T_SEMICOLON, "after the statement") ? s : NULL;
}

// A label before the `}` labels a step that does nothing.
static proc_stmt *read_labelled(proc_parser *p) {
  proc_label *label = SV_ARENA_NEW(p->in.arena, proc_label);
  label->name = proc_ahead(p, 0)->name;
  label->span = proc_here(p);
  proc_advance(p);
  proc_advance(p);
  proc_stmt *s = NULL;
  if (proc_kind(p) == PROC_T_RIGHT_BRACE) {
    s = proc_new_stmt(p, PROC_S_SKIP);
    s->span = s->head = label->span;
  } else if (proc_kind(p) == PROC_T_NAME && proc_ahead(p, 1)->kind == PROC_T_COLON) {
    proc_error(p, proc_here(p), "a statement has one label at most");
  } else if (proc_at_type(p) && !proc_at_fairness(p)) {
    if (proc_error(p, proc_here(p), "a declaration cannot have a label"))
      proc_hint(p, "put the label before the next statement");
  } else {
    s = read_statement(p);
  }
  if (s) s->label = label;
  return s;
}

static bool read_into(proc_parser *p, proc_stmts *out) {
  if (proc_take(p, PROC_T_SEMICOLON)) return true;
  if (proc_at_type(p) && !proc_at_fairness(p)) return read_declarations(p, out);
  bool label = proc_kind(p) == PROC_T_NAME && proc_ahead(p, 1)->kind == PROC_T_COLON;
  proc_stmt *s = label ? read_labelled(p) : read_statement(p);
  if (s) sv_push(*out, s);
  return s != NULL;
}

static bool close_block(proc_parser *p, const char *what, sv_span opening, sv_span *closing) {
  *closing = proc_here(p);
  if (proc_take(p, PROC_T_RIGHT_BRACE)) return true;
  if (proc_error(p, proc_here(p), "%s is not closed: expected `}`, but found %s", what,
                 proc_found(p)))
    sv_diag(p->in.diags, SV_NOTE, opening, "it opens here");
  return false;
}

bool proc_read_block(proc_parser *p, const char *what, proc_block *out, sv_span *closing) {
  proc_stmts body = {0};
  sv_span opening = proc_here(p);
  if (proc_kind(p) != PROC_T_LEFT_BRACE) {
    if (proc_error(p, opening, "expected `{` to open %s, but found %s", what, proc_found(p)))
      proc_hint(p, "braces are needed around a single statement too");
    return false;
  }
  if (!proc_enter(p)) return false;
  proc_advance(p);
  while (proc_kind(p) != PROC_T_RIGHT_BRACE && proc_kind(p) != PROC_T_END && !proc_at_item(p))
    if (!read_into(p, &body)) proc_skip_statement(p);
  proc_leave(p);
  SV_ARENA_KEEP(p->in.arena, body, out->stmt, out->n);
  return close_block(p, what, opening, closing);
}
