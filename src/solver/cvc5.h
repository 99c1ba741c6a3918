// cvc5.h -- a second SMT solver, as a program of its own.
//
// For certificates: what Z3 has refuted is written as a script in SMT-LIB 2
// (sv_smt_script) and given to cvc5, which shares no code with it. The program is
// looked for in PATH and is optional. It runs in a child process that ends with
// ours, at a limit, or when its time is over. Must be called while the process
// has one thread.

#ifndef SV_CVC5_H
#define SV_CVC5_H

#include "base/text.h"
#include "solver/cnf.h"

bool sv_cvc5_found(void);  // is there such a program?
// Is there a model of the script, which asks once? SV_SAT_UNKNOWN, and why: it gave up, failed,
// or a limit was reached. `seconds`: at most (0: any number).
sv_sat_answer sv_cvc5_check(sv_text *script, double seconds, const sv_sat_limits *, sv_text *why);

#endif
