// lexer.c -- the scanner of DVE. See lexer.h and lang/scan.h.

#include "lang/dve/lexer.h"

static const sv_spelling words[] = {
#define WORD(TOKEN, TEXT) SV_SPELLING(DVE_T_##TOKEN, TEXT),
    DVE_WORDS(WORD)
#undef WORD
};

static const sv_spelling signs[] = {
#define SIGN(TOKEN, TEXT) SV_SPELLING(DVE_T_##TOKEN, TEXT),
    DVE_SIGNS(SIGN)
#undef SIGN
};

static uint32_t meaning(uint32_t kind) {
  if (kind == DVE_T_AND_TWICE) return DVE_T_AND;
  return kind == DVE_T_OR_TWICE ? DVE_T_OR : kind;
}

// A `\` at the end of a line goes for a blank.
static bool continuation(sv_scanner *s) {
  if (sv_scan_peek(s, 0) != '\\') return false;
  uint32_t n = 1;
  while (sv_scan_peek(s, n) == ' ' || sv_scan_peek(s, n) == '\t' || sv_scan_peek(s, n) == '\r') n++;
  if (sv_scan_peek(s, n) != '\n') return false;
  s->at += n + 1;
  return true;
}

static const char *hint(char c) {
  if (c == '`' || c == '$')
    return "is this a template (.mdve)? Run it through m4 with its parameters first";
  return c == '#' ? "there is no preprocessor; comments are `// …` or `/* … */`" : NULL;
}

static const sv_lexicon lexicon = {.language = "DVE",
                                   .words = words,
                                   .word_count = SV_COUNT(words),
                                   .signs = signs,
                                   .sign_count = SV_COUNT(signs),
                                   .later = "$#",
                                   .ascii = "comments",
                                   .nests_lines = true,
                                   .meaning = meaning,
                                   .blank = continuation,
                                   .hint = hint};

void dve_scan(sv_names *names, const sv_sources *sources, uint32_t file, sv_diags *diags,
              sv_tokens *out) {
  sv_scan(&lexicon, names, sources, file, diags, out, NULL);
}

const char *dve_token_text(dve_token_kind kind) { return sv_lexicon_text(&lexicon, kind); }

bool dve_is_word(dve_token_kind kind) { return sv_lexicon_is_word(&lexicon, kind); }
