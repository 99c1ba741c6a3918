// search.h -- what the explicit search is made of; only for this folder and its tests.
//
// One sv_search per run. expand.c loads a state and fires its actions into a
// batch of successors, going through the states that are not stored (chain.h);
// bfs.c, bfs_bits.c, bfs_disk.c and dfs.c decide which state comes
// next and what to do with the batch; violation.c turns a violation into a trace;
// search.c sets everything up and words the answer; certify.c checks a finished
// search again; save.c writes it down and takes it up again.
//
// `where` is how an order of search names a state on its way: the id in a
// store, or without one a node of the tree of paths (bfs_bits), the height of
// the stack (dfs), or which of the states at hand it is (bfs_disk). `path` makes the trace that leads there.

#ifndef SV_SEARCH_H
#define SV_SEARCH_H

#include <time.h>

#include "analysis/reduction/merge.h"
#include "analysis/reduction/stubborn.h"
#include "engine/engine.h"
#include "engine/explicit/chain.h"
#include "engine/explicit/guards.h"
#include "engine/explicit/save.h"
#include "engine/explicit/visited.h"
#include "exec/machine.h"

#define SV_NO_STEP UINT32_MAX  // as an action: no step, the state itself
#define SV_NO_BOUND UINT64_MAX

// The step into it, and where in the chain that was taken.
typedef struct {
  uint32_t action, link;
  uint64_t choice, hash;
} sv_successor;

typedef struct {
  SV_VEC(sv_successor) at;
  sv_u64s words;  // at.n packed states
  sv_u64s pairs;  // breadth first in a tree: of the states
} sv_batch;

typedef enum {
  SV_GOING,
  SV_ENDED,       // every state was handled (or cut off)
  SV_FOUND,       // stopped at a violation
  SV_LIMITED,     // stopped by a limit: see limit
  SV_OVERFLOWED,  // a number did not fit the machine: nothing further is certain
  SV_BROKEN,      // our own bug: see the answer
} sv_search_end;

// A violation in a state, or (action is not SV_NO_STEP) by a step from it. The
// state is the stored one at `where`, or a link of the chain behind it.
typedef struct {
  uint32_t property, action;
  uint64_t where, choice;
  uint32_t link;
} sv_violation;

typedef struct {
  uint32_t action;
  uint64_t choice;
} sv_taken;
typedef SV_VEC(sv_taken) sv_takens;
struct sv_worker;
struct sv_spread;

struct sv_search {
  sv_model *model;
  const sv_run *run;
  sv_answer *answer;
  const sv_net *net;   // the answer's, or what is made of it
  sv_net *slice;       // without what cannot matter; or NULL
  sv_net *propagated;  // and with constants for what is fixed from the start; or NULL
  uint32_t constants;  // in it
  sv_net *forgetful;   // and with resets of dead values; or NULL
  uint32_t resets;     // in it
  sv_merge *merge;     // sticky locations; or NULL
  sv_layout *layout;
  sv_program *program;
  sv_machine *machine;
  sv_reduction *reduction;  // NULL: no reduction
  sv_stubborn *stubborn;
  sv_guards *guards;  // for it
  char *unreduced;    // why not, though asked for; or NULL

  bool breadth_first, keep_going;
  bool folds;            // successors at once: breadth first in a tree
  uint64_t bound;        // on the depth
  uint64_t most_states;  // give up beyond: SV_LIMITED without a limit; 0 = none

  sv_u32s state_properties;  // asked for, not yet violated: INVARIANT, LOCATION
  uint32_t deadlock;         // the property if asked for and not yet violated, or 0
  uint32_t *fails;           // per action: the assertion likewise, or 0

  sv_visited seen;
  sv_batch batch;
  const sv_bits *sticky;      // see chain.h; or NULL
  sv_chain chain;             // behind the state loaded last
  uint32_t link;              // of the chain, in the machine now; or SV_NO_LINK
  uint64_t passed;            // links that were not stored
  bool looking;               // beyond the bound: violations are not reported
  uint32_t words;             // per state
  uint64_t *current;          // a buffer for one state
  const uint64_t *loaded;     // the state in the machine
  uint32_t *chosen, *others;  // buffers for actions
  uint32_t *locations;        // buffer: one per process
  uint32_t other_count;       // enabled actions that the reduction left out
  sv_trace *(*path)(sv_search *, uint64_t where);
  void *order;  // bfs.c, bfs_bits.c, bfs_disk.c, dfs.c: their own

  bool defers;           // bfs: keep a violation for the end of the level,
  sv_violation pending;  // since a deadlock may be one step nearer
  sv_takens steps;       // from the stored state to the violation at hand
  uint64_t found;        // its level
  sv_search_end end;
  sv_cause limit;
  bool no_room;        // SV_LIMITED for want of memory, or of numbers for states
  bool crowded;        // SV_LIMITED by the successors of a single state
  clock_t compile_at;  // generated code is made when so much was worked; 0: not (any more)
  bool over;           // something lies beyond the bound
  const char *cut;     // text of a cut action that was enabled, or NULL
  bool full;           // no other cut was met than pools that are full
  uint32_t cut_action;
  sv_bits fired;  // actions taken at least once
  uint64_t transitions, depth, expanded, initials, ticks;
  uint64_t asked, reduced;   // states for which the reduction was asked, and was good
  bool cold;                 // it is hardly ever good: ask for few states
  uint64_t covered;          // bfs: all states up to this level are stored
  uint32_t jobs;             // threads to use
  uint64_t least_shared;     // states in a level that is worth waking them
  uint64_t most_logged;      // words they write down between two meetings
  struct sv_worker *member;  // this is a copy for one of several threads; or NULL
  size_t beside;             // bytes in use by all of them, beside the stored states
  uint64_t surplus;          // stored states that one thread would not have stored
  struct sv_spread *spread;  // it is one of several processes; or NULL
  uint64_t elsewhere;        // states that others have stored
  double start;              // as if runs that were resumed were one
  sv_saver *saver;           // --checkpoint; or NULL
};

// NULL and a reason where the net cannot be searched this way.
sv_search *sv_search_new(sv_model *, const sv_run *, sv_answer *, sv_text *why);
void sv_search_free(sv_search *);
void sv_search_explore(sv_search *);  // until end is set
void sv_search_close(sv_search *);    // words the answer
// Makes generated code when it is time; to be called where no state is loaded.
void sv_search_compile(sv_search *);
bool sv_search_complete(const sv_search *);  // nothing reachable was left out
uint64_t sv_search_states(const sv_search *);

// expand.c. Each returns false when the search is to stop (end is set).
bool sv_search_load(sv_search *, const uint64_t *state, uint64_t where);
// Puts the stored successors by the actions the reduction selects into the batch;
// other_count says how many enabled actions it left out.
bool sv_search_fire(sv_search *, uint64_t where);
bool sv_search_fire_others(sv_search *, uint64_t where);
// The same successors as the first time, uncounted.
bool sv_search_fire_again(sv_search *, const uint64_t *state, bool reduced);
void sv_search_review(sv_search *);  // sets `cold`; when all states before are expanded
// By what the reduction left out, of a state that was expanded without it before.
bool sv_search_fire_rest(sv_search *, const uint64_t *state, uint64_t where);
// At the bound: the same successors as without it, uncounted; what they violate lies beyond.
bool sv_search_fire_beyond(sv_search *);
// Notes whether anything lies beyond.
bool sv_search_look_beyond(sv_search *);
bool sv_search_initials(sv_search *, sv_packed_fn *take);
sv_packed_fn sv_search_take_initial;  // puts it into the batch (context: the search)
bool sv_search_tick(sv_search *);     // limits and progress; once per state
bool sv_search_poll(sv_search *);     // the same without overflow
bool sv_search_overflow(const sv_search *);
// Ends the search where the machine cannot be trusted any more: an overflow, or a
// limit in the middle of a step.
bool sv_search_trusts(sv_search *);
void sv_search_note_cut(sv_search *, uint32_t action);
bool sv_search_stop(sv_search *, sv_search_end);  // always false
bool sv_search_out_of_memory(sv_search *);        // always false
bool sv_search_overcrowded(sv_search *);          // always false
// Is there room for so many bytes beside the stored states?
bool sv_search_affords(const sv_search *, size_t bytes);
static inline const uint64_t *sv_batch_words(const sv_search *s, uint32_t i) {
  return s->batch.words.at + (size_t)i * s->words;
}
void sv_batch_cut(sv_search *, uint32_t n);  // keeps the first n

// worker.c: for copies.
bool sv_worker_note(struct sv_worker *, sv_violation);
bool sv_worker_tick(struct sv_worker *);

// violation.c. False when the search is to stop.
bool sv_search_violation(sv_search *, sv_violation);
bool sv_search_pending(sv_search *);                    // reports what was kept
void sv_search_forget(sv_search *, uint32_t property);  // it is not looked for any more
bool sv_search_check_state(sv_search *, const uint64_t *state, uint64_t where);
void sv_search_set_steps(const sv_search *, uint32_t link, sv_takens *);
bool sv_search_report(sv_search *, sv_violation);  // with s->way
sv_trace *sv_search_trace(sv_search *,
                          uint64_t id);  // counterexample.c: to a stored state, or NULL
// counterexample.c: the steps from one stored state to another; false if there are none.
bool sv_search_push_steps(sv_search *, sv_machine *, sv_trace *, const uint64_t *from,
                          const uint64_t *to);

// counterexample.c: is there a way from one stored state to another one?
bool sv_search_leads(sv_search *, sv_machine *, const uint64_t *from, const uint64_t *to);

// counterexample.c: a trace along n states, the last of which is initial; NULL if there is none.
sv_trace *sv_search_connect(sv_search *, const uint64_t *states, uint32_t n);

// spread.c, spread_agree.c: one of several processes.
void sv_search_spread(sv_search *);
bool sv_spread_note(struct sv_spread *, sv_violation);
sv_trace *sv_spread_trace(sv_search *, uint64_t where);

// The orders. Each runs until end is set.
void sv_search_bfs(sv_search *);
// parallel.c. One level with several threads.
struct sv_parallel;
struct sv_parallel *sv_parallel_for(sv_search *);  // NULL: one job
// From this position of the level on.
bool sv_parallel_expand(struct sv_parallel *, const uint64_t *begin, const uint64_t *end,
                        uint64_t from);
void sv_parallel_free(struct sv_parallel *);
void sv_search_bfs_bits(sv_search *);
void sv_search_bfs_disk(sv_search *);
void sv_search_dfs(sv_search *);

// certify.c. Goes through all that is stored with exec; true if nothing was
// missed. A mistake becomes the answer's bug.
bool sv_search_certify(sv_search *);

#endif
