// rules_inside.h -- the rules from inside. Only rules*.c include this.

#ifndef SV_RULES_INSIDE_H
#define SV_RULES_INSIDE_H

#include "encode/control/rules.h"

struct sv_rules {
  const sv_net *net;
  sv_rule_graph graph;
  sv_u32s *moves;      // by process: actions with an edge of it that is not passive, ascending
  sv_u32s classes;     // global classes that occur, ascending
  sv_rule *exclusive;  // by process: it stands in a blocking or committed location
  sv_rule some_exclusive;
  sv_rule *none_lower;  // by place in `classes`: rules 1 and 2 leave nothing of lower ones
  sv_rule *holds;       // by process
  sv_rule *can_move;    // by process that may hold control; others: false
  sv_rule moving;       // a process holds control and can move
  sv_rule *allowed[SV_READINGS];  // by action; UINT32_MAX: not made yet
};

typedef bool sv_rules_location_fn(const sv_location *, uint32_t argument);
// The process stands in a location for which the function says yes.
sv_rule sv_rules_where(sv_rules *, uint32_t process, sv_rules_location_fn *, uint32_t argument);
static inline const sv_net_action *sv_rules_action(const sv_rules *r, uint32_t a) {
  return &r->net->actions.at[a];
}

#endif
