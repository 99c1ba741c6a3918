// guards.h -- the guard terms of a net, compiled one by one.
//
// The machine mixes guards with tests of locations and stops at the first
// thing that fails; the reduction asks for the guard term alone.

#ifndef SV_GUARDS_H
#define SV_GUARDS_H

#include "exec/code.h"
#include "exec/step.h"

typedef struct sv_guards sv_guards;

sv_guards *sv_guards_new(const sv_layout *, sv_text *why);  // NULL: see why
sv_guards *sv_guards_share(const sv_guards *);              // for another thread; outlived by it
void sv_guards_free(sv_guards *);                           // NULL is fine
void sv_guards_load(sv_guards *, const uint64_t *state);    // not copied
bool sv_guards_hold(sv_guards *, uint32_t action);
// The code and, by action, its pieces, for who writes them out (exec/emit.h).
const sv_bytecode *sv_guards_code(const sv_guards *, const uint32_t **pieces);
void sv_guards_generated(sv_guards *, const sv_step_functions *);  // from now on
bool sv_guards_overflow(const sv_guards *);                        // sticky

#endif
