// cycles.h -- explicit search for infinite runs; only for this folder.
//
// The product of the net with a property's automaton is searched depth first
// for a strongly connected component whose edges carry all marks, those of the
// automaton and one for each fairness requirement: on the steps that serve it,
// and on those from states in which it is blocked. So fairness needs no copies
// of the states. The search stops as soon as the marks are complete
// (J.-M. Couvreur: On-the-fly verification of linear temporal logic, FM 1999;
// H. Gabow: Path-based depth-first search, IPL 2000).
//
// A node is a packed state, the automaton's state and a flag. One thread that stores exactly keeps
// states alone where the automaton is small: a node is then a number made of the state's number and
// of the rest. Passing states
// are nodes too. A run that ends repeats its last state: that is an edge from
// the node to itself, with all marks if the automaton accepts the repetition.
// A run that only passes from some state on shows the automaton that state for
// ever: where it accepts that, the way goes on in nodes that are *closed*, which
// are left by passing steps only and whose steps carry all marks of the automaton.
//
// Values that are never read are left out (cycles_net.c). A loop that closes without them
// closes with them after a number of rounds (cycles_close.c).
//
// Strong fairness is a pair of marks more: who could go on here, who is served.
// Where there are such pairs a component is judged when it is finished
// (cycles_pairs.c).
//
// Data without bounds cannot be packed. What is left of the net without the values
// that do not count often can; else the states are listed by the reference
// interpreter (cycles_listed.c).

#ifndef SV_CYCLES_H
#define SV_CYCLES_H

#include "engine/engine.h"
#include "engine/explicit/listed.h"
#include "engine/explicit/store.h"
#include "exec/machine.h"
#include "model/fairness.h"

#define SV_ENDS UINT32_MAX  // as an action: no step, the run ends here

typedef struct {
  uint64_t node;
  uint32_t action;
  uint64_t choice;
} sv_cycle_arc;

typedef struct {
  SV_VEC(sv_cycle_arc) at;
  sv_u64s marks;  // at.n times `mark_words`
} sv_cycle_arcs;

// What is fired in a state is decided once, when the first node of it is expanded, and by colour:
// see cycles_colour.c.
typedef enum { SV_UNDECIDED, SV_ALL, SV_SOME_OPEN, SV_SOME_CLOSED } sv_cycles_colour;
typedef SV_VEC(unsigned char) sv_cycles_colours;  // by number of the state

typedef struct {
  const sv_run *run;
  const sv_property *property;
  const sv_automaton *automaton;
  bool whole;             // nothing is left out of the net
  const sv_net *answers;  // the answer's net
  sv_net guarded;         // it, with an invariant for each guard behind its properties
  sv_net *slice, *propagated, *forgetful;  // what is made of that, one after the other; or NULL
  const sv_net *net;                       // the last of them
  uint32_t first_guard;
  sv_u32s guard_of;  // by edge of the automaton: number of its guard
  uint32_t guards;
  sv_layout *layout;
  sv_program *program;
  sv_machine *machine;
  sv_listed *listed;  // moves in place of the machine, and is not owned; or NULL
  uint32_t fan;       // nodes that each state stands for; 0: nodes are stored, not states
  sv_store *store;    // of nodes, or of states
  uint32_t words;     // of a state; a node has one more
  sv_requirements fairness;
  bool pairs;           // some of them are strong
  uint32_t mark_words;  // the automaton's marks, then one per requirement (sv_mark_of); with pairs
                        // then "could go on" and "was served", one per requirement each
  uint64_t *complete;   // marks that a cycle has to have
  uint64_t *waits, *serves;      // by action: marks of the requirements it speaks of
  uint64_t *here;                // buffer: marks of all steps from the state at hand
  sv_field holder;               // bits 0: none
  uint64_t *row, *marks, *from;  // buffers
  bool *fits;                    // by guard, in the state at hand
  sv_cycle_arcs *out;
  struct sv_cycles_reduction *reduction;  // NULL: every action is fired
  sv_cycles_colours colours;              // with `fan` and a reduction
  uint64_t transitions, reduced;          // reduced: expansions with fewer
  uint32_t cut;                           // a cut action that was enabled, or UINT32_MAX
  bool overflowed;                        // a number did not fit, somewhere in the team
  sv_cause limit;
  struct sv_cycles_log *log;  // of a member of a team, who writes nodes down; or NULL
  const int *stop;            // atomic, of its team; or NULL
} sv_cycles;

// Nodes and their hashes, in the order in which they were met.
typedef struct sv_cycles_log {
  sv_u64s words, hashes;
} sv_cycles_log;

// NULL and a reason where the net cannot be searched this way. The property is one of the net.
// `whole`: every variable counts; `shared`: its store is for several threads.
sv_cycles *sv_cycles_new(const sv_net *, const sv_property *, const sv_run *, bool whole,
                         bool shared, sv_text *why);
// The same between states that are listed.
sv_cycles *sv_cycles_new_listed(const sv_net *, const sv_property *, const sv_run *, sv_listed *);
void sv_cycles_free(sv_cycles *);
const uint64_t *sv_cycles_state(const sv_cycles *, uint64_t node);  // its words begin with them
// All arcs from a node are added to the list; false when the search is to stop.
bool sv_cycles_expand(sv_cycles *, uint64_t node, sv_cycle_arcs *);
// The same, given the node's words.
bool sv_cycles_expand_words(sv_cycles *, const uint64_t *node, sv_cycle_arcs *);
// Calls back with the node of every initial state.
typedef bool sv_node_fn(void *context, uint64_t node);
bool sv_cycles_initials(sv_cycles *, sv_node_fn *, void *context);

static inline const uint64_t *sv_arc_marks(const sv_cycles *c, const sv_cycle_arcs *a, uint32_t i) {
  return a->marks.at + (size_t)i * c->mark_words;
}
static inline void sv_arcs_cut(const sv_cycles *c, sv_cycle_arcs *a, uint32_t n) {
  a->at.n = n;
  a->marks.n = n * c->mark_words;
}
void sv_arcs_free(sv_cycle_arcs *);

uint32_t sv_mark_of(uint32_t requirement);

// cycles_net.c: the net that is searched.
void sv_cycles_make_net(sv_cycles *, const sv_net *);
void sv_cycles_free_net(sv_cycles *);
// cycles_close.c: a lasso of the net that is searched becomes one of the answer's: its loop is
// repeated until it closes there, too. False where that takes too long.
bool sv_cycles_close(const sv_net *, sv_trace *);

// cycles_reduce.c: of the enabled actions, ascending, those that are enough in this state, in
// *chosen, which is the reduction's; their number.
struct sv_cycles_reduction *sv_cycles_reduction_new(const sv_cycles *, sv_text *why);
void sv_cycles_reduction_free(struct sv_cycles_reduction *);  // NULL is fine
uint32_t sv_cycles_select(sv_cycles *, const uint64_t *state, const uint32_t *enabled, uint32_t n,
                          const uint32_t **chosen);
bool sv_cycles_overflow(const sv_cycles *);  // a number did not fit 64 bits

// cycles_colour.c: the proviso of the search that stores states.
static inline bool sv_cycles_has_colours(const sv_cycles *c) { return c->fan && c->reduction; }
sv_cycles_colour sv_cycles_colour_of(sv_cycles *, uint64_t state);
void sv_cycles_set_colour(sv_cycles *, uint64_t state, sv_cycles_colour);
// May only some actions be fired in the state, by arcs from `begin` on?
bool sv_cycles_may_select(sv_cycles *, uint64_t state, const sv_cycle_arcs *, uint32_t begin);
// All that lies behind the node was searched; these are its arcs.
void sv_cycles_leave(sv_cycles *, uint64_t node, const sv_cycle_arcs *, uint32_t begin);

// cycles_pairs.c: is some part of the component, given by its nodes, fair? Then those nodes are
// in *part, and *marks are what a cycle through it has to have. A limit: no.
bool sv_cycles_fair_part(sv_cycles *, const uint64_t *nodes, uint32_t n, sv_u64s *part,
                         uint64_t *marks);

// cycles_trace.c: the run through the arcs of the stem, then around inside the component,
// whose nodes `inside` knows, past all marks.
typedef bool sv_inside_fn(void *context, uint64_t node);
sv_trace *sv_cycles_trace(sv_cycles *, uint64_t first, const sv_cycle_arc *stem, uint32_t n,
                          sv_inside_fn *inside, void *context, const uint64_t *marks);

// How a search ended.
typedef struct {
  bool found, done;  // a component; every node that can be reached was looked at
  bool misses;       // nodes may have been taken for others
  uint64_t states, depth;
  sv_trace *trace;  // of the component; NULL: a limit kept it from being made
} sv_cycles_end;
// cycles_conclude.c. False: the run that was found does not close in the answer's net; that is to
// be searched with all variables.
bool sv_cycles_conclude(sv_cycles *, const sv_cycles_end *, sv_answer *, uint32_t property);

size_t sv_cycles_budget(const sv_run *);  // bytes for what is stored; 0: any number
// Is it time to stop? Sets the limit.
bool sv_cycles_late(sv_cycles *);
// For another thread: shares what does not change.
sv_cycles *sv_cycles_member(const sv_cycles *, const int *stop);
void sv_cycles_member_free(sv_cycles *);
struct sv_cycles_reduction *sv_cycles_reduction_share(const sv_cycles *);
// A cut action is enabled somewhere: which one is told depends on nothing but which there are.
void sv_cycles_note_cut(sv_cycles *, uint32_t action);
// Is everything known that was asked for?
static inline bool sv_cycles_knows(const sv_cycles *c) {
  return !c->listed || (!c->listed->missed && !c->listed->vague);
}
static inline bool sv_cycles_full(const sv_cycles *c) {
  return c->cut != UINT32_MAX && c->net->actions.at[c->cut].full;
}

// There will be another search with larger pools.
static inline bool sv_cycles_gives_up(const sv_cycles *c) {
  return c->run->stops_when_full && sv_cycles_full(c);
}

// cycles_bits.c: the search with a few bits for each node, without strong fairness.
bool sv_cycles_nested(sv_cycles *, sv_answer *, uint32_t property);

// cycles_team.c: the search with several threads.
bool sv_cycles_team(sv_cycles *, uint32_t jobs, sv_answer *, uint32_t property);

// cycles.c: the search with one thread. `last`: it says what is unknown; else it is silent unless
// it decides. False: as of sv_cycles_conclude.
bool sv_cycles_search(sv_cycles *, sv_answer *, uint32_t property, bool last);

// cycles_listed.c: the search among listed states.
void sv_cycles_list(const sv_run *, sv_answer *, uint32_t property);

// The engine's way to answer a recurrence.
void sv_explicit_cycles(sv_model *, const sv_run *, sv_answer *, uint32_t property);

#endif
