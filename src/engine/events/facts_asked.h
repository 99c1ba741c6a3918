// facts_asked.h -- facts that another engine has shown.
//
// What a look ahead suggests about where processes stand (a location is never entered, two processes never
// stand at two locations at once) becomes invariants of the model, about which the engine is asked, all at
// once and for a short time. Those that it says hold are facts.

#ifndef SV_EVENTS_FACTS_ASKED_H
#define SV_EVENTS_FACTS_ASKED_H

#include "engine/engine.h"
#include "engine/invariants.h"

// Appends those that were shown. The net has the model's processes; the model stays as it was.
void sv_events_facts_ask(sv_model *, const sv_net *, const sv_invariants *guesses, const sv_run *,
                         const char *engine, sv_invariants *shown);

#endif
