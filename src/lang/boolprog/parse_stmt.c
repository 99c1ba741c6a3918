// parse_stmt.c -- bodies, labels and simple statements.
//
// The dialects disagree on `;`: it separates in one and terminates in others,
// may be missing before a closing word and after `fi` and `od`, and may stand
// alone. All of that is accepted; only two statements in a row need one.
// A word followed by something that cannot belong to its statement is a name
// (`lock := 1`, a procedure called `skip`), see starts_as_name.

#include "base/suggest.h"
#include "lang/boolprog/parse.h"

bp_stmt *bp_new_stmt(bp_parser *p, bp_stmt_kind kind) {
  bp_stmt *s = SV_ARENA_NEW(p->in.arena, bp_stmt);
  s->kind = kind;
  s->span = s->head = bp_here(p);
  return s;
}

bp_stmt *bp_finish(bp_parser *p, bp_stmt *s) {
  s->span = s->head = bp_since(p, s->span);
  return s;
}

// A statement of one word.
static bp_stmt *read_word(bp_parser *p, bp_stmt_kind kind) {
  bp_stmt *s = bp_new_stmt(p, kind);
  bp_advance(p);
  return s;
}

// ( "assume" | "assert" | "enforce" | "abortif" ) expr
static bp_stmt *read_condition(bp_parser *p, bp_stmt_kind kind) {
  bp_stmt *s = read_word(p, kind);
  s->condition = bp_read_expr(p);
  return s->condition ? bp_finish(p, s) : NULL;
}

// "constrain" "(" expr ")": a step that assigns nothing.
static bp_stmt *read_constrain(bp_parser *p) { return read_condition(p, BP_ASSIGN); }

// "return" [ exprs ]
static bp_stmt *read_return(bp_parser *p) {
  bp_stmt *s = read_word(p, BP_RETURN);
  if (bp_kind(p) == BP_T_SEMICOLON || bp_ends_body(p)) return s;
  bp_expr_vec values = {0};
  bool good = bp_read_exprs(p, &values);
  SV_ARENA_KEEP(p->in.arena, values, s->value, s->values);
  return good ? bp_finish(p, s) : NULL;
}

static bp_target take_target(bp_parser *p) {
  bp_target t = {.name = bp_ahead(p, 0)->name, .span = bp_here(p)};
  t.drop = !strcmp(bp_name_text(p, t.name), "_");
  bp_advance(p);
  return t;
}

// ID { "," ID } after `dead`; one ID after lock, unlock, sync.
static bp_stmt *read_names(bp_parser *p, bp_stmt_kind kind, bool several) {
  const char *word = bp_found(p);
  bp_stmt *s = read_word(p, kind);
  sv_span opening = bp_here(p);
  bool parens = bp_take(p, BP_T_LEFT), good;
  bp_target_vec names = {0};
  do {
    good = bp_is_name(bp_kind(p));
    if (good) sv_push(names, take_target(p));
    else bp_error_here(p, "expected a variable after %s, but found %s", word, bp_found(p));
  } while (good && several && bp_take(p, BP_T_COMMA));
  SV_ARENA_KEEP(p->in.arena, names, s->target, s->targets);
  if (!good) return NULL;
  if (parens && !bp_take(p, BP_T_RIGHT)) {
    if (bp_error_here(p, "expected `)`, but found %s", bp_found(p)))
      bp_note(p, opening, "to close this `(`");
    return NULL;
  }
  return bp_finish(p, s);
}

static bool read_arguments(bp_parser *p, bp_stmt *s);

// "print" "(" exprs ")"
static bp_stmt *read_print(bp_parser *p) {
  bp_stmt *s = read_word(p, BP_PRINT);
  if (bp_kind(p) != BP_T_LEFT) {
    bp_error_here(p, "expected `(` after `print`, but found %s", bp_found(p));
    return NULL;
  }
  return read_arguments(p, s) ? bp_finish(p, s) : NULL;
}

// --- assignments and calls

static bool read_arguments(bp_parser *p, bp_stmt *s) {
  sv_span opening = bp_here(p);
  assert(bp_kind(p) == BP_T_LEFT);
  bp_advance(p);
  if (bp_take(p, BP_T_RIGHT)) return true;
  bp_expr_vec values = {0};
  bool good = bp_read_exprs(p, &values);
  SV_ARENA_KEEP(p->in.arena, values, s->value, s->values);
  if (!good) return false;
  if (bp_take(p, BP_T_RIGHT)) return true;
  if (bp_error_here(p, "expected `,` or `)`, but found %s", bp_found(p)))
    bp_note(p, opening, "to close this `(`");
  return false;
}

// [ "call" ] ID "(" [ exprs ] ")"; the current token is the name.
static bool read_call_into(bp_parser *p, bp_stmt *s) {
  s->kind = BP_CALL;
  s->callee = bp_ahead(p, 0)->name;
  s->callee_span = bp_here(p);
  bp_advance(p);
  return read_arguments(p, s);
}

static bool at_call(const bp_parser *p) {
  bp_token_kind kind = bp_kind(p), next = bp_ahead(p, 1)->kind;
  if (kind == BP_T_CALL && (bp_is_name(next) || bp_is_word(next)) &&
      bp_ahead(p, 2)->kind == BP_T_LEFT)
    return true;
  if (next != BP_T_LEFT) return false;
  return bp_is_name(kind) || (bp_is_word(kind) && bp_declared(p, bp_ahead(p, 0)->name));
}

// What cannot follow the call on the right of `:=`.
static bool ends_after_call(bp_parser *p, const bp_stmt *s) {
  bp_token_kind kind = bp_kind(p);
  if (kind == BP_T_CONSTRAIN) {
    if (bp_error_here(p, "`constrain` cannot follow a call"))
      bp_hint(p, "it limits one step, and a call is many; use `assume` after it");
    return false;
  }
  if (kind != BP_T_COMMA && !(kind >= BP_T_AND && kind <= BP_T_EQ) && kind != BP_T_QUESTION)
    return true;
  const char *name = bp_name_text(p, s->callee);
  if (bp_error(p, s->callee_span, "the call of `%s` must be the whole right-hand side", name))
    bp_hint(p, "first assign its result to a variable: `x := %s(…);`", name);
  return false;
}

// exprs [ "constrain" expr ] | [ "call" ] ID "(" [ exprs ] ")"
static bool read_right_side(bp_parser *p, bp_stmt *s) {
  if (at_call(p)) {
    if (bp_kind(p) == BP_T_CALL && bp_ahead(p, 1)->kind != BP_T_LEFT) bp_advance(p);
    return read_call_into(p, s) && ends_after_call(p, s);
  }
  bp_expr_vec values = {0};
  bool good = bp_read_exprs(p, &values);
  SV_ARENA_KEEP(p->in.arena, values, s->value, s->values);
  if (good && bp_take(p, BP_T_CONSTRAIN)) good = (s->condition = bp_read_expr(p)) != NULL;
  return good;
}

static bool refuse_target(bp_parser *p) {
  bp_token_kind kind = bp_kind(p);
  if (kind == BP_T_PRIME) {
    if (bp_error_here(p, "the left-hand side of `:=` has no primes"))
      bp_hint(p, "an assignment always sets the value after the step; write `x := …`");
  } else if (bp_is_word(kind) || kind == BP_T_NUMBER) {
    bp_error_here(p, "%s cannot be assigned", bp_found(p));
  } else {
    bp_error_here(p, "expected a variable or `_`, but found %s", bp_found(p));
  }
  return false;
}

// lhs { "," lhs }
static bool read_targets(bp_parser *p, bp_stmt *s) {
  bp_target_vec targets = {0};
  bool good;
  do {
    good = bp_is_name(bp_kind(p)) || refuse_target(p);
    if (good) sv_push(targets, take_target(p));
    if (good && bp_kind(p) == BP_T_PRIME) good = refuse_target(p);
  } while (good && bp_take(p, BP_T_COMMA));
  SV_ARENA_KEEP(p->in.arena, targets, s->target, s->targets);
  return good;
}

static bool read_becomes(bp_parser *p) {
  if (bp_take(p, BP_T_ASSIGN)) return true;
  if (bp_kind(p) == BP_T_EQ) {
    if (bp_error_here(p, "an assignment is written `:=`, not %s", bp_found(p)))
      bp_hint(p, "`=` and `==` compare");
    bp_advance(p);
    return true;
  }
  bp_error_here(p, "expected `:=`, but found %s", bp_found(p));
  return false;
}

// assignment = lhs { "," lhs } ":=" ( exprs [ "constrain" expr ] | call ) ;
bp_stmt *bp_read_assignment(bp_parser *p) {
  bp_stmt *s = bp_new_stmt(p, BP_ASSIGN);
  bool good = read_targets(p, s) && read_becomes(p) && read_right_side(p, s);
  return good ? bp_finish(p, s) : NULL;
}

// call = [ "call" ] ID "(" [ exprs ] ")" ;
static bp_stmt *read_call(bp_parser *p) {
  bp_stmt *s = bp_new_stmt(p, BP_CALL);
  if (bp_kind(p) == BP_T_CALL && bp_ahead(p, 1)->kind != BP_T_LEFT) bp_advance(p);
  return read_call_into(p, s) && ends_after_call(p, s) ? bp_finish(p, s) : NULL;
}

static bp_stmt *bad_call(bp_parser *p) {
  bp_advance(p);
  if (bp_error_here(p, "expected a call after `call`, but found %s", bp_found(p)))
    bp_hint(p, "write `call f(e);` or just `f(e);`");
  return NULL;
}

// --- words that are none of ours

static const char *nearest_statement(const char *word) {
  static const char *const words[] = {
      "skip",       "return", "goto",   "assume", "assert",       "enforce",    "abortif",
      "dead",       "print",  "if",     "while",  "start_thread", "end_thread", "atomic_begin",
      "atomic_end", "lock",   "unlock", "decl",   "else",         "elsif",      "fi",
      "od",         "end",    "then",   "do",     "call"};
  sv_suggestion s = sv_suggest(word);
  for (size_t i = 0; i < SV_COUNT(words); i++) sv_suggest_try(&s, words[i]);
  return s.best;
}

static const char *foreign_word(const char *word) {
  static const char *const pairs[][2] = {{"break", "leave a loop with `goto`"},
                                         {"continue", "go on with a loop by `goto`"},
                                         {"for", "loops are written `while e do … od`"},
                                         {"repeat", "loops are written `while e do … od`"},
                                         {"endif", "`if` is closed by `fi`"},
                                         {"done", "`while` is closed by `od`"},
                                         {"endwhile", "`while` is closed by `od`"},
                                         {"havoc", "any value is assigned by `x := *`"},
                                         {"fork", "threads are started by `start_thread f()`"},
                                         {"async", "threads are started by `start_thread f()`"},
                                         {"exit", "a thread ends with `end_thread`"}};
  for (size_t i = 0; i < SV_COUNT(pairs); i++)
    if (!strcmp(word, pairs[i][0])) return pairs[i][1];
  return NULL;
}

// Whether the kind of token comes before the next `;`.
static bool follows(const bp_parser *p, bp_token_kind kind) {
  for (uint32_t i = 1;; i++) {
    bp_token_kind next = bp_ahead(p, i)->kind;
    if (next == kind) return true;
    if (next == BP_T_SEMICOLON || next == BP_T_END_WORD || next == BP_T_END) return false;
  }
}

// A name that begins no statement. A slip of `if` or `while` is read as such,
// so that its body is still looked at.
static bp_stmt *unknown_statement(bp_parser *p) {
  const char *word = bp_name_text(p, bp_ahead(p, 0)->name);
  const char *advice = foreign_word(word);
  const char *near = advice ? NULL : nearest_statement(word);
  if (bp_error_here(p, "no statement begins with %s", bp_found(p))) {
    if (advice) bp_hint(p, "%s", advice);
    else if (near) bp_hint(p, "did you mean `%s`?", near);
    else bp_hint(p, "an assignment is `x := e`, a call is `f(e)`, a label is `l:`");
  }
  if (near && !strcmp(near, "if") && follows(p, BP_T_THEN)) return bp_read_if(p);
  if (near && !strcmp(near, "while") && follows(p, BP_T_DO)) return bp_read_while(p);
  return NULL;
}

static bp_stmt *expected_statement(bp_parser *p) {
  sv_span last = p->in.at ? p->in.tokens.at[p->in.at - 1].span : bp_here(p);
  bool colon = p->in.at && p->in.tokens.at[p->in.at - 1].kind == BP_T_COLON;
  if (colon && bp_kind(p) == BP_T_EQ) {
    if (bp_error(p, sv_span_join(last, bp_here(p)), "`: =` is not an assignment"))
      bp_hint(p, "write `:=` without a space");
  } else if (bp_kind(p) == BP_T_BOOL || bp_kind(p) == BP_T_THREAD_LOCAL) {
    if (bp_error_here(p, "variables are not declared with %s", bp_found(p)))
      bp_hint(p, "write `decl x, y;`");
  } else if (bp_kind(p) == BP_T_TRUE || bp_kind(p) == BP_T_FALSE) {
    bp_error_here(p, "the constant %s cannot be assigned", bp_found(p));
  } else if (bp_kind(p) == BP_T_PRIME) {
    refuse_target(p);
  } else {
    bp_error_here(p, "expected a statement, but found %s", bp_found(p));
  }
  return NULL;
}

// A word stands for a name when what follows cannot belong to its statement:
// `lock := 1`, `wait, x := f()`, and `skip()` where a procedure is called so.
// `assume(e)` and its like keep their meaning; only `assume()` is a call.
static bool starts_as_name(const bp_parser *p) {
  bp_token_kind kind = bp_kind(p), next = bp_ahead(p, 1)->kind;
  if (kind == BP_T_NAME) return true;
  if (!bp_is_word(kind)) return false;
  if (bp_is_soft_word(kind) &&
      (next == BP_T_ASSIGN || next == BP_T_COMMA || next == BP_T_EQ || next == BP_T_PRIME))
    return true;
  if (next != BP_T_LEFT || !bp_declared(p, bp_ahead(p, 0)->name)) return false;
  switch (kind) {
  case BP_T_IF:
  case BP_T_WHILE:
  case BP_T_RETURN: return false;
  case BP_T_ASSUME:
  case BP_T_ASSERT:
  case BP_T_ENFORCE:
  case BP_T_ABORTIF:
  case BP_T_CONSTRAIN:
  case BP_T_PRINT: return bp_ahead(p, 2)->kind == BP_T_RIGHT;
  default: return true;
  }
}

static bp_stmt *read_named(bp_parser *p) {
  bp_token_kind next = bp_ahead(p, 1)->kind;
  if (next == BP_T_LEFT) return read_call(p);
  if (next == BP_T_ASSIGN || next == BP_T_COMMA || next == BP_T_EQ || next == BP_T_PRIME)
    return bp_read_assignment(p);
  return unknown_statement(p);
}

// core = …, one production per word; see the functions.
bp_stmt *bp_read_core(bp_parser *p) {
  if (starts_as_name(p)) return read_named(p);
  switch (bp_kind(p)) {
  case BP_T_SKIP: return read_word(p, BP_SKIP);
  case BP_T_END_THREAD: return read_word(p, BP_END_THREAD);
  case BP_T_ATOMIC_BEGIN: return read_word(p, BP_ATOMIC_BEGIN);
  case BP_T_ATOMIC_END: return read_word(p, BP_ATOMIC_END);
  case BP_T_WAIT: return read_word(p, BP_WAIT);
  case BP_T_BROADCAST: return read_word(p, BP_BROADCAST);
  case BP_T_SIGNAL: return read_word(p, BP_SIGNAL);
  case BP_T_ASSUME: return read_condition(p, BP_ASSUME);
  case BP_T_ASSERT: return read_condition(p, BP_ASSERT);
  case BP_T_ENFORCE: return read_condition(p, BP_ENFORCE);
  case BP_T_ABORTIF: return read_condition(p, BP_ABORTIF);
  case BP_T_CONSTRAIN: return read_constrain(p);
  case BP_T_RETURN: return read_return(p);
  case BP_T_GOTO: return bp_read_goto(p);
  case BP_T_IF: return bp_read_if(p);
  case BP_T_WHILE: return bp_read_while(p);
  case BP_T_START_THREAD: return bp_read_start(p);
  case BP_T_LOCK: return read_names(p, BP_LOCK, false);
  case BP_T_UNLOCK: return read_names(p, BP_UNLOCK, false);
  case BP_T_SYNC: return read_names(p, BP_SYNC, false);
  case BP_T_DEAD: return read_names(p, BP_DEAD, true);
  case BP_T_PRINT: return read_print(p);
  case BP_T_CALL: return at_call(p) ? read_call(p) : bad_call(p);
  case BP_T_DFS: return unknown_statement(p);
  default: return expected_statement(p);
  }
}
