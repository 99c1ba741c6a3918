// lexer.h -- words and signs of .svm files.
//
// A whole file becomes an array of tokens that ends with SVM_T_END. Ends of
// lines are tokens: a declaration or clause takes a line, and only terms in
// parentheses go on over several. What cannot be read becomes one diagnostic
// and one SVM_T_BAD token, so that the parser can stay silent about it.
//
//   x  'any text'      names          12  -3  0.5  2/3   numbers
//   $1.x  $other.x     roles          0..7               ranges
//   $.x                global x       ?c                 choice inputs
//   %1                 let bindings   "text"             strings
//   @                  the name of every program counter

#ifndef SVM_LEXER_H
#define SVM_LEXER_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/map.h"

typedef enum {
  SVM_T_END,
  SVM_T_NEWLINE,
  SVM_T_BAD,  // already reported
  SVM_T_NAME,
  SVM_T_NUMBER,
  SVM_T_RANGE,
  SVM_T_STRING,
  SVM_T_ROLE,
  SVM_T_CHOICE,
  SVM_T_LET,
  SVM_T_SIGN,
} svm_token_kind;

#define SVM_GLOBAL_ROLE 256u  // $.x
#define SVM_NO_ROLE 257u      // not a role; roles go up to 255 (other)

typedef struct {
  svm_token_kind kind;
  bool quoted;    // NAME: never a keyword
  uint32_t role;  // ROLE
  sv_span span;
  sv_name name;      // NAME LET CHOICE SIGN NUMBER: the text; ROLE: after the dot, or none
  sv_name home;      // ROLE: the process after `other@`, or none
  const char *text;  // STRING
  int64_t lo, hi;    // RANGE
} svm_token;

typedef SV_VEC(svm_token) svm_tokens;

// Appends the tokens of `file`. Strings live in the arena; the caller frees *out.
void svm_scan(sv_names *, sv_arena *, const sv_sources *, uint32_t file, sv_diags *,
              svm_tokens *out);

#endif
