// smt_watch.h -- who interrupts Z3 at a limit. Only smt*.c include this.
//
// Z3 has no hook to ask about limits, but lets itself be interrupted from another thread. An sv_smt
// has one such thread, begun with its first check that has limits and asleep between checks: a
// check may take microseconds, and a thread of its own for each took longer than that.

#ifndef SV_SMT_WATCH_H
#define SV_SMT_WATCH_H

#include <z3.h>

#include "solver/cnf.h"

typedef struct sv_smt_watch sv_smt_watch;

bool sv_sat_limits_are_hit(const sv_sat_limits *);
// Made when it is needed first (*watch is NULL), and again in a forked child, which has no threads.
void sv_smt_watch_begin(sv_smt_watch **watch, Z3_context, const sv_sat_limits *);
void sv_smt_watch_end(sv_smt_watch *);   // nobody is interrupted any more; NULL is fine
void sv_smt_watch_free(sv_smt_watch *);  // NULL is fine

#endif
