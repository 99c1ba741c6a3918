// rules.h -- who may move: docs/model.md, "Control", once for all solvers.
//
// For every action of a net: where rules 1 to 4 leave it, as a rule over the
// state (rule_graph.h); where a state is passing, a run is cut, a property
// violated likewise. exec and machine have the rules too, on single states: they
// are the referees. Whoever asks a solver has them from here, and says what the
// leaves are (rule_fold.h).
//
// There are three readings. BEGIN is exec's, for all states. RELEASED is for
// engines that forget a holder of control as soon as it is *stuck* (it has no move
// that rules 1 and 2 leave): where no process is stuck it says the same, and asks of no
// holder whether it can move. LATER is a part of BEGIN that is plain to see, for
// actions that join a step behind others.
//
// Rules are made when they are first asked for, and shared.

#ifndef SV_RULES_H
#define SV_RULES_H

#include "encode/control/rule_graph.h"
#include "model/net.h"

typedef enum { SV_RULES_BEGIN, SV_RULES_RELEASED, SV_RULES_LATER, SV_READINGS } sv_reading;

typedef struct sv_rules sv_rules;

// Back ends that put in all values of choices do so up to that many.
enum { SV_RULES_MOST_CHOICES = 4096 };

sv_rules *sv_rules_new(const sv_net *);  // the net must outlive it
void sv_rules_free(sv_rules *);          // NULL is fine
const sv_rule_graph *sv_rules_graph(const sv_rules *);

// What rule 1, rules 1 to 3, all rules leave of the states, should the action be possible.
sv_rule sv_rules_first(sv_rules *, uint32_t action);
sv_rule sv_rules_third(sv_rules *, sv_reading, uint32_t action);
sv_rule sv_rules_allowed(sv_rules *, sv_reading, uint32_t action);
// Allowed, and possible for some choices (as far as one can tell: docs/model.md).
sv_rule sv_rules_enabled(sv_rules *, sv_reading, uint32_t action);
// Why a rule cannot be had: whether this action is possible for some choices. Appended.
void sv_rules_say_refused(const sv_net *, uint32_t action, sv_text *why);
// The actions to which it gives way by rule 4 where rules 1 to 3 leave them, ascending.
void sv_rules_rivals(const sv_rules *, uint32_t action, sv_u32s *out);

// Some run makes the process the holder of control, as far as its locations tell.
bool sv_rules_may_hold(const sv_rules *, uint32_t process);
// It has a move that rules 1 and 2 leave; it holds control and has none.
sv_rule sv_rules_can_move(const sv_rules *, uint32_t process);
sv_rule sv_rules_stuck(sv_rules *, uint32_t process);

// rules_property.c
// Only the holder of control acts here.
sv_rule sv_rules_passing(sv_rules *, sv_reading);
// A cut action is left here; one that says that a pool is full.
sv_rule sv_rules_cut(sv_rules *, sv_reading, bool full);
// The process stands in a location that is bad for the property; in one that is no end.
sv_rule sv_rules_bad(sv_rules *, uint32_t process, uint32_t property);
sv_rule sv_rules_unfinished(sv_rules *, uint32_t process);
// The property is violated in this state. An assertion is in none: see the actions.
sv_rule sv_rules_violated(sv_rules *, sv_reading, uint32_t property);

#endif
