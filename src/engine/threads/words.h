// words.h -- numbers whose bits should take turns in the order of variables.

#ifndef SV_THREADS_WORDS_H
#define SV_THREADS_WORDS_H

#include "engine/threads/threads.h"

// Inputs of global and own bits: a list for each set of numbers that meet.
typedef SV_VEC(sv_lits) sv_thread_words;
void sv_thread_find_words(const sv_thread_system *, sv_thread_words *out);

#endif
