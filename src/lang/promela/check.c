#include "lang/promela/check.h"
void pml_check(pml_reporter *r, pml_program *p) { SV_UNUSED(r); SV_UNUSED(p); }
