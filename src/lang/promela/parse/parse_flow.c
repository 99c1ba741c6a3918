// parse_flow.c -- selections, loops, jumps and blocks.

#include "lang/promela/parse/parse.h"

// --- if and do

static const char *word_of(pml_stmt_kind kind) { return kind == PML_S_IF ? "if" : "do"; }

// Past the `fi` or `od` that closes what was not understood.
static void skip_options(pml_parser *p) {
  for (uint32_t depth = 1; depth && pml_kind(p) != PML_T_END; pml_advance(p)) {
    pml_token_kind kind = pml_kind(p);
    if (kind == PML_T_IF || kind == PML_T_DO) depth++;
    if (kind == PML_T_FI || kind == PML_T_OD) depth--;
    if (kind == PML_T_LEFT_BRACE || kind == PML_T_RIGHT_BRACE) return;
  }
}

// { "::" sequence }
static void read_option_list(pml_parser *p, pml_block_vec *out) {
  while (pml_kind(p) == PML_T_SEPARATE) {
    sv_span mark = pml_here(p);
    pml_advance(p);
    pml_block b = {0};
    bool empty = pml_closes(pml_kind(p)) && pml_kind(p) != PML_T_END;
    if (empty && pml_error(p, mark, "this option is empty")) pml_hint(p, "`skip` does nothing");
    pml_read_sequence(p, &b);
    sv_push(*out, b);
  }
}

static bool close_options(pml_parser *p, pml_stmt_kind kind, sv_span opening) {
  pml_token_kind right = kind == PML_S_IF ? PML_T_FI : PML_T_OD;
  pml_token_kind wrong = kind == PML_S_IF ? PML_T_OD : PML_T_FI;
  if (pml_take(p, right)) return true;
  pml_token_kind opens_wrong = kind == PML_S_IF ? PML_T_DO : PML_T_IF;
  if (pml_kind(p) == wrong && (!p->open || p->open->kind != opens_wrong)) {
    if (pml_error_here(p, "`%s` cannot close this `%s`", pml_token_text(wrong), word_of(kind)))
      pml_note(p, opening, "it ends with `%s`", pml_token_text(right));
    pml_advance(p);
    return true;
  }
  return pml_expect_close(p, right, opening, word_of(kind));
}

// ( "if" options "fi" ) | ( "do" options "od" )
pml_stmt *pml_read_options(pml_parser *p, pml_stmt_kind kind) {
  uint32_t from = p->in.at;
  pml_stmt *s = pml_new_stmt(p, kind);
  sv_span opening = pml_here(p);
  pml_opener here = {pml_kind(p), opening, p->open};
  pml_advance(p);
  if (pml_kind(p) != PML_T_SEPARATE) {
    if (pml_error_here(p, "expected `::` after `%s`, but found %s", word_of(kind), pml_found(p)))
      pml_hint(p, "each option begins with `::`, as in `%s :: x > 0 -> …`", word_of(kind));
    skip_options(p);
    return NULL;
  }
  p->open = &here;
  pml_block_vec options = {0};
  read_option_list(p, &options);
  SV_ARENA_KEEP(p->arena, options, s->option, s->options);
  p->open = here.outer;
  if (!close_options(p, kind, opening)) return NULL;
  s = pml_finish(p, s, from);
  s->head = opening;
  return s;
}

// --- for and select

// varref ":" expr ".." expr ")"
static bool read_range(pml_parser *p, pml_stmt *s, sv_span opening) {
  return pml_expect(p, PML_T_COLON, "after the variable") && (s->value = pml_read_expr(p)) &&
         pml_expect(p, PML_T_RANGE, "between the ends of a range") &&
         (s->upto = pml_read_expr(p)) && pml_close_paren(p, opening);
}

// "in" varref ")"
static bool read_in(pml_parser *p, pml_stmt *s, sv_span opening) {
  s->kind = PML_S_FOR_IN;
  pml_advance(p);
  s->value = pml_read_varref(p);
  return s->value && pml_close_paren(p, opening);
}

// "for" "(" varref ( ":" expr ".." expr | "in" varref ) ")" [ ";" ] body
pml_stmt *pml_read_for(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_stmt *s = pml_new_stmt(p, PML_S_FOR);
  pml_advance(p);
  sv_span opening = pml_here(p);
  if (!pml_open_paren(p, "after `for`") || !(s->target = pml_read_varref(p))) return NULL;
  if (!(pml_is_named(p, 0, "in") ? read_in(p, s, opening) : read_range(p, s, opening))) return NULL;
  sv_span head = pml_text_since(p, from);
  pml_take(p, PML_T_SEMICOLON);
  if (!pml_read_body(p, "before the body of `for`", &s->body)) return NULL;
  s = pml_finish(p, s, from);
  s->head = head;
  return s;
}

static bool is_all(const pml_parser *p, const pml_token *t, const char *bytes) {
  const char *text = sv_names_get(p->names, t->name);
  return !text[strspn(text, bytes)];
}

// Outside of inlines Spin's scanner looks for a name of letters and digits, and two numbers, in
// one line, and spells the statement out. Where it finds anything else, the grammar does.
static bool scanner_spells_out(const pml_parser *p) {
  static const char digits[] = "0123456789";
  static const pml_token_kind shape[] = {PML_T_NAME,  PML_T_COLON,  PML_T_NUMBER,
                                         PML_T_RANGE, PML_T_NUMBER, PML_T_RIGHT};
  const pml_token *t = pml_now(p);
  assert(t->kind == PML_T_SELECT);
  if (t->call || t[1].kind != PML_T_LEFT) return false;
  for (uint32_t i = 0; i < SV_COUNT(shape); i++) {
    const pml_token *next = &t[2 + i];
    if (next->kind != shape[i] || next->newline) return false;
    if (next->kind == PML_T_NUMBER && !is_all(p, next, digits)) return false;
  }
  return !strchr(sv_names_get(p->names, t[2].name), '_');
}

// "select" "(" varref ":" expr ".." expr ")"
pml_stmt *pml_read_select(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_stmt *s = pml_new_stmt(p, PML_S_SELECT);
  s->spelled = scanner_spells_out(p);
  pml_advance(p);
  sv_span opening = pml_here(p);
  if (!pml_open_paren(p, "after `select`") || !(s->target = pml_read_varref(p)) ||
      !read_range(p, s, opening))
    return NULL;
  return pml_finish(p, s, from);
}

// --- goto and blocks

// "goto" name
pml_stmt *pml_read_goto(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_stmt *s = pml_new_stmt(p, PML_S_GOTO);
  pml_advance(p);
  s->jump = pml_expect_name(p, "a label after `goto`", &s->jump_span);
  return s->jump.x ? pml_finish(p, s, from) : NULL;
}

// [ "atomic" | "d_step" ] "{" sequence "}"
pml_stmt *pml_read_braces(pml_parser *p, pml_stmt_kind kind) {
  uint32_t from = p->in.at;
  pml_stmt *s = pml_new_stmt(p, kind);
  sv_span head = pml_here(p);
  const char *where = sv_arena_printf(p->arena, "after %s", pml_found(p));
  if (kind != PML_S_BLOCK) pml_advance(p);
  if (!pml_read_body(p, where, &s->body)) return NULL;
  s = pml_finish(p, s, from);
  s->head = head;
  return s;
}
