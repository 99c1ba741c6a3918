// witness.h -- witnesses in SV-COMP's format 2.0 (YAML), of programs in C.

#ifndef SV_WITNESS_H
#define SV_WITNESS_H

#include "report/report.h"

// What the answer gives: the sequence of places of a violating run, or a set of invariants of
// a program that is correct. `trace` may be NULL. False and *why: there is none, or the file
// cannot be written.
bool sv_report_write_witness(const sv_report *, const sv_net *, const sv_trace *, const char *path,
                             sv_text *why);

#endif
