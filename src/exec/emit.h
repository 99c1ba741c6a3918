// emit.h -- a compiled net as plain C.
//
// The register code of the fast machine (code.h), its tests and patches are
// written out as C text, instruction by instruction: fields become shifts and
// masks that are constants, jumps become gotos, and a C compiler does the
// rest. So the text means what the machine means, by construction, and a test
// holds it against exec like the machine itself. It calls no library, does not
// recurse and allocates nothing, and is valid C++ too: a compiler for GPUs can
// take it. step.h says what its functions do.

#ifndef SV_EMIT_H
#define SV_EMIT_H

#include "exec/machine.h"
#include "exec/step.h"

struct sv_bytecode;

// `guards` (by action) are pieces of `code`, for the function `guard`; NULL: it is not written.
void sv_emit_program(const sv_program *, const struct sv_bytecode *code, const uint32_t *guards,
                     sv_text *out);
// From their next state on, machines run generated code; guards as above. False: see
// why; they interpret then.
bool sv_program_compile(sv_program *, const struct sv_bytecode *, const uint32_t *guards,
                        sv_limits *, sv_text *why);
double sv_program_compiled_in(const sv_program *);  // processor seconds of the compiler
// The same successors as by sv_machine_fire, one by one: the first one from *choice on, which is
// set. To be asked with *choice 0 first, then from the one behind the last.
bool sv_machine_next(sv_machine *, uint32_t action, uint64_t *choice, uint64_t *out);
uint64_t sv_machine_combinations(const sv_machine *, uint32_t action);  // above all its choices
const sv_step_functions *sv_program_functions(const sv_program *);      // NULL: it is interpreted

#endif
