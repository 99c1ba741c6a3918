// chain.h -- the states between two stored ones.
//
// After some steps the same process goes on at once, and the state between is
// not stored: the holder of control, as long as it can move (docs/model.md,
// *passing* states), and a process in a location that an analysis calls sticky
// (merge.h), also one that did not move last, if it can move. All such states behind one stored state make a chain:
// a small graph, searched breadth first and forgotten afterwards. Its members
// are links; each knows the step that led to it. A loop inside closes by
// meeting a known link, so a section that is never left ends the search of it.
// Sticky locations may branch: where a chain has grown long, what is reached by
// them is stored after all.

#ifndef SV_CHAIN_H
#define SV_CHAIN_H

#include "exec/machine.h"

#define SV_NO_LINK 0u  // the stored state itself

typedef struct {
  uint32_t from;  // link, or SV_NO_LINK
  uint32_t action;
  uint64_t choice;
  uint64_t hash;  // of its row
} sv_link;

// A process with sticky locations.
typedef struct {
  uint32_t process, place;  // the place of its location 0
  sv_field pc;
} sv_chain_process;

typedef struct {
  const sv_layout *layout;
  const sv_bits *sticky;               // by place; or NULL
  SV_VEC(sv_chain_process) processes;  // in order
  bool on;                             // there can be links at all
  uint32_t most;  // links; beyond so many, sticky ones do not pass; 0 = no limit
  sv_field holder;
  SV_VEC(sv_link) links;  // [0] unused
  sv_u64s rows;           // by link: its state, and the process that goes on
  uint32_t *slots;        // hash table of links
  uint32_t slot_count;
  sv_u32s actions;  // of the link at hand
  uint64_t *end;    // likewise: what is stored if it does not pass
} sv_chain;

// Place (p, l) has the number of all locations of the processes before p, plus l.
void sv_chain_init(sv_chain *, const sv_layout *, const sv_bits *sticky);
void sv_chain_free(sv_chain *);
void sv_chain_clear(sv_chain *);
uint32_t sv_chain_sticky_goer(const sv_chain *, const uint64_t *state);

// Who must go on in a state: process + 1, or 0.
static inline uint32_t sv_chain_goer(const sv_chain *c, const uint64_t *state) {
  if (!c->on) return 0;
  if (c->holder.bits) {
    int64_t holder = sv_field_get(state, c->holder);
    if (holder) return (uint32_t)holder;
  }
  return c->sticky ? sv_chain_sticky_goer(c, state) : 0;
}

size_t sv_chain_bytes(const sv_chain *);
bool sv_chain_is_full(const sv_chain *);  // the next link makes it grow
// A link for the state, unless it has one.
void sv_chain_add(sv_chain *, const uint64_t *state, uint32_t goer, sv_link);
const uint64_t *sv_chain_state(const sv_chain *, uint32_t link);
// Loads the link's state. The actions by which it is passed through are in
// c->actions. If there are none it is to be stored, as c->end: who cannot move
// need not be known as the holder.
bool sv_chain_passes(sv_chain *, sv_machine *, uint32_t link);

#endif
