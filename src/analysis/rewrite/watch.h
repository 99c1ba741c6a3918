// watch.h -- nets that move the automaton of a recurrence along; inside of this folder.
//
// A watching net takes the steps of the net and has more variables behind its
// own: the automaton's state, and what its maker (record.c, count.c) notes of
// the marks that the steps carry. Each action has two choices more: where the
// automaton goes, and one of the maker's.
//
// The automaton has one more state, *lost*, which every step may lead to and
// which has no marks: so the automaton keeps no step from being possible, and
// who may move is what it was. A run that ends goes on with a step that does
// nothing, of a class behind all others; one per process that may stand in a
// blocking or committed location, and one for where none does.

#ifndef SV_WATCH_H
#define SV_WATCH_H

#include "analysis/rewrite/record_fair.h"

typedef sv_record_terms sv_watch_terms;

typedef struct {
  const sv_net *net;
  const sv_property *property;
  sv_net *out;
  sv_terms *T;
  sv_sort states;  // of the automaton
  uint32_t at;     // variable: the automaton's state
  uint32_t marks;  // the automaton's, then one per requirement
  sv_requirements fairness;
  sv_record_moves *moves;  // NULL without fairness
} sv_watch;

typedef struct {
  const sv_net_action *action;
  bool ends;        // it repeats the last state
  sv_term to;       // where the automaton goes
  sv_term passing;  // the automaton rests
  sv_term choice;   // the maker's
  SV_VEC(sv_update) updates;
} sv_watch_step;

// NULL and a reason where steps cannot be watched exactly.
sv_watch *sv_watch_new(const sv_net *, uint32_t property, sv_text *why);
uint32_t sv_watch_variable(sv_watch *, const char *name, sv_sort, uint32_t cells);
sv_term sv_watch_var(const sv_watch *, uint32_t v);
sv_term sv_watch_is_lost(const sv_watch *);

// In a step: the automaton's edge or the requirement's service carries this mark; a strong
// requirement could go on here, is served.
sv_term sv_watch_mark(const sv_watch *, const sv_watch_step *, uint32_t mark);
sv_term sv_watch_able(const sv_watch *, const sv_watch_step *, const sv_requirement *);
sv_term sv_watch_served(const sv_watch *, const sv_watch_step *, const sv_requirement *);
sv_term sv_watch_gets_lost(const sv_watch *, const sv_watch_step *);
void sv_watch_set(const sv_watch *, sv_watch_step *, uint32_t v, sv_term value);

// Adds all actions; the maker adds its updates to each, and returns a condition on its choice
// and on where the automaton goes that some values always meet.
typedef sv_term sv_watch_fn(void *context, sv_watch_step *);
void sv_watch_actions(sv_watch *, sv_sort choice, sv_watch_fn *, void *context);
// The net, with this invariant in the property's place; the watch is freed.
sv_net *sv_watch_finish(sv_watch *, uint32_t property, sv_term invariant);

#endif
