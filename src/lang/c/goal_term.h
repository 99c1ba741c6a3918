// goal_term.h -- conditions in C as terms over one state (inside of the room).

#ifndef C_GOAL_TERM_H
#define C_GOAL_TERM_H

#include "lang/c/goal.h"
#include "lang/c/lower.h"

// Reads the functions behind the program, once everything else is lowered.
void c_goals_lower(c_lowering *, c_goals *);

#endif
