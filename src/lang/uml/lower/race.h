// race.h -- do two transitions of one step commute? See race.c.

#ifndef UML_RACE_H
#define UML_RACE_H

#include "lang/uml/lower/draft.h"

// Where they do not, over the state in which the event is dispatched. The draft is only
// asked for values.
sv_term uml_race(uml_draft *, const uml_compound *, const uml_compound *);

#endif
