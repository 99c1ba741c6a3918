// record_inside.h -- what the files that make a recording net share.

#ifndef SV_RECORD_INSIDE_H
#define SV_RECORD_INSIDE_H

#include "analysis/rewrite/record.h"

typedef SV_VEC(sv_term) sv_record_terms;

// record_fair.c: by action, "it is possible" (docs/model.md, "Actions"); false and a reason
// where that cannot be said by a term without choices.
bool sv_record_possible(const sv_net *, sv_record_terms *out, sv_text *why);
// By process: "no enabled action is a move of its own", in states that are not passing.
void sv_record_blocked(const sv_net *, const sv_record_terms *possible, sv_record_terms *out);
// Could a run stay in passing states for ever?
bool sv_record_may_stay(const sv_net *);
// Where no action is possible none is enabled, and the other way round.
bool sv_record_knows_ends(const sv_net *);
// The step is one of the holder of control, in a passing state.
sv_term sv_record_passing(const sv_net *, const sv_net_action *);

#endif
