// record_fair.h -- who could go on, said by terms; for nets that watch runs.

#ifndef SV_RECORD_FAIR_H
#define SV_RECORD_FAIR_H

#include "analysis/rewrite/record.h"
#include "model/fairness.h"

typedef SV_VEC(sv_term) sv_record_terms;

// record_fair.c: by action, "it is enabled" by the rules 1, 2 and 4 of docs/model.md, "Control",
// for those that some requirement waits for.
typedef struct {
  sv_record_terms enabled;
  sv_term cut;  // some cut action is left
} sv_record_moves;
// NULL and a reason where that cannot be said by terms without choices.
sv_record_moves *sv_record_moves_new(const sv_net *, const sv_requirements *, sv_text *why);
void sv_record_moves_free(sv_record_moves *);  // NULL is fine
// Something that the requirement waits for is enabled, in a state that is passing if the term says
// so.
sv_term sv_record_able(const sv_net *, const sv_record_moves *, const sv_requirement *,
                       sv_term passing);
// Could a run stay in passing states for ever?
bool sv_record_may_stay(const sv_net *);
// Where no action is possible none is enabled, and the other way round.
bool sv_record_knows_ends(const sv_net *);
// The step is one of the holder of control, in a passing state.
sv_term sv_record_passing(const sv_net *, const sv_net_action *);

#endif
