// relevance.h -- who needs whom, for projections.
//
// H. Saissi, P. Bokor, N. Suri: PBMC: Symbolic Program Slicing for Program
// Verification (2015), section 4. A move of a run is needed if it writes something
// that a later needed move, or the property, reads. Here: what every action
// reads (everything that decides whether it is enabled, control included, and
// what it does) and writes, in resources. Write after write is no reason to
// need anything, but what is written in any case no longer needs its old value.
//
// A resource is a set of parts (parts.h) that the same actions use in the same
// way, or the program counter of a process, which its actions read and, where
// they move, write. What only a process itself reads and writes while it moves
// along is no resource: its program counter says as much.
//
// Uses have conditions over the state in which the action is taken: cells of
// arrays by the values of indices; what only matters while a process holds
// control; writing 0 to `holder` where no process holds it changes nothing.

#ifndef SV_RELEVANCE_H
#define SV_RELEVANCE_H

#include "analysis/access/access.h"

enum { SV_NEED_READS = 1, SV_NEED_WRITES = 2, SV_NEED_SURELY = 4 };

typedef struct {
  uint32_t resource;
  unsigned how;
  sv_term when;  // SV_TRUE: always
} sv_relevance_use;
typedef SV_VEC(sv_relevance_use) sv_relevance_uses;

// A way to violate a property: a conjunct of an invariant that is false, a bad
// location in which a process is.
typedef struct {
  uint32_t property;
  sv_term when;            // over the state: it is this one, if the property is violated at all
  sv_relevance_uses uses;  // what it reads: always, or while a process holds control
} sv_relevance_goal;

typedef struct {
  const sv_net *net;
  uint32_t n;                       // resources
  sv_relevance_uses *actions;       // by action; uses of the same resource lie together
  SV_VEC(sv_relevance_goal) goals;  // of the properties asked for
  sv_bits failing;                  // actions that fail one of them: they are needed as such
} sv_relevance;

// For these properties. The net must outlive it; terms are added to its table.
sv_relevance *sv_relevance_new(const sv_net *, const uint32_t *properties, uint32_t n);
void sv_relevance_free(sv_relevance *);  // NULL is fine

// "A process holds control", over the state; SV_FALSE where none ever does.
sv_term sv_control_is_held(const sv_net *);

#endif
