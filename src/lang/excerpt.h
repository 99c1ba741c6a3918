// excerpt.h -- source text as people see it in traces.

#ifndef SV_EXCERPT_H
#define SV_EXCERPT_H

#include "base/arena.h"
#include "base/source.h"

// The text of the span in one line, without doubled white space, cut where it is long. In the arena.
const char *sv_lang_excerpt(const sv_sources *, sv_span, sv_arena *);

#endif
