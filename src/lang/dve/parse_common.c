// parse_common.c -- what must be there, and where to go on after a mistake.

#include "lang/dve/parse.h"

bool dve_expect(dve_parser *p, dve_token_kind kind, const char *where) {
  if (dve_take(p, kind)) return true;
  dve_error(p, dve_after_last(p), "expected `%s` %s, but found %s", dve_token_text(kind), where,
            dve_found(p));
  return false;
}

bool dve_read_word(dve_parser *p, const char *what, dve_word *out) {
  *out = (dve_word){dve_ahead(p, 0)->name, dve_here(p)};
  if (dve_take(p, DVE_T_NAME)) return true;
  out->name = (sv_name){0};
  if (dve_is_word(dve_kind(p))) {
    if (dve_error_here(p, "expected %s, but %s is a word of the language", what, dve_found(p)))
      dve_hint(p, "choose another name");
  } else {
    dve_error_here(p, "expected %s, but found %s", what, dve_found(p));
  }
  return false;
}

bool dve_read_words(dve_parser *p, const char *what, dve_word_vec *out) {
  do {
    dve_word word;
    if (!dve_read_word(p, what, &word)) return false;
    sv_push(*out, word);
  } while (dve_take(p, DVE_T_COMMA));
  return true;
}

static bool opens_something(dve_token_kind kind) {
  switch (kind) {
  case DVE_T_END:
  case DVE_T_RIGHT_BRACE:
  case DVE_T_PROCESS:
  case DVE_T_SYSTEM:
  case DVE_T_STATE:
  case DVE_T_INIT:
  case DVE_T_COMMIT:
  case DVE_T_ACCEPT:
  case DVE_T_ASSERT:
  case DVE_T_TRANS: return true;
  default: return false;
  }
}

static int bracket(dve_token_kind kind) {
  if (kind == DVE_T_LEFT_BRACE || kind == DVE_T_LEFT) return 1;
  return kind == DVE_T_RIGHT_BRACE || kind == DVE_T_RIGHT ? -1 : 0;
}

static uint32_t after_bracket(uint32_t open, dve_token_kind kind) {
  int step = bracket(kind);
  return step < 0 ? open - (open > 0) : open + (uint32_t)step;
}

static uint32_t open_since(const dve_parser *p, uint32_t from) {
  uint32_t open = 0;
  for (uint32_t i = from; i < p->in.at; i++) open = after_bracket(open, p->in.tokens.at[i].kind);
  return open;
}

void dve_skip_declaration(dve_parser *p, uint32_t from) {
  uint32_t open = open_since(p, from);
  for (; dve_kind(p) != DVE_T_END; dve_advance(p)) {
    dve_token_kind kind = dve_kind(p);
    if (!open && dve_take(p, DVE_T_SEMICOLON)) return;
    if (opens_something(kind) && (!open || kind != DVE_T_RIGHT_BRACE)) return;
    open = after_bracket(open, kind);
  }
}
