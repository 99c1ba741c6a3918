// parser.h -- from tokens to the tree of ast.h, names not yet looked up.

#ifndef PML_PARSER_H
#define PML_PARSER_H

#include "lang/promela/parse/lexer.h"
#include "lang/promela/report.h"

// Reads the tokens of one model. Never NULL; the tree is complete only if no
// error was added. Inline calls are added to the reporter and kept in the tree.
pml_program *pml_read_program(pml_reporter *, const pml_tokens *);

#endif
