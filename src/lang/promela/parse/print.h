// print.h -- a Promela tree as text again.
//
// Fully bracketed and with inlines and macros expanded; reading the text gives
// the same tree. For tests, and for looking at what was understood.

#ifndef PML_PRINT_H
#define PML_PRINT_H

#include "base/text.h"
#include "lang/promela/parse/ast.h"

void pml_print(const sv_names *, const pml_program *, sv_text *);
void pml_print_expr(const sv_names *, const pml_expr *, sv_text *);
// One statement without its labels; what is inside of braces too.
void pml_print_stmt(const sv_names *, const pml_stmt *, sv_text *);

const char *pml_op_sign(pml_op);

#endif
