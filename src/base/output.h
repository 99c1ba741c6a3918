// output.h -- files that we write. What cannot be written is said, with the
// path and the reason; an answer never depends on it.

#ifndef SV_OUTPUT_H
#define SV_OUTPUT_H

#include <stdio.h>

#include "base/text.h"

// NULL and *why if the file cannot be made.
FILE *sv_output_open(const char *path, sv_text *why);
// False and *why if not all that was printed to it has been written.
bool sv_output_close(FILE *, const char *path, sv_text *why);
bool sv_output_write(const char *path, sv_text *text, sv_text *why);  // a whole file

#endif
