// stubborn.h -- which enabled actions are enough.
//
// Strong stubborn sets by closure (Valmari 1991; Godefroid 1996): in a state,
// a set T of actions such that no action outside T can disable an enabled
// member of T, fail to commute with it, or enable a disabled member before a
// member of T has happened. It is enough to explore the enabled members of T;
// with the proviso below they are an ample set. docs/reduction.md has the
// conditions, the treatment of atomic sections, priorities, cuts and process
// creation, and the proofs.
//
// A reduction is immutable and may be shared by threads; each thread has its
// own sv_stubborn (scratch memory). Both are about one net.
//
// What a search keeps when it explores only what sv_stubborn_select returns:
//   * every deadlock;
//   * and, if it also obeys the proviso below, for every action: whether it
//     ever fires (assertions, bad locations, reached locations), for every
//     invariant: whether it is ever violated, and whether a cut is ever met.
// The states themselves are not all kept, and shortest runs neither.
//
// The proviso (duty of the caller, against postponing an action for ever). A
// selection smaller than `enabled` may be used in state s only if at least one
// successor of s by a selected action
//   * is not yet expanded, where s counts as expanded from here on: any search
//     that expands every state it has visited (breadth first, depth first, best
//     first, several threads that mark s before they select); or
//   * is not on the stack: depth-first search only.
// One of the two for a whole search, not mixed. Otherwise all enabled actions
// must be taken in s. States behind a violation are expanded like others as
// long as another property is looked for.

#ifndef SV_STUBBORN_H
#define SV_STUBBORN_H

#include "base/text.h"
#include "model/net.h"

typedef struct sv_reduction sv_reduction;
typedef struct sv_stubborn sv_stubborn;

// For these properties (numbers of the net). NULL: no reduction is possible
// for this net; the reason is appended to *why. The net must outlive it.
sv_reduction *sv_reduction_new(const sv_net *, const uint32_t *properties, uint32_t n,
                               sv_text *why);
void sv_reduction_free(sv_reduction *);  // NULL is fine
// False: the proviso is not needed (only deadlocks are looked for).
bool sv_reduction_needs_proviso(const sv_reduction *);

// May the action change one of the invariants?
bool sv_reduction_sees(const sv_reduction *, uint32_t action);

sv_stubborn *sv_stubborn_new(const sv_reduction *);  // the reduction must outlive it
void sv_stubborn_free(sv_stubborn *);                // NULL is fine

// Does the data guard (the guard term alone) of the action hold in the state?
typedef bool sv_guard_fn(void *context, uint32_t action);

// `enabled`: all enabled actions of a state, ascending, without cut actions;
// location[p]: where the processes stand. Writes the enabled members of a
// sufficient set to out (ascending, room for n) and returns their number:
// >= 1 if n >= 1; n means everything. `guard_holds` is asked at most once per
// action, also where its edges do not fit the locations.
uint32_t sv_stubborn_select(sv_stubborn *, const uint32_t *enabled, uint32_t n,
                            const uint32_t *location, sv_guard_fn *guard_holds, void *context,
                            uint32_t *out);

#endif
