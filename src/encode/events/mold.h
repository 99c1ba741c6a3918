// mold.h -- actions as events are made of them: what each looks at, and what it puts there.
//
// A net is blasted once, over inputs for the bits of a state; every event copies its action
// from there with literals of its own. Places are the cells of the net, then its queues (a
// token has the bits of that cell or queue), then observers. What an event looks at is read off
// the functions themselves: its guard and what decides about ranges, invariants of
// locations and who may move (control.h) are all in the one condition `enabled`, and a place
// is looked at if that condition, or a value that is written, depends on one of its bits.
// So nothing of control is left out, and nothing has to be refused: priorities,
// `else`, sections and deadlocks just look at more places.
//
// A mold is an action with the place of one of its processes known. Where an action uses
// single cells of an array (analysis/access/cells.h), its uses of the cells have conditions.
//
// A cell that is a term (mold_terms.h) has no bits but one for show, so that it is seen who depends on it.

#ifndef SV_MOLD_H
#define SV_MOLD_H

#include "encode/bits/coding.h"
#include "encode/events/mold_terms.h"
#include "encode/graph/aig_copy.h"

#define SV_NO_ROOT UINT32_MAX
#define SV_NO_EDGE UINT32_MAX

typedef struct {
  uint32_t place;
  bool writes;
  uint32_t value;    // writes: root of the first new bit, one for each bit of the place
  uint32_t active;   // root of the condition under which it is used; SV_NO_ROOT: always
  uint32_t changes;  // writes: root of the condition under which it is written; or SV_NO_ROOT
  sv_smt_term term;  // writes: the new value, where values are terms
} sv_mold_use;

enum { SV_ROOT_ENABLED };  // the first root
typedef struct {
  uint32_t action;             // or UINT32_MAX: a condition on states
  uint32_t process, location;  // which stands there; UINT32_MAX: nothing is known
  sv_aig_part part;
  SV_VEC(sv_mold_use) uses;  // without the process whose place is known, and without moves
  sv_u32s reads;             // bits that some root or term depends on
  sv_u32s atoms;             // inputs that some root depends on: nodes of the molds' graph
  bool never;
} sv_mold;

// Where a process stands matters to others mostly in parts: does it run, is it in a section?
// An observer is a place of its own, whose token has the class of the process's location, and
// which the process's moves touch only where they lead to another class.
typedef struct {
  uint32_t process, place, classes;
  sv_u32s class_of;  // by location
} sv_observer;

typedef struct sv_molds sv_molds;

// NULL and a reason. The coding must outlive it. It has every bit of every value that is no term, and queues
// shift.
sv_molds *sv_molds_new(const sv_coding *, sv_text *why);
void sv_molds_free(sv_molds *);  // NULL is fine
// Something that was asked for since could not be said, and why.
bool sv_molds_lost(const sv_molds *, sv_text *why);

const sv_coding *sv_molds_coding(const sv_molds *);
const sv_aig *sv_molds_graph(const sv_molds *);
uint32_t sv_molds_places(const sv_molds *);
const uint32_t *sv_molds_widths(const sv_molds *);  // by place
// Its bits: state bits of the coding, and behind them those of observers.
const uint32_t *sv_molds_bits(const sv_molds *, uint32_t place);
uint32_t sv_molds_all_bits(const sv_molds *);
bool sv_molds_is_termed(const sv_molds *, uint32_t place);  // its value is a term
sv_mold_terms *sv_molds_terms(const sv_molds *);            // or NULL: there are none
uint32_t sv_molds_observers(const sv_molds *);
const sv_observer *sv_molds_observer(const sv_molds *, uint32_t i);      // by place
sv_lit sv_molds_input(const sv_molds *, uint32_t state_bit);             // in the graph
sv_lit sv_molds_choice(const sv_molds *, uint32_t k, uint32_t bit);      // likewise
uint32_t sv_molds_place_of_process(const sv_molds *, uint32_t process);  // of its location
const sv_u32s *sv_molds_writes(const sv_molds *, uint32_t action);       // places, without moves
// Bit number i of the process's place, while it stands there.
bool sv_molds_location_bit(const sv_molds *, uint32_t process, uint32_t location, uint32_t i);
// Is it a bit of the place that is known, and which?
bool sv_molds_knows_bit(const sv_molds *, const sv_mold *, uint32_t bit, bool *value);

// The action while the process of that edge stands in the location (SV_NO_EDGE: nothing is
// known). Made once.
const sv_mold *sv_molds_action(sv_molds *, uint32_t action, uint32_t edge, uint32_t location);
// States that violate the property, or in which a run is cut (0; UINT32_MAX: since a pool is
// full): one mold for each part of a disjunction. NULL: too many choices to quantify.
typedef SV_VEC(const sv_mold *) sv_mold_list;
const sv_mold_list *sv_molds_states(sv_molds *, uint32_t about);
// The initial states: a condition over the bits of the coding.
const sv_aig_part *sv_molds_initial(sv_molds *);
const sv_u32s *sv_molds_initial_atoms(const sv_molds *);  // after that; nodes of the graph

#endif
