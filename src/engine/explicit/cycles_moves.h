// cycles_moves.h -- who moves in the search for infinite runs; only for cycles_*.c.
//
// The fast machine, between packed states; or a list of states, if there is one
// (listed.h): then a node's state is its number there.

#ifndef SV_CYCLES_MOVES_H
#define SV_CYCLES_MOVES_H

#include "engine/explicit/cycles.h"

static inline void sv_moves_load(sv_cycles *c, const uint64_t *state) {
  if (c->listed) sv_listed_load(c->listed, (uint32_t)*state);
  else sv_machine_load(c->machine, state);
}

// Are not all steps from the loaded state known?
static inline bool sv_moves_open(const sv_cycles *c) {
  const sv_listed_state *here = c->listed ? sv_listed_here(c->listed) : NULL;
  return c->listed && (!here || here->open);
}

static inline const uint32_t *sv_moves_enabled(const sv_cycles *c, uint32_t *n) {
  if (!c->listed) return sv_machine_enabled(c->machine, n);
  *n = c->listed->enabled.n;
  return c->listed->enabled.at;
}

static inline uint32_t sv_moves_cut(const sv_cycles *c) {
  if (!c->listed) return sv_machine_cut(c->machine);
  return sv_listed_here(c->listed) ? sv_listed_here(c->listed)->cut : UINT32_MAX;
}

static inline bool sv_moves_passing(const sv_cycles *c) {
  if (!c->listed) return sv_machine_passing(c->machine);
  return sv_listed_here(c->listed) && sv_listed_here(c->listed)->passing;
}

// Of the loaded state.
static inline bool sv_moves_holds(sv_cycles *c, const uint64_t *state, uint32_t guard) {
  uint32_t property = c->first_guard + guard;
  if (!c->listed) return sv_machine_holds(c->machine, state, property);
  return sv_listed_holds(c->listed, c->net->properties.at[property].term);
}

static inline uint32_t sv_moves_location(const sv_cycles *c, const uint64_t *state, uint32_t p) {
  if (c->listed) return sv_listed_location(c->listed, (uint32_t)*state, p);
  uint32_t cell = c->net->vars.at[c->net->processes.at[p].pc].first_cell;
  return (uint32_t)sv_field_get(state, c->layout->cells[cell]);
}

static inline bool sv_moves_held(const sv_cycles *c, const uint64_t *state) {
  if (c->listed) return sv_listed_held(c->listed, (uint32_t)*state);
  return c->holder.bits && sv_field_get(state, c->holder);
}

static inline sv_trace *sv_moves_begin_trace(sv_cycles *c, const uint64_t *initial) {
  if (c->listed) return sv_listed_begin_trace(c->listed, (uint32_t)*initial);
  return sv_machine_begin_trace(c->machine, initial);
}

static inline void sv_moves_push_step(const sv_cycles *c, sv_trace *trace, uint32_t action,
                                      uint64_t choice) {
  if (c->listed) sv_listed_push_step(c->listed, trace, (uint32_t)choice);
  else sv_machine_push_step(c->machine, trace, action, choice);
}

#endif
