// shrink.h -- makes a failing model small.
//
// Works on the text form, of which it knows little: processes and actions are
// blocks, a declaration or clause is a line, a term is in parentheses. Parts
// are left out or replaced as long as the test still fails; that most attempts
// are no models at all does not matter.

#ifndef RANDOM_SHRINK_H
#define RANDOM_SHRINK_H

#include "base/text.h"

// Does it still fail in the same way?
typedef bool shrink_test(void *context, const char *text);
// The caller frees the result. Stops after so many seconds.
char *shrink_text(const char *text, shrink_test *, void *context, double seconds);

#endif
