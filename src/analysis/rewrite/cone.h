// cone.h -- what can matter for some properties.
//
// The cone of influence: starting from what the properties read, the actions
// that fail them and the edges into bad locations, it contains every action
// that writes something relevant, and everything that decides whether such an
// action is enabled: program counters, so also the guards of all actions on
// the control paths; competitors, sections and lower priority classes; and
// what relevant values are computed from. An engine may leave out all other
// variables, queues and actions: the properties are violated in what remains
// exactly if they are in the whole, and cut actions are all kept. Infinite runs
// need all actions and what enables them: only values that are never read are
// left out. Absence of deadlock depends on everything.

#ifndef SV_CONE_H
#define SV_CONE_H

#include "analysis/access/access.h"

typedef struct {
  sv_bits objects;  // of the part map: variables, then queues; never holder
  sv_bits actions;
  bool everything;
} sv_relevant;

sv_relevant *sv_relevant_new(const sv_accesses *, const uint32_t *properties, uint32_t n);
// The same, and what can matter for the locations that processes reach and for the actions that
// touch items of the model.
sv_relevant *sv_relevant_control(const sv_accesses *, const uint32_t *properties, uint32_t n);
void sv_relevant_free(sv_relevant *);  // NULL is fine

#endif
