// monitor.h -- an automaton that excludes paths which cannot be taken.
//
// Words of actions: anchored ones cannot be taken from an initial state, others
// from no state whatever. A word may also say that a property is not violated
// behind it. The automaton (A. Aho, M. Corasick 1975) reads the actions of a run
// and knows at every moment which words, or beginnings of words, end there. What
// guarantees that refinement makes progress is this, not predicates.

#ifndef SV_MONITOR_H
#define SV_MONITOR_H

#include "encode/abstract/abstract.h"

typedef struct {
  sv_u32s actions;
  bool anchored;
  uint32_t excused;  // property of the net that is not violated behind it; 0: it cannot be taken
} sv_word;
typedef SV_VEC(sv_word) sv_words_list;

void sv_words_free(sv_words_list *);
// False: the word is there already.
bool sv_words_add(sv_words_list *, const uint32_t *actions, uint32_t n, bool anchored,
                  uint32_t excused);
// The automaton of all of them; the caller frees it.
void sv_monitor_make(const sv_words_list *, sv_monitor *out);
void sv_monitor_free(sv_monitor *);

#endif
