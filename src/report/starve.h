// starve.h -- who is left out by a loop that goes on for ever.

#ifndef SV_STARVE_H
#define SV_STARVE_H

#include "exec/trace.h"
#include "report/style.h"

// A line for each process that runs all through the loop, never moves there, and could in some of
// its states: what it could do first, and how often it could move at all.
void sv_report_starving(const sv_style *, const sv_net *, const sv_trace *, sv_text *out);

#endif
