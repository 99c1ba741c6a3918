// parse_stmt.c -- sequences, labels and simple statements.
//
// `;` and `->` separate statements and mean the same. Spin forgives a missing
// one after `}` and `else`, and where a line ends (pml_line_ended); so do we.
// Separators may be doubled, and may stand before whatever closes a sequence.

#include "base/suggest.h"
#include "lang/promela/parse/parse.h"

pml_stmt *pml_new_stmt(pml_parser *p, pml_stmt_kind kind) {
  pml_stmt *s = SV_ARENA_NEW(p->arena, pml_stmt);
  s->kind = kind;
  s->span = s->head = pml_now(p)->place;
  s->def = pml_now(p)->def;
  return s;
}

pml_stmt *pml_finish(pml_parser *p, pml_stmt *s, uint32_t from) {
  s->span = s->head = pml_text_since(p, from);
  return s;
}

static void keep_message(pml_parser *p, pml_stmt *s, pml_expr_vec *v) {
  SV_ARENA_KEEP(p->arena, *v, s->message, s->messages);
}

// --- assignments, sends and receives

// varref "=" ( expr | call )
static pml_stmt *read_assignment(pml_parser *p, pml_stmt *s, uint32_t from) {
  pml_advance(p);
  if (pml_at_call(p)) return pml_read_call(p, s->target);
  s->kind = PML_S_ASSIGN;
  s->value = pml_read_expr(p);
  return s->value ? pml_finish(p, s, from) : NULL;
}

// varref ( "!" | "!!" ) send_args
static pml_stmt *read_send(pml_parser *p, pml_stmt *s, uint32_t from) {
  s->kind = PML_S_SEND;
  s->sorted = pml_kind(p) == PML_T_NOT_TWICE;
  pml_advance(p);
  pml_expr_vec args = {0};
  bool good = pml_read_send_args(p, &args);
  keep_message(p, s, &args);
  return good ? pml_finish(p, s, from) : NULL;
}

// varref ( "?" | "??" ) ( receive_args | "<" receive_args ">" )
static pml_stmt *read_receive(pml_parser *p, pml_stmt *s, uint32_t from) {
  s->kind = PML_S_RECEIVE;
  s->random = pml_kind(p) == PML_T_QUERY_TWICE;
  pml_advance(p);
  sv_span opening = pml_here(p);
  s->keep = pml_take(p, PML_T_LESS);
  pml_expr_vec args = {0};
  bool good = pml_read_receive_args(p, &args);
  keep_message(p, s, &args);
  if (good && s->keep) good = pml_expect_close(p, PML_T_GREATER, opening, "<");
  return good ? pml_finish(p, s, from) : NULL;
}

static pml_stmt *step(pml_parser *p, pml_stmt *s, pml_stmt_kind kind, uint32_t from) {
  s->kind = kind;
  pml_advance(p);
  return pml_finish(p, s, from);
}

// What follows a variable decides what the statement is.
static pml_stmt *after_variable(pml_parser *p, pml_stmt *s, uint32_t from) {
  s->target = s->value;
  s->value = NULL;
  bool ended = pml_line_ended(p);
  switch (pml_kind(p)) {
  case PML_T_ASSIGN: return read_assignment(p, s, from);
  case PML_T_INCREMENT: return step(p, s, PML_S_INCREMENT, from);
  case PML_T_DECREMENT: return step(p, s, PML_S_DECREMENT, from);
  case PML_T_NOT:
  case PML_T_NOT_TWICE:
    if (!ended) return read_send(p, s, from);
    break;
  case PML_T_QUERY:
  case PML_T_QUERY_TWICE: return read_receive(p, s, from);
  default: break;
  }
  s->value = s->target;
  s->target = NULL;
  return pml_finish(p, s, from);
}

static bool assigned_constant(pml_parser *p, const pml_expr *e) {
  if (pml_kind(p) != PML_T_ASSIGN) return false;
  if (pml_error(p, e->span, "this cannot be assigned to"))
    pml_hint(p, "equality is written `==`; an assignment has a variable on its left");
  return true;
}

// expr, or one of the statements that begin with a variable
static pml_stmt *read_expression(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_stmt *s = pml_new_stmt(p, PML_S_EXPR);
  s->value = pml_read_expr(p);
  if (!s->value) return NULL;
  if (s->value->op == PML_E_VAR && !s->value->parens) return after_variable(p, s, from);
  if (assigned_constant(p, s->value)) return NULL;
  return pml_finish(p, s, from);
}

// --- names that begin nothing

static void try_words(sv_suggestion *s) {
  for (uint32_t i = 0; pml_word_text(i); i++) sv_suggest_try(s, pml_word_text(i));
}

// name "(": a call of an inline that is not there.
static pml_stmt *unknown_call(pml_parser *p) {
  const char *text = pml_name_text(p, pml_now(p)->name);
  sv_suggestion s = sv_suggest(text);
  for (uint32_t i = 0; i < p->inlined.n; i++)
    sv_suggest_try(&s, pml_name_text(p, p->inlined.at[i].name));
  try_words(&s);
  bool process = sv_map_get(&p->proctypes, pml_now(p)->name.x) != SV_MAP_NONE;
  if (process) {
    if (pml_error_here(p, "a process is started with `run`"))
      pml_hint(p, "write `run %s(…)`", text);
  } else if (pml_error_here(p, "there is no inline `%s` here", text)) {
    if (s.best) pml_hint(p, "did you mean `%s`?", s.best);
    else pml_hint(p, "an inline is defined before it is used");
  }
  return NULL;
}

// name name: a declaration with a misspelt type, or a misspelt word.
static pml_stmt *unknown_word(pml_parser *p) {
  const char *text = pml_name_text(p, pml_now(p)->name);
  sv_suggestion s = sv_suggest(text);
  try_words(&s);
  if (!pml_error_here(p, "`%s` is neither a type nor a word that begins a statement", text))
    return NULL;
  if (s.best) pml_hint(p, "did you mean `%s`?", s.best);
  else pml_hint(p, "a type of your own is made with `typedef %s { … }`", text);
  return NULL;
}

static pml_stmt *read_from_name(pml_parser *p) {
  if (pml_at_call(p)) return pml_read_call(p, NULL);
  const pml_token *next = pml_ahead(p, 1);
  if (next->kind == PML_T_LEFT && !next->newline) return unknown_call(p);
  bool bare = next->kind == PML_T_NAME || next->kind == PML_T_NUMBER;
  if (bare && !next->newline) return unknown_word(p);
  return read_expression(p);
}

// --- words

// "assert" expr
static pml_stmt *read_assert(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_stmt *s = pml_new_stmt(p, PML_S_ASSERT);
  pml_advance(p);
  s->value = pml_read_expr(p);
  return s->value ? pml_finish(p, s, from) : NULL;
}

// "printf" "(" string { "," expr } ")"
static pml_stmt *read_printf(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_stmt *s = pml_new_stmt(p, PML_S_PRINTF);
  pml_advance(p);
  sv_span opening = pml_here(p);
  if (!pml_open_paren(p, "after `printf`")) return NULL;
  s->format = pml_now(p)->name;
  if (!pml_take(p, PML_T_STRING)) {
    if (pml_error_here(p, "expected a string, but found %s", pml_found(p)))
      pml_hint(p, "the first argument of `printf` is its format");
    return NULL;
  }
  pml_expr_vec args = {0};
  bool good = !pml_take(p, PML_T_COMMA) || pml_read_exprs(p, &args);
  keep_message(p, s, &args);
  return good && pml_close_paren(p, opening) ? pml_finish(p, s, from) : NULL;
}

// "printm" "(" expr ")"
static pml_stmt *read_printm(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_stmt *s = pml_new_stmt(p, PML_S_PRINTM);
  pml_advance(p);
  sv_span opening = pml_here(p);
  if (!pml_open_paren(p, "after `printm`")) return NULL;
  s->value = pml_read_expr(p);
  return s->value && pml_close_paren(p, opening) ? pml_finish(p, s, from) : NULL;
}

// "set_priority" "(" expr "," expr ")"
static pml_stmt *read_set_priority(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_stmt *s = pml_new_stmt(p, PML_S_SET_PRIORITY);
  pml_advance(p);
  p->program->uses_priority = true;
  sv_span opening = pml_here(p);
  if (!pml_open_paren(p, "after `set_priority`") || !(s->value = pml_read_expr(p)) ||
      !pml_expect(p, PML_T_COMMA, "between the arguments of `set_priority`") ||
      !(s->upto = pml_read_expr(p)) || !pml_close_paren(p, opening))
    return NULL;
  return pml_finish(p, s, from);
}

// "return" expr: an assignment to what the call is assigned to
static pml_stmt *read_return(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_stmt *s = pml_new_stmt(p, PML_S_ASSIGN);
  s->target = p->return_target;
  if (!s->target) {
    if (p->call) pml_error_here(p, "`return`, but the value of this call is not assigned");
    else if (pml_error_here(p, "`return` outside of an inline"))
      pml_hint(p, "a process ends at the end of its body");
    return NULL;
  }
  pml_advance(p);
  s->value = pml_read_expr(p);
  return s->value ? pml_finish(p, s, from) : NULL;
}

bool pml_skip_c(pml_parser *p) {
  sv_span span = pml_here(p);
  pml_unsupported(p, span, pml_token_text(pml_kind(p)));
  pml_advance(p);
  while (pml_take(p, PML_T_STRING)) continue;
  if (pml_take(p, PML_T_LEFT_SQUARE)) pml_expect(p, PML_T_RIGHT_SQUARE, "in embedded C");
  if (pml_take(p, PML_T_LEFT_BRACE)) return pml_expect(p, PML_T_RIGHT_BRACE, "after embedded C");
  return true;
}

static pml_stmt *read_c_code(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_stmt *s = pml_new_stmt(p, PML_S_C_CODE);
  return pml_skip_c(p) ? pml_finish(p, s, from) : NULL;
}

static pml_stmt *read_word(pml_parser *p, pml_stmt_kind kind) {
  pml_stmt *s = pml_new_stmt(p, kind);
  pml_advance(p);
  return s;
}

static pml_stmt *read_unlabelled(pml_parser *p) {
  switch (pml_kind(p)) {
  case PML_T_IF: return pml_read_options(p, PML_S_IF);
  case PML_T_DO: return pml_read_options(p, PML_S_DO);
  case PML_T_FOR: return pml_read_for(p);
  case PML_T_SELECT: return pml_read_select(p);
  case PML_T_GOTO: return pml_read_goto(p);
  case PML_T_ATOMIC: return pml_read_braces(p, PML_S_ATOMIC);
  case PML_T_D_STEP: return pml_read_braces(p, PML_S_D_STEP);
  case PML_T_LEFT_BRACE: return pml_read_braces(p, PML_S_BLOCK);
  case PML_T_BREAK: return read_word(p, PML_S_BREAK);
  case PML_T_ELSE: return read_word(p, PML_S_ELSE);
  case PML_T_ASSERT: return read_assert(p);
  case PML_T_PRINTF: return read_printf(p);
  case PML_T_PRINTM: return read_printm(p);
  case PML_T_SET_PRIORITY: return read_set_priority(p);
  case PML_T_RETURN: return read_return(p);
  case PML_T_C_CODE:
  case PML_T_C_DECL:
  case PML_T_C_STATE:
  case PML_T_C_TRACK: return read_c_code(p);
  case PML_T_NAME: return read_from_name(p);
  default: return read_expression(p);
  }
}

// --- labels

static bool at_label(const pml_parser *p) {
  return pml_kind(p) == PML_T_NAME && pml_ahead(p, 1)->kind == PML_T_COLON &&
         sv_map_get(&p->proctypes, pml_now(p)->name.x) == SV_MAP_NONE;
}

static void read_labels(pml_parser *p, pml_label_vec *out) {
  while (at_label(p)) {
    pml_label *l = SV_ARENA_NEW(p->arena, pml_label);
    l->name = pml_now(p)->name;
    l->span = pml_here(p);
    l->call = p->call;
    sv_push(*out, l);
    pml_advance(p);
    pml_advance(p);
  }
}

static bool misplaced_label(pml_parser *p, const pml_label *l) {
  bool exclusive = pml_kind(p) == PML_T_XR || pml_kind(p) == PML_T_XS;
  if (!exclusive && !pml_at_declaration(p)) return false;
  if (pml_error(p, l->span, "the label `%s` stands before a declaration",
                pml_name_text(p, l->name)))
    pml_hint(p, "labels mark statements; move it behind the declaration");
  return true;
}

// A label with nothing behind it marks a `skip`.
static pml_stmt *implied_skip(pml_parser *p, const pml_label *l) {
  pml_stmt *s = pml_new_stmt(p, PML_S_EXPR);
  s->implied = true;
  s->span = s->head = l->span;
  s->value = pml_new_expr(p, PML_E_NUMBER);
  s->value->value = 1;
  s->value->span = l->span;
  return s;
}

static bool nothing_here(const pml_parser *p) {
  pml_token_kind kind = pml_kind(p);
  return pml_closes(kind) || kind == PML_T_SEMICOLON || kind == PML_T_ARROW;
}

// stmt = { name ":" } [ unlabelled ] ;
static pml_stmt *read_stmt(pml_parser *p) {
  pml_label_vec labels = {0};
  read_labels(p, &labels);
  pml_stmt *s = NULL;
  if (!pml_enter(p)) {
    sv_vec_free(labels);
    return NULL;
  }
  if (labels.n && nothing_here(p)) s = implied_skip(p, sv_last(labels));
  else if (!labels.n || !misplaced_label(p, sv_last(labels))) s = read_unlabelled(p);
  pml_leave(p);
  for (uint32_t i = 0; s && i < labels.n; i++) {
    labels.at[i]->stmt = s;
    sv_push(p->labels, labels.at[i]);
  }
  if (s && labels.n) SV_ARENA_KEEP(p->arena, labels, s->label, s->labels);
  else sv_vec_free(labels);
  return s;
}

// --- sequences

static pml_stmt *read_declaration(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_stmt *s = pml_new_stmt(p, PML_S_DECL);
  pml_var_vec vars = {0};
  bool good = pml_read_vars(p, PML_LOCAL, &vars);
  SV_ARENA_KEEP(p->arena, vars, s->var, s->vars);
  return good ? pml_finish(p, s, from) : NULL;
}

// ( "xr" | "xs" ) varref { "," varref }
static pml_stmt *read_exclusive(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_stmt *s = pml_new_stmt(p, PML_S_EXCLUSIVE);
  s->sends = pml_kind(p) == PML_T_XS;
  pml_advance(p);
  pml_expr_vec args = {0};
  bool good = true;
  do {
    pml_expr *e = pml_read_varref(p);
    good = e != NULL;
    if (good) sv_push(args, e);
  } while (good && pml_take(p, PML_T_COMMA));
  keep_message(p, s, &args);
  return good ? pml_finish(p, s, from) : NULL;
}

// stmt "unless" stmt
static pml_stmt *read_unless(pml_parser *p, pml_stmt *main, uint32_t from) {
  pml_stmt *s = pml_new_stmt(p, PML_S_UNLESS);
  pml_advance(p);
  pml_stmt *escape = read_stmt(p);
  if (!escape) return NULL;
  s->body.n = 2;
  s->body.at = SV_ARENA_ARRAY(p->arena, pml_stmt *, 2);
  s->body.at[0] = main;
  s->body.at[1] = escape;
  return pml_finish(p, s, from);
}

// step = declaration | exclusive | stmt [ "unless" stmt ] ;
static pml_stmt *read_step(pml_parser *p) {
  uint32_t from = p->in.at;
  if (pml_at_mtype_set(p)) {
    if (pml_error_here(p, "mtype sets are declared outside of processes"))
      pml_hint(p, "move it to the top of the file");
    return NULL;
  }
  if (pml_at_declaration(p)) return read_declaration(p);
  if (pml_kind(p) == PML_T_XR || pml_kind(p) == PML_T_XS) return read_exclusive(p);
  pml_stmt *s = read_stmt(p);
  return s && pml_kind(p) == PML_T_UNLESS ? read_unless(p, s, from) : s;
}

static bool take_separators(pml_parser *p) {
  bool some = false;
  while (pml_take(p, PML_T_SEMICOLON) || pml_take(p, PML_T_ARROW)) some = true;
  return some;
}

// True if a statement may follow here without a separator.
static bool forgiven(const pml_parser *p) {
  if (!p->in.at) return true;
  pml_token_kind last = p->in.token[p->in.at - 1].kind;
  return last == PML_T_RIGHT_BRACE || last == PML_T_ELSE || pml_line_ended(p);
}

static bool stray(pml_token_kind kind) {
  return kind == PML_T_RIGHT || kind == PML_T_RIGHT_SQUARE || kind == PML_T_COMMA ||
         kind == PML_T_COLON;
}

// The gap after the last token.
static sv_span gap(const pml_parser *p) {
  sv_span last = p->in.at ? p->in.token[p->in.at - 1].span : pml_here(p);
  return (sv_span){last.file, last.end, last.end};
}

static void missing_separator(pml_parser *p) {
  pml_token_kind kind = pml_kind(p);
  if (kind == PML_T_ASSIGN || stray(kind) || kind == PML_T_BAD) {
    pml_error_here(p, "%s cannot stand here", pml_found(p));
    pml_recover(p);
  } else pml_error(p, gap(p), "a `;` is missing before %s", pml_found(p));
}

// sequence = step { separator step } [ separator ] ;  up to what closes it
void pml_read_sequence(pml_parser *p, pml_block *out) {
  pml_stmt_vec steps = {0};
  take_separators(p);
  while (!pml_closes(pml_kind(p)) && !p->stopped && sv_diags_go_on(p->report->diags)) {
    uint32_t before = p->in.at;
    pml_stmt *s = read_step(p);
    if (s) sv_push(steps, s);
    else pml_recover(p);
    if (p->in.at == before) pml_advance(p);
    if (take_separators(p) || pml_closes(pml_kind(p)) || !s || forgiven(p)) continue;
    missing_separator(p);
  }
  SV_ARENA_KEEP(p->arena, steps, out->at, out->n);
}

// body = "{" sequence "}" ;
bool pml_read_body(pml_parser *p, const char *construct, pml_block *out) {
  sv_span opening = pml_here(p);
  if (!pml_expect(p, PML_T_LEFT_BRACE, construct)) return false;
  pml_opener here = {PML_T_LEFT_BRACE, opening, p->open};
  p->open = &here;
  pml_token_kind first = pml_kind(p);
  pml_read_sequence(p, out);
  while (pml_kind(p) == PML_T_FI || pml_kind(p) == PML_T_OD || pml_kind(p) == PML_T_SEPARATE) {
    const char *closes = pml_kind(p) == PML_T_FI ? "if" : "do";
    if (pml_kind(p) == PML_T_SEPARATE) {
      if (pml_error_here(p, "`::` outside of `if` and `do`"))
        pml_note(p, opening, "this `{` is still open");
    } else if (pml_error_here(p, "%s closes nothing here", pml_found(p))) {
      pml_hint(p, "there is no open `%s` that it could close", closes);
      pml_note(p, opening, "this `{` is still open");
    }
    pml_advance(p);
    pml_block more = {0};
    pml_read_sequence(p, &more);
  }
  p->open = here.outer;
  if (!pml_expect_close(p, PML_T_RIGHT_BRACE, opening, "{")) return false;
  if (out->n || first != PML_T_RIGHT_BRACE) return true;
  if (pml_error(p, sv_span_join(opening, p->in.token[p->in.at - 1].span),
                "this sequence needs at least one statement"))
    pml_hint(p, "`skip` does nothing");
  return true;
}
