// native.h -- generated code, compiled and loaded.
//
// The C compiler of the machine, `cc`, makes a shared object of the text in a
// private folder, which is removed as soon as the object is loaded. Whatever
// goes wrong has a reason; the caller goes on without.

#ifndef SV_NATIVE_H
#define SV_NATIVE_H

#include "base/limits.h"
#include "base/text.h"
#include "exec/step.h"

typedef struct sv_native sv_native;

// Stops the compiler when a limit is hit. NULL: see why.
sv_native *sv_native_new(const char *text, sv_limits *, sv_text *why);
// The same by way of a cache (base/cache.h) of what this compiler made of this text.
sv_native *sv_native_cached(const char *text, const char *folder, sv_limits *, sv_text *why);
bool sv_native_was_cached(const sv_native *);
// Why it is not in the cache now, or NULL.
const char *sv_native_uncached(sv_native *);
void sv_native_free(sv_native *);                             // NULL is fine
double sv_native_seconds(const sv_native *);                  // processor time of the compiler
void *sv_native_symbol(const sv_native *, const char *name);  // NULL: there is none
const sv_step_functions *sv_native_functions(const sv_native *);

#endif
