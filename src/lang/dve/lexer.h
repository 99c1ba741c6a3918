// lexer.h -- words and signs of DVE.
//
// The scanner turns a whole file into an array of tokens that ends with
// DVE_T_END. `&&` is `and`, `||` is `or`. A run of bytes that DVE does not
// know becomes one diagnostic and one DVE_T_BAD token, so that the parser can
// stay silent about the same place.

#ifndef DVE_LEXER_H
#define DVE_LEXER_H

#include "lang/scan.h"

// clang-format off
#define DVE_WORDS(WORD)     \
  WORD(ACCEPT, "accept")     \
  WORD(AND, "and")           \
  WORD(ASSERT, "assert")     \
  WORD(ASYNC, "async")       \
  WORD(BYTE, "byte")         \
  WORD(CHANNEL, "channel")   \
  WORD(COMMIT, "commit")     \
  WORD(CONST, "const")       \
  WORD(EFFECT, "effect")     \
  WORD(FALSE, "false")       \
  WORD(GUARD, "guard")       \
  WORD(IMPLY, "imply")       \
  WORD(INIT, "init")         \
  WORD(INT, "int")           \
  WORD(NOT, "not")           \
  WORD(OR, "or")             \
  WORD(PROCESS, "process")   \
  WORD(PROPERTY, "property") \
  WORD(STATE, "state")       \
  WORD(SYNC, "sync")         \
  WORD(SYSTEM, "system")     \
  WORD(TRANS, "trans")       \
  WORD(TRUE, "true")
// clang-format on

//   SIGN(token, text); a sign comes before its own prefixes.
// clang-format off
#define DVE_SIGNS(SIGN)   \
  SIGN(ARROW, "->")       \
  SIGN(WIDE_ARROW, "=>")  \
  SIGN(EQ, "==")          \
  SIGN(NE, "!=")          \
  SIGN(SHL, "<<")         \
  SIGN(SHR, ">>")         \
  SIGN(LE, "<=")          \
  SIGN(GE, ">=")          \
  SIGN(AND_TWICE, "&&")   \
  SIGN(OR_TWICE, "||")    \
  SIGN(INCREMENT, "++")   \
  SIGN(DECREMENT, "--")   \
  SIGN(ASSIGN, "=")       \
  SIGN(LT, "<")           \
  SIGN(GT, ">")           \
  SIGN(BITAND, "&")       \
  SIGN(BITOR, "|")        \
  SIGN(BITXOR, "^")       \
  SIGN(TILDE, "~")        \
  SIGN(EXCLAM, "!")       \
  SIGN(QUESTION, "?")     \
  SIGN(PLUS, "+")         \
  SIGN(MINUS, "-")        \
  SIGN(TIMES, "*")        \
  SIGN(DIV, "/")          \
  SIGN(MOD, "%")          \
  SIGN(DOT, ".")          \
  SIGN(COMMA, ",")        \
  SIGN(SEMICOLON, ";")    \
  SIGN(COLON, ":")        \
  SIGN(LEFT, "(")         \
  SIGN(RIGHT, ")")        \
  SIGN(LEFT_SQUARE, "[")  \
  SIGN(RIGHT_SQUARE, "]") \
  SIGN(LEFT_BRACE, "{")   \
  SIGN(RIGHT_BRACE, "}")
// clang-format on

typedef enum {
  DVE_T_END = SV_TOKEN_END,
  DVE_T_BAD = SV_TOKEN_BAD,
  DVE_T_NAME = SV_TOKEN_NAME,
  DVE_T_NUMBER = SV_TOKEN_NUMBER,
#define WORD(TOKEN, TEXT) DVE_T_##TOKEN,
  DVE_WORDS(WORD)
#undef WORD
#define SIGN(TOKEN, TEXT) DVE_T_##TOKEN,
      DVE_SIGNS(SIGN)
#undef SIGN
} dve_token_kind;

// Appends the tokens of `file`, the last one DVE_T_END. The caller frees *out.
void dve_scan(sv_names *, const sv_sources *, uint32_t file, sv_diags *, sv_tokens *out);

// The text of a word or sign as it stands in a program; NULL for other kinds.
const char *dve_token_text(dve_token_kind);
bool dve_is_word(dve_token_kind);

#endif
