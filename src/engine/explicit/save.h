// save.h -- a search as a checkpoint, and back.
//
// Every order of search has points at which all it knows is in the store and in its
// own few words. Breadth first over a store, that is between two states whose successors
// are stored; there it *settles*: notes how many states each shard has, and the counts. What is
// written later, when a limit has struck in the middle of a state or of a block, is what there was at
// that point: stores only grow, so their beginnings are still there. The other orders take back what a
// state that was left halfway has changed, and write the rest.

#ifndef SV_SAVE_H
#define SV_SAVE_H

#include "base/snapshot.h"
#include "engine/explicit/store.h"

typedef struct sv_search sv_search;

// What is counted, to be taken back.
typedef struct {
  uint64_t transitions, depth, expanded, passed, asked, reduced, covered;
} sv_tally;

typedef struct {
  double every, next, last;         // seconds; last: when one was written, or 0
  uint64_t fingerprint;             // of the model
  uint64_t gap, ticks;              // between points to settle at, and at the last one
  uint64_t stop_at;                 // tests: ends as if interrupted after so many ticks; or 0
  bool ready;                       // the search has begun
  bool torn;                        // it cannot be written any more
  uint64_t written, states, bytes;  // how often, and what was written last
  double took;
  char *failed;  // why the last one could not be written, or NULL
  // The point that was settled at.
  sv_tally tally;
  uint64_t at;  // position in the level
  uint64_t counts[SV_STORE_SHARDS];
  void (*put_order)(sv_search *, sv_snapshot *);  // what the order of search knows
} sv_saver;

void sv_saver_new(sv_search *);
void sv_saver_free(sv_search *);
sv_tally sv_search_tally(const sv_search *);
void sv_search_restore_tally(sv_search *, const sv_tally *);

// The search has begun, or goes on with a checkpoint: from now on it can be written.
void sv_search_ready(sv_search *, void (*put_order)(sv_search *, sv_snapshot *));
// Is it time to settle?
bool sv_search_is_unsettled(const sv_search *);
// Breadth first over a store: at this position of the level.
void sv_search_settle(sv_search *, uint64_t at);
// Others, at any point where nothing is left halfway.
void sv_search_save_if_due(sv_search *);
// The search ends. If that is for a limit it is written down.
void sv_search_save_last(sv_search *);

bool sv_search_takes_up(const sv_search *);
// Reads the search, but for what the order of search put; false when it is to stop.
bool sv_search_restore(sv_search *);
// What was put by that could be read, to the end; else the search stops.
bool sv_search_restored(sv_search *);
sv_snapshot *sv_search_source(const sv_search *);

void sv_saver_statistics(const sv_search *);

#endif
