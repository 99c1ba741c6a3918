// place.h -- conditions that are asked where control comes to a place of the text (inside of the room).
//
// `--invariant '12: x < 5'`: just before the statement that begins in line 12, and of a loop before every
// round. A thread stops there, whatever else it could do in the same step, and an action of its own
// fails where the condition does not hold; so it is asked in every state in which a thread stands there.

#ifndef C_PLACE_H
#define C_PLACE_H

#include "lang/c/goal.h"
#include "lang/c/lower.h"

// Before anything is lowered: the instructions that are meant. A place where nothing begins is a mistake.
void c_places_find(c_lowering *, const c_goals *);
bool c_is_asked_before(const c_lowering *, const c_function *, uint32_t block, uint32_t at);
// Behind that, when the conditions have their terms.
void c_places_ask(c_lowering *, const c_goals *);

#endif
