// lexer.c -- the scanner of Boolean programs. See lexer.h and lang/scan.h.
//
// What they have besides words and signs are names between braces.

#include "lang/boolprog/lexer.h"

typedef struct {
  bool told;          // a brace that is no name has been reported
  uint32_t unclosed;  // no `}` comes before this offset on the last line looked at
} braces;

static const sv_spelling words[] = {
#define WORD(TOKEN, TEXT, SOFT) SV_SPELLING(BP_T_##TOKEN, TEXT),
    BP_WORDS(WORD)
#undef WORD
};

static const sv_spelling signs[] = {
#define SIGN(TOKEN, TEXT) SV_SPELLING(BP_T_##TOKEN, TEXT),
    BP_SIGNS(SIGN)
#undef SIGN
};

static uint32_t meaning(uint32_t kind) {
  switch (kind) {
  case BP_T_AND_TWICE: return BP_T_AND;
  case BP_T_OR_TWICE: return BP_T_OR;
  case BP_T_TILDE: return BP_T_NOT;
  case BP_T_EQ_TWICE: return BP_T_EQ;
  case BP_T_ARROW: return BP_T_IMPLIES;
  case BP_T_DIAMOND: return BP_T_NE;
  case BP_T_ELIF: return BP_T_ELSIF;
  default: return kind;
  }
}

static void bad_brace(sv_scanner *s, uint32_t begin, const char *what) {
  braces *b = s->context;
  if (!b->told) {
    sv_diag(s->diags, SV_ERROR, (sv_span){s->file, begin, begin + 1}, "%s", what);
    sv_diag_hint(s->diags, "`{any text}` is a name; blocks are written `begin … end`, "
                           "`then … fi` and `do … od`");
  }
  b->told = true;
  sv_scan_emit(s, BP_T_BAD, begin);
}

static void skip_to_brace(sv_scanner *s) {
  for (char c; s->at < s->end && (c = sv_scan_peek(s, 0)) != '}' && c != '\n' && c;) s->at++;
}

// name = "{" any but "}" and newline { … } "}" [ "$" ] ;
static void braced_name(sv_scanner *s) {
  braces *b = s->context;
  uint32_t begin = s->at++;
  if (begin < b->unclosed) s->at = b->unclosed;
  skip_to_brace(s);
  if (sv_scan_peek(s, 0) != '}') {
    b->unclosed = s->at;
    s->at = begin + 1;
    bad_brace(s, begin, "the name that opens here is not closed by `}` on this line");
    return;
  }
  s->at++;
  if (s->at == begin + 2) {
    bad_brace(s, begin, "the name between `{` and `}` is empty");
    return;
  }
  if (sv_scan_peek(s, 0) == '$') s->at++;
  sv_scan_emit_named(s, BP_T_NAME, begin);
}

static bool brace(sv_scanner *s) {
  char c = sv_scan_peek(s, 0);
  if (c == '{') braced_name(s);
  else if (c == '}') bad_brace(s, s->at++, "no name opens with `{` before this `}`");
  return c == '{' || c == '}';
}

static const char *hint(char c) {
  switch (c) {
  case '-': return "an implication is written `=>` or `->`";
  case '/': return "comments are written `// …` or `/* … */`";
  case '+':
  case '%': return "variables hold truth values; there is no arithmetic";
  default: return NULL;
  }
}

static const sv_lexicon lexicon = {.language = "Boolean programs",
                                   .words = words,
                                   .word_count = SV_COUNT(words),
                                   .signs = signs,
                                   .sign_count = SV_COUNT(signs),
                                   .first = "$",
                                   .later = "#",
                                   .ascii = "comments and `{…}` names",
                                   .text_hint = "`{any text}` is a name",
                                   .meaning = meaning,
                                   .special = brace,
                                   .hint = hint};

void bp_scan(sv_names *names, const sv_sources *sources, uint32_t file, sv_diags *diags,
             sv_tokens *out) {
  braces state = {0};
  sv_scan(&lexicon, names, sources, file, diags, out, &state);
}

const char *bp_token_text(bp_token_kind kind) { return sv_lexicon_text(&lexicon, kind); }

bool bp_is_word(bp_token_kind kind) { return sv_lexicon_is_word(&lexicon, kind); }

bool bp_is_soft_word(bp_token_kind kind) {
  switch (kind) {
#define WORD(TOKEN, TEXT, SOFT) \
  case BP_T_##TOKEN: return SOFT;
    BP_WORDS(WORD)
#undef WORD
  default: return false;
  }
}
