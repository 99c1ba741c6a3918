// lexer.c -- the scanner of the process language. See lexer.h and lang/scan.h.

#include "lang/proc/lexer.h"

static const sv_spelling words[] = {
#define WORD(TOKEN, TEXT) SV_SPELLING(PROC_T_##TOKEN, TEXT),
    PROC_WORDS(WORD)
#undef WORD
};

static const sv_spelling signs[] = {
#define SIGN(TOKEN, TEXT) SV_SPELLING(PROC_T_##TOKEN, TEXT),
    PROC_SIGNS(SIGN)
#undef SIGN
};

static const char *hint(char c) {
  switch (c) {
  case '&': return "a conjunction is written `&&`";
  case '|': return "a disjunction is written `||`";
  case '#': return "comments are written `// …`; constants `const N = 4;`";
  case '~': return "a negation is written `!`";
  default: return NULL;
  }
}

static const sv_lexicon lexicon = {.language = "this language",
                                   .words = words,
                                   .word_count = SV_COUNT(words),
                                   .signs = signs,
                                   .sign_count = SV_COUNT(signs),
                                   .ascii = "of comments",
                                   .hint = hint};

// `count` and its kind are names like others unless they are called.
static bool is_soft(uint32_t word) {
  return word == PROC_T_COUNT || word == PROC_T_SUM || word == PROC_T_LEN || word == PROC_T_FULL ||
         word == PROC_T_EMPTY || word == PROC_T_HELD || word == PROC_T_MINE;
}

static void refuse_large(sv_token *t, sv_diags *diags) {
  sv_diag(diags, SV_ERROR, t->span, "this number is too large");
  sv_diag_hint(diags, "numbers in a program have to be below 2^62 (values may grow beyond)");
  t->kind = PROC_T_BAD;
}

void proc_scan(sv_names *names, const sv_sources *sources, uint32_t file, sv_diags *diags,
               sv_tokens *out) {
  uint32_t first = out->n;
  sv_scan(&lexicon, names, sources, file, diags, out, NULL);
  for (uint32_t i = first; i + 1 < out->n; i++) {
    sv_token *t = &out->at[i];
    if (is_soft(t->kind) && out->at[i + 1].kind != PROC_T_LEFT) t->kind = PROC_T_NAME;
    if (t->kind == PROC_T_NUMBER && t->number < 0) refuse_large(t, diags);
  }
}

const char *proc_token_text(proc_token_kind kind) { return sv_lexicon_text(&lexicon, kind); }

bool proc_is_word(proc_token_kind kind) { return sv_lexicon_is_word(&lexicon, kind); }
