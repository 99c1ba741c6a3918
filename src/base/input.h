// input.h -- the whole text of a file, a pipe or the standard input, within bounds.
//
// A model or trace comes from outside: it may be a device without end, a pipe
// without a writer, or a mistake of many gigabytes. Files and pipes are
// read, up to SV_INPUT_MOST bytes and as long as the limits allow; a terminal
// is read like a pipe; directories and other devices are refused.

#ifndef SV_INPUT_H
#define SV_INPUT_H

#include "base/limits.h"
#include "base/text.h"

#define SV_INPUT_MOST ((size_t)64 << 20)

// Appends the text to *out; "-" is the standard input. False and *why (a string
// that stays) if it cannot be read. Where a limit was reached first (NULL: there
// are none), limits->hit says which, and *why is its reason.
bool sv_input_read(const char *path, sv_limits *, sv_text *out, const char **why);

#endif
