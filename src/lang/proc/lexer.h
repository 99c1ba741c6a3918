// lexer.h -- words and signs of the process language.
//
// The scanner turns a whole file into an array of tokens that ends with
// PROC_T_END. Bytes that the language does not know become one diagnostic and
// one PROC_T_BAD token, about which the parser stays silent. Signs that only
// other languages have (`:=`, `++`) are tokens too, so that the parser can say
// what to write instead. Words are reserved, but `count sum len full empty
// held mine` only where a `(` follows.

#ifndef PROC_LEXER_H
#define PROC_LEXER_H

#include "lang/scan.h"

//   WORD(token, text)
// clang-format off
#define PROC_WORDS(WORD)                                                                  \
  WORD(ACQUIRE, "acquire") WORD(ASSERT, "assert") WORD(ATOMIC, "atomic")                  \
  WORD(AWAIT, "await") WORD(BOOL, "bool") WORD(BREAK, "break") WORD(BYTE, "byte")         \
  WORD(CHAN, "chan") WORD(CHOOSE, "choose") WORD(CONST, "const") WORD(COUNT, "count")     \
  WORD(DAEMON, "daemon") WORD(ELSE, "else") WORD(EMPTY, "empty") WORD(ENUM, "enum")       \
  WORD(EXISTS, "exists") WORD(FALSE, "false") WORD(FORALL, "forall") WORD(FULL, "full")   \
  WORD(FUNCTION, "function") WORD(HAVOC, "havoc") WORD(HELD, "held") WORD(IF, "if")       \
  WORD(IN, "in") WORD(INIT, "init") WORD(INT, "int") WORD(INT8, "int8")                   \
  WORD(INT16, "int16") WORD(INT32, "int32") WORD(LEN, "len") WORD(LOCK, "lock")           \
  WORD(MINE, "mine") WORD(OF, "of") WORD(PARAM, "param") WORD(PROCESS, "process")         \
  WORD(PROPERTY, "property") WORD(RELEASE, "release") WORD(RETURN, "return")              \
  WORD(SKIP, "skip") WORD(SUM, "sum") WORD(THEN, "then") WORD(TRUE, "true")               \
  WORD(UINT8, "uint8") WORD(UINT16, "uint16") WORD(UINT32, "uint32") WORD(WHEN, "when")   \
  WORD(WHILE, "while")
// clang-format on

//   SIGN(token, text); a sign comes before its own prefixes.
// clang-format off
#define PROC_SIGNS(SIGN)                                                                  \
  SIGN(COLON_EQUALS, ":=") SIGN(COLON, ":") SIGN(SEMICOLON, ";") SIGN(COMMA, ",")         \
  SIGN(LEFT, "(") SIGN(RIGHT, ")") SIGN(LEFT_SQUARE, "[") SIGN(RIGHT_SQUARE, "]")         \
  SIGN(LEFT_BRACE, "{") SIGN(RIGHT_BRACE, "}") SIGN(AND, "&&") SIGN(OR, "||")             \
  SIGN(NE, "!=") SIGN(NOT, "!") SIGN(EQ, "==") SIGN(ARROW_BACK, "=<") SIGN(FAT, "=>")     \
  SIGN(ASSIGN, "=")                                                                       \
  SIGN(LE, "<=") SIGN(LT, "<") SIGN(GE, ">=") SIGN(GT, ">") SIGN(IMPLIES, "->")           \
  SIGN(PLUS_PLUS, "++") SIGN(PLUS_EQUALS, "+=") SIGN(PLUS, "+")                           \
  SIGN(MINUS_MINUS, "--") SIGN(MINUS_EQUALS, "-=") SIGN(MINUS, "-")                       \
  SIGN(STAR, "*") SIGN(SLASH, "/") SIGN(PERCENT, "%") SIGN(RANGE, "..") SIGN(DOT, ".")    \
  SIGN(AT, "@") SIGN(QUESTION, "?")
// clang-format on

typedef enum {
  PROC_T_END = SV_TOKEN_END,
  PROC_T_BAD = SV_TOKEN_BAD,
  PROC_T_NAME = SV_TOKEN_NAME,
  PROC_T_NUMBER = SV_TOKEN_NUMBER,
#define WORD(TOKEN, TEXT) PROC_T_##TOKEN,
  PROC_WORDS(WORD)
#undef WORD
#define SIGN(TOKEN, TEXT) PROC_T_##TOKEN,
      PROC_SIGNS(SIGN)
#undef SIGN
} proc_token_kind;

#define PROC_NUMBER_MAX (SV_TOKEN_NUMBERS - 1)

// Appends the tokens of `file`, the last one PROC_T_END. The caller frees *out.
void proc_scan(sv_names *, const sv_sources *, uint32_t file, sv_diags *, sv_tokens *out);
// The text of a word or sign; NULL for other kinds.
const char *proc_token_text(proc_token_kind);
bool proc_is_word(proc_token_kind);

#endif
