// text.h -- growing strings, for printers and messages.

#ifndef SV_TEXT_H
#define SV_TEXT_H

#include <stdarg.h>

#include "base/vec.h"

typedef SV_VEC(char) sv_text;  // zeroed is empty; always NUL-terminated once used

void sv_text_char(sv_text *, char);
void sv_text_string(sv_text *, const char *);
void sv_text_bytes(sv_text *, const char *, size_t n);
void sv_text_printf(sv_text *, const char *format, ...) SV_PRINTF(2, 3);
void sv_text_vprintf(sv_text *, const char *format, va_list) SV_PRINTF(2, 0);
const char *sv_text_get(sv_text *);  // "" when empty; valid until next change
char *sv_text_take(sv_text *);       // caller frees with sv_free; text is empty after
void sv_text_free(sv_text *);
// Is it one of the words of the list, which are separated by spaces? A NULL list has none.
bool sv_is_listed(const char *list, const char *word);
// Text of an XML document: & < > and quotes are escaped, what XML cannot hold
// becomes U+FFFD.
void sv_text_xml(sv_text *, const char *);

#endif
