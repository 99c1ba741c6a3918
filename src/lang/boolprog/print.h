// print.h -- source-like text of expressions and statements, for traces.

#ifndef BP_PRINT_H
#define BP_PRINT_H

#include "base/text.h"
#include "lang/boolprog/ast.h"

// The source under a span on one line: comments dropped, white space single.
void bp_print_source(const sv_sources *, sv_span, sv_text *out);
// What a trace shows for a statement: as written, `if e` and `while e` alone.
void bp_print_stmt(const sv_sources *, const bp_stmt *, sv_text *out);
// From the tree: every operator inside another one in parentheses, signs of
// one spelling (& | ^ ! = != =>), 'x for a prime, x$ for another thread.
void bp_print_expr(const sv_names *, const bp_expr *, sv_text *out);

#endif
