// recognise.h -- a glance at a text, for telling which language it is in.
//
// A glance goes through a text piece by piece: words, numbers and single signs.
// What most languages share is left out: blanks, `// …` and `/* … */`, texts in
// quotes, and lines that begin with `#` (directives of a preprocessor, or
// comments). Copies of a glance are independent, so looking ahead is a copy.

#ifndef SV_LANG_RECOGNISE_H
#define SV_LANG_RECOGNISE_H

#include "base/base.h"

typedef enum { SV_GLANCE_END, SV_GLANCE_WORD, SV_GLANCE_NUMBER, SV_GLANCE_SIGN } sv_glance_kind;

typedef struct {
  const char *at, *end;  // what is left
  const char *text;      // the current piece
  size_t n;
  sv_glance_kind kind;
  bool first;      // of its line
  uint32_t depth;  // of braces around it
} sv_glance;

sv_glance sv_glance_at(const char *text, size_t n);  // before the first piece
bool sv_glance_next(sv_glance *);                    // false at the end
bool sv_glance_is(const sv_glance *, const char *piece);
// Are the pieces behind this one like these, separated by blanks? `w` is any
// word, `n` any number; a word that is longer stands for itself, as do signs.
bool sv_glance_follows(sv_glance, const char *shape);

#endif
