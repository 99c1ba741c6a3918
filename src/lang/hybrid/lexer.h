// lexer.h -- words and signs of PHAVer and of HyTech.
//
// Two lexicons with one set of tokens: what both languages have is one token,
// so that one parser reads both. Numbers are decimal fractions; in HyTech a
// number may touch the name it multiplies (`2x`). Comments are `-- …`, in
// PHAVer also `// …` and `/* … */` (which do no harm in HyTech).
//
// HyTech's `define(name, tokens)` is done here: the tokens take the place of
// the name wherever it stands later on.

#ifndef HA_LEXER_H
#define HA_LEXER_H

#include "lang/scan.h"

typedef enum { HA_PHAVER, HA_HYTECH } ha_syntax;

//   WORD(token, text)
// clang-format off
#define HA_COMMON_WORDS(WORD)                                                             \
  WORD(AUTOMATON, "automaton") WORD(DO, "do") WORD(END, "end") WORD(GOTO, "goto")         \
  WORD(INITIALLY, "initially") WORD(LOC, "loc") WORD(SYNC, "sync")                        \
  WORD(SYNCLABS, "synclabs") WORD(WAIT, "wait") WORD(WHEN, "when") WORD(WHILE, "while")   \
  WORD(TRUE, "true") WORD(FALSE, "false") WORD(ASAP, "asap") WORD(AND, "and")

#define HA_PHAVER_WORDS(WORD)                                                             \
  WORD(CONTROL, "contr_var") WORD(INPUT, "input_var") WORD(PARAMETER, "parameter")        \
  WORD(ECHO, "echo")

#define HA_HYTECH_WORDS(WORD)                                                             \
  WORD(VAR, "var") WORD(DEFINE, "define") WORD(IN, "in") WORD(OR, "or") WORD(NOT, "not")  \
  WORD(REACH, "reach") WORD(ENDREACH, "endreach") WORD(HIDE, "hide")                      \
  WORD(ENDHIDE, "endhide") WORD(IF, "if") WORD(THEN, "then") WORD(ELSE, "else")           \
  WORD(ENDIF, "endif") WORD(ENDWHILE, "endwhile") WORD(EMPTY, "empty")                    \
  WORD(PRINT, "print") WORD(PRINTS, "prints") WORD(PRINTSIZE, "printsize")

//   SIGN(token, text): longer ones first
#define HA_SIGNS(SIGN)                                                                    \
  SIGN(AND_AND, "&&") SIGN(OR_OR, "||") SIGN(ASSIGN, ":=") SIGN(LE, "<=") SIGN(GE, ">=")  \
  SIGN(EQUAL, "==") SIGN(UNEQUAL, "!=") SIGN(LT, "<") SIGN(GT, ">") SIGN(EQ, "=")         \
  SIGN(PLUS, "+") SIGN(MINUS, "-") SIGN(STAR, "*") SIGN(SLASH, "/") SIGN(AMP, "&")        \
  SIGN(BAR, "|") SIGN(BANG, "!") SIGN(PRIME, "'") SIGN(LEFT, "(") SIGN(RIGHT, ")")        \
  SIGN(LEFT_BRACE, "{") SIGN(RIGHT_BRACE, "}") SIGN(LEFT_BRACKET, "[")                    \
  SIGN(RIGHT_BRACKET, "]") SIGN(COMMA, ",") SIGN(SEMICOLON, ";") SIGN(COLON, ":")         \
  SIGN(DOT, ".")
// clang-format on

enum {
  HA_T_END_OF_FILE = SV_TOKEN_END,
  HA_T_BAD = SV_TOKEN_BAD,
  HA_T_NAME = SV_TOKEN_NAME,
  HA_T_NUMBER = SV_TOKEN_NUMBER,
  HA_T_BEFORE_WORDS = SV_TOKEN_OWN,
#define X(TOKEN, TEXT) HA_T_##TOKEN,
  HA_COMMON_WORDS(X) HA_PHAVER_WORDS(X) HA_HYTECH_WORDS(X)
  // Other spellings of words.
  HA_T_STATE_VAR,
  HA_T_ASAP_CAPITAL,
  HA_T_TRUE_CAPITAL,
  HA_T_FALSE_CAPITAL,
  HA_T_AFTER_WORDS,
  HA_SIGNS(X) HA_T_TEXT
#undef X
};
typedef uint32_t ha_token_kind;

// Appends the tokens of `file`. The caller frees *out.
void ha_scan(ha_syntax, sv_names *, const sv_sources *, uint32_t file, sv_diags *, sv_tokens *out);

// The text of a word or sign as it stands in a program; NULL for other kinds.
const char *ha_token_text(ha_syntax, ha_token_kind);
bool ha_is_word(ha_token_kind);

#endif
