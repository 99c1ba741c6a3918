// boppo.h -- what the parts of this engine share.
//
// A search visits symbolic states one after the other. Visiting one: find its
// moves (enabled.c: which actions are enabled under which condition), look for
// violations (properties.c), expand (search.c), drop what is known (history.c).

#ifndef SV_BOPPO_H
#define SV_BOPPO_H

#include "analysis/rewrite/live.h"
#include "encode/control/rule_fold.h"
#include "encode/control/rules.h"
#include "encode/parametric/decide.h"
#include "encode/parametric/sets.h"
#include "encode/parametric/subsume.h"
#include "engine/boppo/reduce.h"
#include "engine/boppo/state.h"
#include "engine/engine.h"

typedef enum {
  SV_BOPPO_GOING,
  SV_BOPPO_ENDED,    // nothing new is left
  SV_BOPPO_FOUND,    // stopped at a violation
  SV_BOPPO_FULL,     // a pool is full, and larger ones will be tried
  SV_BOPPO_LIMIT,    // time, memory, interrupt
  SV_BOPPO_REFUSED,  // see `why`
  SV_BOPPO_BROKEN,   // our own bug: see the answer
} sv_boppo_end;

// An action whose edges fit, and which rule 1 leaves.
typedef struct {
  uint32_t action;
  sv_blasted step;  // `possible` is over the state and its own choices
  uint32_t first_input, inputs;
  sv_lit allowed;  // where all rules leave it
} sv_boppo_move;
typedef SV_VEC(sv_boppo_move) sv_boppo_moves;
#define SV_NO_MOVE UINT32_MAX

typedef enum { SV_BOPPO_BFS, SV_BOPPO_DFS, SV_BOPPO_BEST } sv_boppo_order;
typedef struct {
  uint64_t key;  // the least one goes first
  uint32_t state;
} sv_boppo_waiting;

// The states with the same places.
typedef struct {
  const uint32_t *places;
  uint32_t next;   // another bucket with the same hash, or SV_NO_BUCKET
  sv_u32s states;  // oldest first
  // The first so many of them: in a diagram of all of them together, or in `plain`.
  uint32_t drawn;
  sv_bdd all;
  sv_u32s plain;
} sv_boppo_bucket;
#define SV_NO_BUCKET UINT32_MAX
#define SV_NO_DIAGRAM ((sv_bdd){-1})

typedef struct {
  const sv_net *net;
  const sv_run *run;
  sv_answer *answer;
  sv_coding *coding;
  sv_aig *aig;
  sv_blaster *blaster;
  sv_decider *decider;
  sv_subsumer *subsumer;
  sv_reducer *reducer;  // NULL: everything is expanded
  sv_accesses *accesses;
  sv_live *live;
  sv_rules *rules;     // of control
  sv_rule_fold *fold;  // in the state that is being visited
  sv_arena *arena;
  SV_VEC(sv_parametric_state) states;
  sv_u32s inputs;         // nodes of choice inputs; UINT32_MAX: was never looked at
  const sv_lit *initial;  // the bits before dead ones were forgotten
  uint32_t *var_of_bit;   // or SV_NO_VARIABLE: a bit of a queue
  sv_u32s *leaving;       // actions by first edge: row of process and location
  uint32_t *first_row;    // by process
  sv_u32s unbound;        // actions without edges
  // The state that is being visited.
  uint32_t at;
  const sv_boppo_move *blasting;  // whose choices get inputs
  sv_lit guard;                   // of the part that is looked at
  sv_boppo_moves moves;           // also cut actions, which are never taken but count in all rules
  uint32_t *move_of;              // by action, or SV_NO_MOVE
  // Which states are waiting, and which are known by hash of places.
  sv_boppo_order order;
  SV_VEC(sv_boppo_waiting) queue;  // a heap
  SV_VEC(sv_boppo_bucket) buckets;
  sv_map bucket_of;  // last bucket with that hash of places
  sv_u32s rivals;    // by state: how many had the same places before
  sv_sets *sets;     // made when they are first needed; or NULL
  uint64_t compared;
  sv_bdd_list diagrams;             // by state, or SV_NO_DIAGRAM
  sv_lits parameters;               // by bit: an input for states that are remade
  uint32_t *places;                 // scratch
  sv_lit *bits, *alive;             // scratch
  uint32_t *alive_at;               // scratch: the bits that are alive
  SV_VEC(sv_parametric_set) known;  // scratch: states with the places of the new one
  SV_VEC(bool) known_waits;
  sv_u32s asked;  // properties not yet violated
  sv_bits cut;    // actions at which the run was cut
  sv_bits fired;
  sv_boppo_end end;
  const char *why;
  bool bounded;      // --depth kept something from being looked at
  uint32_t covered;  // bfs: all states so many steps away were looked at
  uint64_t visited, dropped, made_up, joined, remade;
} sv_boppo;

static inline const sv_parametric_state *sv_boppo_here(const sv_boppo *x) {
  return &x->states.at[x->at];
}
static inline uint32_t sv_boppo_holder(const sv_boppo *x, const sv_parametric_state *s) {
  return s->places[x->net->processes.n];
}
// Were some steps left out?
static inline bool sv_boppo_reduced(const sv_boppo *x) {
  return x->reducer && sv_reduce_numbers(x->reducer).reduced;
}
// False: `end` is set, or stays so.
bool sv_boppo_stop(sv_boppo *, sv_boppo_end);
bool sv_boppo_refuse(sv_boppo *, const char *why);
// Can it be true? False also where the search has to end.
bool sv_boppo_can_be(sv_boppo *, sv_lit);

// initial.c. Adds the initial state, if there is one.
bool sv_boppo_start(sv_boppo *);
// The locations of all processes, and the holder; false if that depends on choices.
bool sv_boppo_places(const sv_boppo *, const sv_lit *bits, uint32_t *out);

// enabled.c. Finds moves of state `at`, as rule 1 leaves them.
void sv_boppo_index_actions(sv_boppo *);
void sv_boppo_find_moves(sv_boppo *);
void sv_boppo_keep_moves(sv_boppo *, bool wanted(const sv_boppo *, const sv_boppo_move *));
void sv_boppo_clear_moves(sv_boppo *);
sv_choice_fn sv_boppo_choice;  // context: the sv_boppo
// control.c. In the state at hand; false, and the search is to end, if that is too large.
void sv_boppo_open_rules(sv_boppo *);
bool sv_boppo_first_rule(sv_boppo *, uint32_t action);  // leaves it
bool sv_boppo_movable(sv_boppo *, sv_lit *out);         // where the holder can move
// The following where the holder, if there is one, can move. What all rules leave of the
// moves; those of which nothing is left are removed.
bool sv_boppo_rank(sv_boppo *);
bool sv_boppo_enabled(sv_boppo *, uint32_t action, sv_lit *out);  // for some choices
bool sv_boppo_violated(sv_boppo *, uint32_t property, sv_lit *out);
// quantify.c: there are values of the inputs (nodes, the least is `first`) with which
// the literal is true. False if that needs more than so many nodes.
bool sv_boppo_exists(sv_aig *, sv_lit, const sv_u32s *inputs, uint32_t most, sv_lit *out);

// properties.c. Each is false if the search is to end.
bool sv_boppo_check_state(sv_boppo *);  // everything that needs no control
bool sv_boppo_check_moves(sv_boppo *);  // assertions, deadlocks, stable invariants, cuts

// counterexample.c: the run that the decider's last model says, to the state at hand and
// then (unless NULL) by this move. NULL: our own bug.
sv_trace *sv_boppo_trace(sv_boppo *, const sv_boppo_move *last);

// history.c. Adds the state (its bits are copied, its places found) to history and
// queue unless older ones cover it.
typedef enum {
  SV_BOPPO_NEW,
  SV_BOPPO_WAITS,  // covered by a state that is still to be visited
  SV_BOPPO_OLD,    // covered by others, or the search is to end
} sv_boppo_fate;
sv_boppo_fate sv_boppo_add(sv_boppo *, const sv_parametric_state *);
void sv_boppo_index_bits(sv_boppo *);
// subsumed.c. The bucket with the places at hand, made if there is none.
uint32_t sv_boppo_bucket_here(sv_boppo *);
// Is the new state, of the bits at hand, n of them alive, inside what is known? *diagram is
// the new state's, or SV_NO_DIAGRAM.
sv_boppo_fate sv_boppo_compare(sv_boppo *, uint32_t bucket, sv_lit guard, uint32_t n,
                               sv_bdd *diagram);
void sv_boppo_forget_known(sv_boppo *);
// No process in that location will read this bit again.
bool sv_boppo_is_dead(const sv_boppo *, const uint32_t *places, uint32_t bit);
// queue.c
void sv_boppo_push(sv_boppo *, uint32_t state);
uint32_t sv_boppo_pop(sv_boppo *);  // SV_NO_STATE: none is left

// expand.c. False if the search is to end.
bool sv_boppo_expand(sv_boppo *);
// certify.c. Are the visited states closed under steps, and is none of them bad? False: it is
// not known (the statistic `certificate` says why), or that is our own bug.
bool sv_boppo_certify(sv_boppo *);
// search.c
void sv_boppo_search(sv_boppo *);

#endif
