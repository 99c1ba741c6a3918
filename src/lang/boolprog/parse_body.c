// parse_body.c -- a sequence of labelled statements.

#include "lang/boolprog/parse.h"

// --- labels

static bool at_label(const bp_parser *p) {
  bp_token_kind kind = bp_kind(p);
  if (bp_ahead(p, 1)->kind != BP_T_COLON) return false;
  return bp_is_word(kind) || kind == BP_T_NAME || kind == BP_T_NUMBER;
}

// label = ID | NUM ;
static void read_label(bp_parser *p, bp_label_vec *out) {
  const sv_token *t = bp_ahead(p, 0);
  if (bp_is_word(t->kind) && !bp_is_soft_word(t->kind)) {
    bp_error_here(p, "%s is a word of the language and cannot be a label", bp_found(p));
  } else {
    bp_label *label = SV_ARENA_NEW(p->in.arena, bp_label);
    *label = (bp_label){.name = t->name, .span = t->span};
    sv_push(*out, label);
  }
  bp_advance(p);
  bp_advance(p);
}

static bool is_async(const bp_parser *p, const bp_label_vec *labels) {
  for (uint32_t i = 0; i < labels->n; i++)
    if (!strncmp(bp_name_text(p, labels->at[i]->name), "ASYNC_", 6)) return true;
  return false;
}

// ASYNC_1: f();  is  ASYNC_1: start_thread f();
static bp_stmt *make_async(bp_parser *p, bp_stmt *inner, const bp_label_vec *labels) {
  if (inner->kind == BP_START) return inner;
  if (inner->kind == BP_NOTHING) {
    sv_span where = labels->at[labels->n - 1]->span;
    if (bp_error(p, where, "no statement follows that this label could start in a thread"))
      bp_hint(p, "a label that begins with `ASYNC_` means `start_thread` of its statement");
    return inner;
  }
  bp_stmt *s = SV_ARENA_NEW(p->in.arena, bp_stmt);
  *s = (bp_stmt){
      .kind = BP_START, .async = true, .span = inner->span, .head = inner->head, .inner = inner};
  return s;
}

// SLAM repeats a label at its statement; once is enough.
static void drop_repeats(bp_label_vec *labels) {
  sv_map seen = {0};
  uint32_t n = 0;
  for (uint32_t i = 0; labels->n > 1 && i < labels->n; i++) {
    if (sv_map_get(&seen, labels->at[i]->name.x) != SV_MAP_NONE) continue;
    sv_map_put(&seen, labels->at[i]->name.x, 1);
    labels->at[n++] = labels->at[i];
  }
  if (labels->n > 1) labels->n = n;
  sv_map_free(&seen);
}

static void attach(bp_parser *p, bp_stmt *s, bp_label_vec *labels) {
  drop_repeats(labels);
  for (uint32_t i = 0; i < labels->n; i++) {
    labels->at[i]->stmt = s;
    sv_push(p->labels, labels->at[i]);
  }
  SV_ARENA_KEEP(p->in.arena, *labels, s->label, s->labels);
}

// A statement that could not be read still owns its labels, so that a goto to
// one of them is no second mistake.
static bp_stmt *read_labelled_core(bp_parser *p) {
  if (bp_kind(p) == BP_T_SEMICOLON || bp_ends_body(p)) {
    bp_stmt *s = bp_new_stmt(p, BP_NOTHING);
    s->span = s->head = bp_after_last(p);
    return s;
  }
  bp_stmt *s = bp_enter(p) ? bp_read_core(p) : NULL;
  bp_leave(p);
  return s;
}

// stmt = { label ":" } [ core ] ;  NULL if nothing stands here or it was bad.
static bp_stmt *read_stmt(bp_parser *p, bool *good) {
  bp_label_vec labels = {0};
  while (at_label(p)) read_label(p, &labels);
  bool declares = labels.n && bp_kind(p) == BP_T_DECL;
  if (declares) bp_error(p, labels.at[labels.n - 1]->span, "a declaration cannot carry a label");
  bp_stmt *s = declares ? NULL : read_labelled_core(p);
  *good = s != NULL;
  if (!s) s = bp_new_stmt(p, BP_NOTHING);
  if (*good && is_async(p, &labels)) s = make_async(p, s, &labels);
  bool wanted = labels.n || s->kind != BP_NOTHING;
  attach(p, s, &labels);
  return wanted ? s : NULL;
}

// --- separators

static bool on_new_line(const bp_parser *p) {
  sv_span last = p->in.tokens.at[p->in.at - 1].span, here = bp_here(p);
  return sv_source_place(p->in.sources, last.file, last.end).line !=
         sv_source_place(p->in.sources, here.file, here.begin).line;
}

static void expect_separator(bp_parser *p, const bp_stmt *s) {
  bool optional = s && (s->kind == BP_IF || s->kind == BP_WHILE ||
                        (s->inner && (s->inner->kind == BP_IF || s->inner->kind == BP_WHILE)));
  if (bp_take(p, BP_T_SEMICOLON) || bp_ends_body(p) || optional) return;
  bp_error(p, bp_after_last(p), "expected `;` before %s", bp_found(p));
  bool resume = on_new_line(p) || (bp_is_word(bp_kind(p)) && !bp_is_soft_word(bp_kind(p)));
  if (!resume) bp_recover(p);
}

// One round of the loop: a declaration, a statement, or a lone `;`.
static void read_item(bp_parser *p, bp_stmt_vec *out) {
  if (bp_kind(p) == BP_T_DECL) {
    if (!bp_read_declare(p)) bp_recover(p);
    return;
  }
  if (bp_take(p, BP_T_SEMICOLON)) return;
  bool good;
  bp_stmt *s = read_stmt(p, &good);
  if (s) sv_push(*out, s);
  p->body_started = true;
  if (good) expect_separator(p, s);
  else bp_recover(p);
}

// Whether a closing word can end this body, rightly or by a slip of it.
static bool closes_something(const bp_parser *p) {
  bp_token_kind kind = bp_kind(p);
  if (kind == BP_T_FI || kind == BP_T_OD) return p->open->kind != BP_T_BEGIN;
  if (kind != BP_T_ELSE && kind != BP_T_ELSIF) return true;
  for (const bp_opener *o = p->open; o; o = o->outer)
    if (o->kind == BP_T_IF) return true;
  return false;
}

void bp_read_body(bp_parser *p, bp_block *out) {
  bp_stmt_vec stmts = {0};
  while (!bp_ends_body(p) || !closes_something(p)) {
    uint32_t before = p->in.at;
    if (bp_ends_body(p)) bp_stray_closer(p);
    else read_item(p, &stmts);
    if (p->in.at == before) bp_advance(p);
  }
  SV_ARENA_KEEP(p->in.arena, stmts, out->at, out->n);
}
