// lexer.h -- words and signs of Boolean programs.
//
// The scanner turns a whole file into an array of tokens that ends with
// BP_T_END. It takes the union of seven dialects: names may hold `$` and `#`,
// `{any text}` is a name too, `&&` is `&`, `<>` is `!=`, `->` is `=>`.
// A run of bytes that no dialect knows becomes one diagnostic and one
// BP_T_BAD token, so that the parser can stay silent about the same place.
//
// A hard word never is a name of a variable or label; a soft word is one
// wherever its statement cannot stand (`lock := 1`), because only some
// dialects reserve it. Any word may name a procedure.

#ifndef BP_LEXER_H
#define BP_LEXER_H

#include "lang/scan.h"

//   WORD(token, text, soft)
// clang-format off
#define BP_WORDS(WORD)                      \
  WORD(ABORTIF, "abortif", false)           \
  WORD(ASSERT, "assert", false)             \
  WORD(ASSUME, "assume", false)             \
  WORD(ATOMIC_BEGIN, "atomic_begin", false) \
  WORD(ATOMIC_END, "atomic_end", false)     \
  WORD(BEGIN, "begin", false)               \
  WORD(BOOL, "bool", false)                 \
  WORD(BROADCAST, "broadcast", true)        \
  WORD(CALL, "call", true)                  \
  WORD(CONSTRAIN, "constrain", false)       \
  WORD(DEAD, "dead", true)                  \
  WORD(DECL, "decl", false)                 \
  WORD(DFS, "dfs", true)                    \
  WORD(DO, "do", false)                     \
  WORD(ELIF, "elif", false)                 \
  WORD(ELSE, "else", false)                 \
  WORD(ELSIF, "elsif", false)               \
  WORD(END_THREAD, "end_thread", false)     \
  WORD(END_WORD, "end", false)              \
  WORD(ENFORCE, "enforce", false)           \
  WORD(FALSE, "F", false)                   \
  WORD(FI, "fi", false)                     \
  WORD(GOTO, "goto", false)                 \
  WORD(IF, "if", false)                     \
  WORD(LOCK, "lock", true)                  \
  WORD(OD, "od", false)                     \
  WORD(PRINT, "print", true)                \
  WORD(RETURN, "return", false)             \
  WORD(SCHOOSE, "schoose", false)           \
  WORD(SIGNAL, "signal", true)              \
  WORD(SKIP, "skip", false)                 \
  WORD(START_THREAD, "start_thread", false) \
  WORD(SYNC, "sync", true)                  \
  WORD(THEN, "then", false)                 \
  WORD(THREAD_LOCAL, "thread_local", false) \
  WORD(TRUE, "T", false)                    \
  WORD(UNLOCK, "unlock", true)              \
  WORD(VOID, "void", false)                 \
  WORD(WAIT, "wait", true)                  \
  WORD(WHILE, "while", false)
// clang-format on

//   SIGN(token, text); a sign comes before its own prefixes.
// clang-format off
#define BP_SIGNS(SIGN)    \
  SIGN(ASSIGN, ":=")      \
  SIGN(COLON, ":")        \
  SIGN(SEMICOLON, ";")    \
  SIGN(COMMA, ",")        \
  SIGN(LEFT, "(")         \
  SIGN(RIGHT, ")")        \
  SIGN(LEFT_SQUARE, "[")  \
  SIGN(RIGHT_SQUARE, "]") \
  SIGN(AND_TWICE, "&&")   \
  SIGN(AND, "&")          \
  SIGN(OR_TWICE, "||")    \
  SIGN(OR, "|")           \
  SIGN(NE, "!=")          \
  SIGN(NOT, "!")          \
  SIGN(TILDE, "~")        \
  SIGN(XOR, "^")          \
  SIGN(IMPLIES, "=>")     \
  SIGN(EQ_TWICE, "==")    \
  SIGN(EQ, "=")           \
  SIGN(ARROW, "->")       \
  SIGN(DIAMOND, "<>")     \
  SIGN(LESS, "<")         \
  SIGN(GREATER, ">")      \
  SIGN(PRIME, "'")        \
  SIGN(STAR, "*")         \
  SIGN(QUESTION, "?")
// clang-format on

typedef enum {
  BP_T_END = SV_TOKEN_END,
  BP_T_BAD = SV_TOKEN_BAD,
  BP_T_NAME = SV_TOKEN_NAME,
  BP_T_NUMBER = SV_TOKEN_NUMBER,
#define WORD(TOKEN, TEXT, SOFT) BP_T_##TOKEN,
  BP_WORDS(WORD)
#undef WORD
#define SIGN(TOKEN, TEXT) BP_T_##TOKEN,
      BP_SIGNS(SIGN)
#undef SIGN
} bp_token_kind;

// Appends the tokens of `file`, the last one BP_T_END. The caller frees *out.
void bp_scan(sv_names *, const sv_sources *, uint32_t file, sv_diags *, sv_tokens *out);

// The text of a word or sign as it stands in a program; NULL for other kinds.
const char *bp_token_text(bp_token_kind);
bool bp_is_word(bp_token_kind);  // hard or soft
bool bp_is_soft_word(bp_token_kind);

#endif
