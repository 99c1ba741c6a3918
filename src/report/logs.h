// logs.h -- everything that complete runs can print.
//
// A run is complete where nothing more is enabled; its log is the sequence of
// lines that its steps print. All reachable states are visited by the
// reference interpreter; the logs are the words of the automaton whose
// transitions are these lines, listed in alphabetical order, each once.

#ifndef SV_LOGS_H
#define SV_LOGS_H

#include "base/limits.h"
#include "exec/exec.h"

// One log per line, its entries joined by "::". False and *why (appended) if
// there are infinitely many, or not all of them could be listed; then *out is
// what was found, or empty.
bool sv_list_logs(const sv_net *, sv_limits *, sv_text *out, sv_text *why);

#endif
