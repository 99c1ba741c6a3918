// lexer.h -- words and signs of Promela.
//
// Makes Promela's tokens of what the preprocessor hands out: C's `:` `:` is
// one `::`, C's number `1..3` is three tokens. Something no Promela program
// may hold becomes one diagnostic and one PML_T_BAD token, so that the parser
// can stay silent about the same place.
//
// `newline` matters: after most tokens Spin reads a line's end as a `;`.

#ifndef PML_LEXER_H
#define PML_LEXER_H

#include "lang/promela/preprocess/pp.h"

//   WORD(token, text)
// clang-format off
#define PML_WORDS(WORD)              \
  WORD(ACTIVE, "active")             \
  WORD(ASSERT, "assert")             \
  WORD(ATOMIC, "atomic")             \
  WORD(BIT, "bit")                   \
  WORD(BOOL, "bool")                 \
  WORD(BREAK, "break")               \
  WORD(BYTE, "byte")                 \
  WORD(C_CODE, "c_code")             \
  WORD(C_DECL, "c_decl")             \
  WORD(C_EXPR, "c_expr")             \
  WORD(C_STATE, "c_state")           \
  WORD(C_TRACK, "c_track")           \
  WORD(CHAN, "chan")                 \
  WORD(D_PROCTYPE, "D_proctype")     \
  WORD(D_STEP, "d_step")             \
  WORD(DO, "do")                     \
  WORD(ELSE, "else")                 \
  WORD(EMPTY, "empty")               \
  WORD(ENABLED, "enabled")           \
  WORD(EVAL, "eval")                 \
  WORD(FALSE, "false")               \
  WORD(FI, "fi")                     \
  WORD(FOR, "for")                   \
  WORD(FULL, "full")                 \
  WORD(GET_PRIORITY, "get_priority") \
  WORD(GOTO, "goto")                 \
  WORD(HIDDEN, "hidden")             \
  WORD(IF, "if")                     \
  WORD(INIT, "init")                 \
  WORD(INLINE, "inline")             \
  WORD(INT, "int")                   \
  WORD(LEN, "len")                   \
  WORD(LOCAL, "local")               \
  WORD(LTL, "ltl")                   \
  WORD(MTYPE, "mtype")               \
  WORD(NEMPTY, "nempty")             \
  WORD(NEVER, "never")               \
  WORD(NFULL, "nfull")               \
  WORD(NOTRACE, "notrace")           \
  WORD(NP, "np_")                    \
  WORD(OD, "od")                     \
  WORD(OF, "of")                     \
  WORD(PC_VALUE, "pc_value")         \
  WORD(PID, "pid")                   \
  WORD(PRINTF, "printf")             \
  WORD(PRINTM, "printm")             \
  WORD(PRIORITY, "priority")         \
  WORD(PROCTYPE, "proctype")         \
  WORD(PROVIDED, "provided")         \
  WORD(RETURN, "return")             \
  WORD(RUN, "run")                   \
  WORD(SELECT, "select")             \
  WORD(SET_PRIORITY, "set_priority") \
  WORD(SHORT, "short")               \
  WORD(SHOW, "show")                 \
  WORD(SKIP, "skip")                 \
  WORD(TIMEOUT, "timeout")           \
  WORD(TRACE, "trace")               \
  WORD(TRUE, "true")                 \
  WORD(TYPEDEF, "typedef")           \
  WORD(UNLESS, "unless")             \
  WORD(UNSIGNED, "unsigned")         \
  WORD(XR, "xr")                     \
  WORD(XS, "xs")
// clang-format on

//   SIGN(token, text)
// clang-format off
#define PML_SIGNS(SIGN)   \
  SIGN(SEPARATE, "::")    \
  SIGN(COLON, ":")        \
  SIGN(SEMICOLON, ";")    \
  SIGN(ARROW, "->")       \
  SIGN(COMMA, ",")        \
  SIGN(LEFT, "(")         \
  SIGN(RIGHT, ")")        \
  SIGN(LEFT_SQUARE, "[")  \
  SIGN(RIGHT_SQUARE, "]") \
  SIGN(LEFT_BRACE, "{")   \
  SIGN(RIGHT_BRACE, "}")  \
  SIGN(RANGE, "..")       \
  SIGN(DOT, ".")          \
  SIGN(AT, "@")           \
  SIGN(BACKSLASH, "\\")   \
  SIGN(INCREMENT, "++")   \
  SIGN(DECREMENT, "--")   \
  SIGN(PLUS, "+")         \
  SIGN(MINUS, "-")        \
  SIGN(STAR, "*")         \
  SIGN(SLASH, "/")        \
  SIGN(PERCENT, "%")      \
  SIGN(SHIFT_LEFT, "<<")  \
  SIGN(SHIFT_RIGHT, ">>") \
  SIGN(LE, "<=")          \
  SIGN(GE, ">=")          \
  SIGN(LESS, "<")         \
  SIGN(GREATER, ">")      \
  SIGN(EQ, "==")          \
  SIGN(NE, "!=")          \
  SIGN(ASSIGN, "=")       \
  SIGN(AND_TWICE, "&&")   \
  SIGN(OR_TWICE, "||")    \
  SIGN(AND, "&")          \
  SIGN(OR, "|")           \
  SIGN(XOR, "^")          \
  SIGN(TILDE, "~")        \
  SIGN(NOT_TWICE, "!!")   \
  SIGN(NOT, "!")          \
  SIGN(QUERY_TWICE, "??") \
  SIGN(QUERY, "?")
// clang-format on

typedef enum {
  PML_T_END,
  PML_T_BAD,  // already reported
  PML_T_NAME,
  PML_T_NUMBER,  // also 'x'
  PML_T_STRING,
#define WORD(TOKEN, TEXT) PML_T_##TOKEN,
  PML_WORDS(WORD)
#undef WORD
#define SIGN(TOKEN, TEXT) PML_T_##TOKEN,
      PML_SIGNS(SIGN)
#undef SIGN
} pml_token_kind;

typedef struct {
  pml_token_kind kind;
  bool newline, space;  // before it; see pp.h
  int32_t value;        // NUMBER
  sv_name name;         // the text
  sv_span span, def;    // see pp.h
  sv_span place;        // where a person sees it: span, or the whole call of a macro, or the
                        // parameter of an inline for which it stands
  uint32_t call;        // the inline call it comes from: 1 + index, see pml_call
} pml_token;

typedef SV_VEC(pml_token) pml_tokens;

// Appends the tokens of a preprocessed file, the last one END. The caller
// frees *out.
void pml_scan(sv_arena *, sv_names *, sv_sources *, uint32_t file, const pml_defines *, sv_diags *,
              pml_tokens *out);

const char *pml_token_text(pml_token_kind);  // of a word or sign; NULL for others
bool pml_is_word(pml_token_kind);
const char *pml_word_text(uint32_t i);  // the i-th word, NULL after the last

#endif
