// check.h -- what names mean, and whether everything has a meaning.

#ifndef PML_CHECK_H
#define PML_CHECK_H

#include "lang/promela/report.h"

// Completes the tree as ast.h promises, or reports errors.
void pml_check(pml_reporter *, pml_program *);

#endif
