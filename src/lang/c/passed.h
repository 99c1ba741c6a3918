// passed.h -- what of the text a path goes through, for witnesses (inside of the room).

#ifndef C_PASSED_H
#define C_PASSED_H

#include "lang/c/lower.h"

// Just before the instruction at hand; `seen`: it, or the call above it that has a place.
void c_pass(c_path *, const c_inst *, const c_inst *seen);
// Where the path stops before an instruction: what a condition came to is known there.
void c_pass_decision(c_path *, const c_inst *);
void c_pass_call(c_path *, const c_inst *);
void c_pass_result(c_path *, const c_inst *, uint32_t choice);  // 1 + its number, or 0: unused
// What a trace shows of this place: the statement, as far as it is in that line.
const char *c_statement_text(c_lowering *, sv_span);
const c_statements *c_statements_of(c_lowering *, uint32_t file);
// The statement at this place; false: there is none.
bool c_statement_passed(c_lowering *, sv_span, uint32_t role, sv_passed *);

#endif
