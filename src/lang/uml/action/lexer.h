// lexer.h -- words and signs of the action language.
//
// Guards, behaviours and declarations are stretches of a diagram's text; each
// is scanned by itself. PlantUML's escapes `\n` and `\;` count as blanks and
// as `;`. Words are reserved only where the language looks for them, so `to`,
// `max` and `in` may be names elsewhere.

#ifndef UML_LEXER_H
#define UML_LEXER_H

#include "lang/scan.h"

//   WORD(token, text)
// clang-format off
#define UML_WORDS(WORD)                                                                   \
  WORD(ASSERT, "assert") WORD(ELSE, "else") WORD(FALSE, "false") WORD(IF, "if")           \
  WORD(LOG, "log") WORD(NIL, "nil") WORD(SELF, "self") WORD(SEND, "send")                 \
  WORD(SKIP, "skip") WORD(THIS, "this") WORD(TRUE, "true") WORD(WHILE, "while")

//   SIGN(token, text); a sign comes before its own prefixes.
#define UML_SIGNS(SIGN)                                                                   \
  SIGN(COLON_EQUALS, ":=") SIGN(COLONS, "::") SIGN(COLON, ":") SIGN(SEMICOLON, ";")       \
  SIGN(COMMA, ",") SIGN(LEFT, "(") SIGN(RIGHT, ")") SIGN(LEFT_SQUARE, "[")                \
  SIGN(RIGHT_SQUARE, "]") SIGN(LEFT_BRACE, "{") SIGN(RIGHT_BRACE, "}")                    \
  SIGN(AND, "&&") SIGN(OR, "||") SIGN(NE, "!=") SIGN(NOT, "!") SIGN(EQ, "==")             \
  SIGN(ASSIGN, "=") SIGN(LE, "<=") SIGN(NE_PASCAL, "<>") SIGN(LT, "<") SIGN(GE, ">=")     \
  SIGN(GT, ">") SIGN(PLUS_PLUS, "++") SIGN(PLUS_EQUALS, "+=") SIGN(PLUS, "+")             \
  SIGN(MINUS_MINUS, "--") SIGN(MINUS_EQUALS, "-=") SIGN(MINUS, "-") SIGN(STAR, "*")       \
  SIGN(SLASH, "/") SIGN(PERCENT, "%") SIGN(DOT, ".")
// clang-format on

typedef enum {
  UML_T_END = SV_TOKEN_END,
  UML_T_BAD = SV_TOKEN_BAD,
  UML_T_NAME = SV_TOKEN_NAME,
  UML_T_NUMBER = SV_TOKEN_NUMBER,
#define WORD(TOKEN, TEXT) UML_T_##TOKEN,
  UML_WORDS(WORD)
#undef WORD
#define SIGN(TOKEN, TEXT) UML_T_##TOKEN,
      UML_SIGNS(SIGN)
#undef SIGN
          UML_T_TEXT,  // "…", with what is between the quotes as its name
} uml_token_kind;

// Appends the tokens of the span, the last one UML_T_END. The caller frees *out.
void uml_scan(sv_names *, const sv_sources *, sv_span, sv_diags *, sv_tokens *out);
const char *uml_token_text(uml_token_kind);  // of a word or sign; NULL for other kinds
bool uml_is_word(uml_token_kind);

#endif
