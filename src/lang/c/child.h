// child.h -- clang and LLVM in processes of their own.
//
// clang compiles, the module lang/c/llvm reads the bitcode: both may be slow,
// and LLVM ends its process on corrupt input. The program that is checked is
// never run.

#ifndef C_CHILD_H
#define C_CHILD_H

#include "base/options.h"
#include "base/source.h"

// The lines of ir.h. False: *why says what was wrong, in one line or (if *messages)
// in clang's own lines. Where a limit of the sources was hit, they know.
// `more` stands behind the program's text; only a program in C takes some.
bool c_compile(const sv_sources *, uint32_t file, const sv_text *more, const sv_options *,
               sv_text *lines, sv_text *why, bool *messages);
bool c_is_compiled(const char *path);  // .bc and .ll

#endif
