// lexer.c -- the scanner of the action language. See lexer.h and lang/scan.h.

#include "lang/uml/action/lexer.h"

static const sv_spelling words[] = {
#define WORD(TOKEN, TEXT) SV_SPELLING(UML_T_##TOKEN, TEXT),
    UML_WORDS(WORD)
#undef WORD
};

static const sv_spelling signs[] = {
#define SIGN(TOKEN, TEXT) SV_SPELLING(UML_T_##TOKEN, TEXT),
    UML_SIGNS(SIGN)
#undef SIGN
};

static const char *hint(char c) {
  switch (c) {
  case '&': return "a conjunction is written `&&`";
  case '|': return "a disjunction is written `||`";
  case '~': return "a negation is written `!`";
  case '?': return "there is no conditional expression; write `if (…) … else …`";
  default: return NULL;
  }
}

// PlantUML's line break.
static bool escape(sv_scanner *s) {
  if (sv_scan_peek(s, 0) != '\\' || sv_scan_peek(s, 1) != 'n') return false;
  s->at += 2;
  return true;
}

// text = '"' { any but '"' and newline } '"' ;  also `\;`
static bool text(sv_scanner *s) {
  uint32_t begin = s->at, n = 1;
  if (sv_scan_peek(s, 0) == '\\' && sv_scan_peek(s, 1) == ';') {
    s->at += 2;
    sv_scan_emit(s, UML_T_SEMICOLON, begin);
    return true;
  }
  if (sv_scan_peek(s, 0) != '"') return false;
  for (char c; (c = sv_scan_peek(s, n)) != '"'; n++) {
    if (c == '\\' && sv_scan_peek(s, n + 1) == '"') n++;
    if (c && c != '\n') continue;
    sv_diag(s->diags, SV_ERROR, (sv_span){s->file, begin, begin + 1}, "this text is never closed");
    sv_diag_hint(s->diags, "a text ends with `\"` on the same line");
    s->at = begin + n;
    sv_scan_emit(s, SV_TOKEN_BAD, begin);
    return true;
  }
  s->at += n + 1;
  sv_scan_emit(s, UML_T_TEXT, begin);
  sv_last(*s->out).name = sv_names_intern(s->names, s->text + begin + 1, n - 1);
  return true;
}

static const sv_lexicon lexicon = {.language = "actions",
                                   .words = words,
                                   .word_count = SV_COUNT(words),
                                   .signs = signs,
                                   .sign_count = SV_COUNT(signs),
                                   .ascii = "of texts",
                                   .blank = escape,
                                   .special = text,
                                   .hint = hint};

void uml_scan(sv_names *names, const sv_sources *sources, sv_span span, sv_diags *diags,
              sv_tokens *out) {
  sv_scan_span(&lexicon, names, sources, span, diags, out, NULL);
}

const char *uml_token_text(uml_token_kind kind) { return sv_lexicon_text(&lexicon, kind); }

bool uml_is_word(uml_token_kind kind) { return sv_lexicon_is_word(&lexicon, kind); }
