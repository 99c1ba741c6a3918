// lexer.c -- the scanners of PHAVer and HyTech. See lexer.h and lang/scan.h.

#include "lang/hybrid/lexer.h"

#define WORD(TOKEN, TEXT) SV_SPELLING(HA_T_##TOKEN, TEXT),
static const sv_spelling phaver_words[] = {
    HA_COMMON_WORDS(WORD) HA_PHAVER_WORDS(WORD) SV_SPELLING(HA_T_STATE_VAR, "state_var"),
    SV_SPELLING(HA_T_ASAP_CAPITAL, "ASAP"),
};
static const sv_spelling hytech_words[] = {
    HA_COMMON_WORDS(WORD) HA_HYTECH_WORDS(WORD) SV_SPELLING(HA_T_TRUE_CAPITAL, "True"),
    SV_SPELLING(HA_T_FALSE_CAPITAL, "False"),
};
#undef WORD

static const sv_spelling signs[] = {
#define SIGN(TOKEN, TEXT) SV_SPELLING(HA_T_##TOKEN, TEXT),
    HA_SIGNS(SIGN)
#undef SIGN
};

static uint32_t meaning(uint32_t kind) {
  switch (kind) {
  case HA_T_STATE_VAR: return HA_T_CONTROL;
  case HA_T_ASAP_CAPITAL: return HA_T_ASAP;
  case HA_T_TRUE_CAPITAL: return HA_T_TRUE;
  case HA_T_FALSE_CAPITAL: return HA_T_FALSE;
  default: return kind;
  }
}

// comment = "--" { any but newline } ;
static bool dash_comment(sv_scanner *s) {
  if (sv_scan_peek(s, 0) != '-' || sv_scan_peek(s, 1) != '-') return false;
  while (s->at < s->end && sv_scan_peek(s, 0) != '\n') s->at++;
  return true;
}

// --- numbers

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void digits(sv_scanner *s) {
  while (is_digit(sv_scan_peek(s, 0))) s->at++;
}

static void fraction(sv_scanner *s) {
  if (sv_scan_peek(s, 0) != '.' || !is_digit(sv_scan_peek(s, 1))) return;
  s->at++;
  digits(s);
}

static void exponent(sv_scanner *s) {
  char e = sv_scan_peek(s, 0), sign = sv_scan_peek(s, 1);
  uint32_t ahead = sign == '+' || sign == '-' ? 2 : 1;
  if ((e != 'e' && e != 'E') || !is_digit(sv_scan_peek(s, ahead))) return;
  s->at += ahead;
  digits(s);
}

// number = digit { digit } [ "." digit { digit } ] ; what follows may be a name.
static void hytech_number(sv_scanner *s) {
  assert(is_digit(sv_scan_peek(s, 0)));
  uint32_t begin = s->at;
  digits(s);
  fraction(s);
  sv_scan_emit_named(s, HA_T_NUMBER, begin);
}

static bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '~';
}

// number = digit { digit } [ "." digit { digit } ] [ "e" [ sign ] digit { digit } ] ;
static void phaver_number(sv_scanner *s) {
  assert(is_digit(sv_scan_peek(s, 0)));
  uint32_t begin = s->at;
  digits(s);
  fraction(s);
  exponent(s);
  if (!starts_name(sv_scan_peek(s, 0))) {
    sv_scan_emit_named(s, HA_T_NUMBER, begin);
    return;
  }
  while (starts_name(sv_scan_peek(s, 0)) || is_digit(sv_scan_peek(s, 0))) s->at++;
  sv_diag(s->diags, SV_ERROR, (sv_span){s->file, begin, s->at}, "a name cannot begin with a digit");
  sv_diag_hint(s->diags, "a product is written with `*`: `2*x`");
  sv_scan_emit(s, HA_T_BAD, begin);
}

// ".5": a point is a sign of its own anywhere else.
static bool bare_fraction(sv_scanner *s) {
  uint32_t begin = s->at;
  if (sv_scan_peek(s, 0) != '.' || !is_digit(sv_scan_peek(s, 1))) return false;
  fraction(s);
  sv_scan_emit_named(s, HA_T_NUMBER, begin);
  return true;
}

// --- the lexicons

static const char *hint(char c) {
  switch (c) {
  case '#': return "comments are written `-- …`";
  case '%': return "comments are written `-- …`";
  default: return NULL;
  }
}

static const sv_lexicon lexicons[] = {
    [HA_PHAVER] = {.language = "PHAVer",
                   .words = phaver_words,
                   .word_count = SV_COUNT(phaver_words),
                   .signs = signs,
                   .sign_count = SV_COUNT(signs),
                   .first = "$",
                   .later = "~",
                   .ascii = "of comments and texts",
                   .text = HA_T_TEXT,
                   .meaning = meaning,
                   .blank = dash_comment,
                   .special = bare_fraction,
                   .number = phaver_number,
                   .hint = hint},
    [HA_HYTECH] = {.language = "HyTech",
                   .words = hytech_words,
                   .word_count = SV_COUNT(hytech_words),
                   .signs = signs,
                   .sign_count = SV_COUNT(signs),
                   .ascii = "of comments and texts",
                   .text = HA_T_TEXT,
                   .meaning = meaning,
                   .blank = dash_comment,
                   .special = bare_fraction,
                   .number = hytech_number,
                   .hint = hint},
};

const char *ha_token_text(ha_syntax syntax, ha_token_kind kind) {
  return sv_lexicon_text(&lexicons[syntax], kind);
}

bool ha_is_word(ha_token_kind kind) { return kind > HA_T_BEFORE_WORDS && kind < HA_T_AFTER_WORDS; }

// --- define(name, tokens)

enum { MOST_TOKENS = 1000000 };

typedef struct {
  uint32_t begin, n;  // in `bodies`
} macro;

typedef struct {
  sv_diags *diags;
  sv_tokens bodies;
  SV_VEC(macro) macros;
  sv_map by_name;
  bool full;
} expander;

static void put(expander *x, sv_tokens *to, const sv_token *t) {
  uint32_t k = t->kind == HA_T_NAME ? sv_map_get(&x->by_name, t->name.x) : SV_MAP_NONE;
  if (k == SV_MAP_NONE) {
    sv_push(*to, *t);
    return;
  }
  for (uint32_t i = 0; i < x->macros.at[k].n; i++) {
    sv_token copy = x->bodies.at[x->macros.at[k].begin + i];
    copy.span = t->span;
    sv_push(*to, copy);
  }
  if (to->n <= MOST_TOKENS || x->full) return;
  sv_diag(x->diags, SV_ERROR, t->span, "the definitions make more than %d words of this file",
          MOST_TOKENS);
  x->full = true;
}

// Behind `define ( name ,`: the tokens up to the parenthesis that closes it. Later definitions
// know earlier ones, so expanding always ends.
static uint32_t keep_macro(expander *x, const sv_tokens *in, uint32_t at, sv_name name) {
  macro m = {.begin = x->bodies.n};
  sv_tokens body = {0};
  for (uint32_t depth = 0; in->at[at].kind != HA_T_END_OF_FILE && !x->full; at++) {
    ha_token_kind kind = in->at[at].kind;
    if (kind == HA_T_RIGHT && !depth--) break;
    if (kind == HA_T_LEFT) depth++;
    put(x, &body, &in->at[at]);
  }
  for (uint32_t i = 0; i < body.n; i++) sv_push(x->bodies, body.at[i]);
  m.n = body.n;
  sv_vec_free(body);
  sv_map_put(&x->by_name, name.x, x->macros.n);
  sv_push(x->macros, m);
  return in->at[at].kind == HA_T_RIGHT ? at + 1 : at;
}

static uint32_t read_define(expander *x, const sv_tokens *in, uint32_t at) {
  bool good = at + 4 < in->n && in->at[at + 1].kind == HA_T_LEFT &&
              in->at[at + 2].kind == HA_T_NAME && in->at[at + 3].kind == HA_T_COMMA;
  if (good) return keep_macro(x, in, at + 4, in->at[at + 2].name);
  sv_diag(x->diags, SV_ERROR, in->at[at].span, "this is no definition");
  sv_diag_hint(x->diags, "definitions are written `define(name, value)`");
  return at + 1;
}

static void expand(sv_tokens *tokens, uint32_t first, sv_diags *diags) {
  sv_tokens in = {0};
  for (uint32_t i = first; i < tokens->n; i++) sv_push(in, tokens->at[i]);
  tokens->n = first;
  expander x = {.diags = diags};
  for (uint32_t at = 0; at < in.n && !x.full;) {
    if (in.at[at].kind == HA_T_DEFINE) at = read_define(&x, &in, at);
    else put(&x, tokens, &in.at[at++]);
  }
  if (x.full) sv_push(*tokens, sv_last(in));
  assert(sv_last(*tokens).kind == HA_T_END_OF_FILE);
  sv_vec_free(in);
  sv_vec_free(x.bodies);
  sv_vec_free(x.macros);
  sv_map_free(&x.by_name);
}

void ha_scan(ha_syntax syntax, sv_names *names, const sv_sources *sources, uint32_t file,
             sv_diags *diags, sv_tokens *out) {
  uint32_t first = out->n;
  sv_scan(&lexicons[syntax], names, sources, file, diags, out, NULL);
  if (syntax == HA_HYTECH) expand(out, first, diags);
}
