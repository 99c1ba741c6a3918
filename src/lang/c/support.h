// support.h -- parts of pthreads, of C11's threads and of the library that are written in C.
//
// Handlers of threads that end, keys, `once`, cancellation, <threads.h> in the
// words of pthreads, strings: a few lines of C that are read before the program,
// where its text has the words.

#ifndef C_SUPPORT_H
#define C_SUPPORT_H

#include "base/text.h"

// The lines that this program needs; nothing is added where it needs none.
void c_support(const char *program, sv_text *lines);
void c_support_texts(const char *program, sv_text *lines);  // support_text.c

#endif
