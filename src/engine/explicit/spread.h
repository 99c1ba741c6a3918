// spread.h -- a breadth-first search that is spread over ranks.
//
// A state belongs to the rank that its hash names, which stores it, expands it and checks it. All ranks
// work on the same level: each expands its states of it, sends successors to
// whom they belong, and stores what it gets as the next level. A level is settled when every rank has
// taken all that was sent to it; then all add up what they have seen, and decide the same.
// So levels, depths, counts and what the reduction selects are those of one process.
//
// The reduction asks whether a successor lies behind the current level, which does not change while the
// level is expanded: its owner replies, and states for which no reply was good are expanded once more, by
// what was left out.
//
// What violates a property is noted by who meets it, and told at the end of the level: of several, the one
// whose hash is least, whatever the number of ranks. Every rank makes the trace and replays it.

#ifndef SV_SPREAD_H
#define SV_SPREAD_H

#include "engine/explicit/search.h"
#include "engine/explicit/wire.h"

// What is summed up over all ranks, again and again. What is counted counts ranks, where it is a flag.
// clang-format off
#define SV_SPREAD_SUMS(X)                                                                 \
  X(transitions) X(passed) X(expanded) X(asked) X(reduced) /* as the search counts */     \
  X(states) X(next) X(waiting)                             /* stored, new, not yet good */ \
  X(over) X(crowded) X(no_room) X(overflow) X(broken) X(halted) X(cut) X(full) X(events)  \
  X(messages) X(message_bytes) X(store_bytes)
// clang-format on
enum {
#define X(NAME) SV_SUM_##NAME,
  SV_SPREAD_SUMS(X)
#undef X
      SV_SUM_LIMITS,  // by cause
  SV_SUM_COUNT = SV_SUM_LIMITS + SV_CAUSE_COUNT
};

typedef struct {
  uint64_t key;  // UINT64_MAX: none
  sv_violation what;
  sv_takens steps;
} sv_spread_event;

typedef struct {
  uint64_t id;
  bool good;  // some successor lies behind
} sv_spread_root;

typedef struct {
  uint64_t id;
  uint32_t end, root;  // of its successors in the batch; in `waiting`, or SV_NO_ROOT
} sv_spread_held;

typedef struct sv_spread sv_spread;
struct sv_spread {
  sv_search *s;
  sv_ranks *ranks;
  sv_wire wire;
  uint64_t begin[SV_STORE_SHARDS], end[SV_STORE_SHARDS];  // the level
  SV_VEC(sv_spread_held) held;                            // whose successors are in the batch
  SV_VEC(sv_spread_root) waiting;  // what the reduction left out something of
  sv_u32s records;                 // of a question: those that are behind
  sv_spread_event *events;         // by property
  uint64_t *row;                   // a buffer for one state and its parent
  uint64_t sums[SV_SUM_COUNT];
  uint64_t most_states, least_states;  // of a rank, when the search has ended
  bool halted;                         // some rank wants to stop: nothing is expanded any more
  double patience;                     // until when it waits for others; 0: no limit was hit
  uint32_t turns;                      // in which nothing came
  struct sv_spread_team *team;         // threads of this rank; NULL: one
};

// False where the ranks have different models or options: then says why.
bool sv_spread_same(const sv_model *, const sv_run *, const sv_answer *, sv_text *why);
void sv_spread_statistics(const sv_spread *, sv_answer *);
sv_spread *sv_spread_new(sv_search *);
void sv_spread_free(sv_spread *);
// A number for a state of any rank, as parents have it.
static inline uint64_t sv_spread_reference(const sv_spread *p, uint64_t id, uint32_t rank) {
  return id * p->ranks->size + rank;
}

// spread_wire.c
void sv_spread_deliver(sv_spread *, const sv_spread_held *parent, const uint64_t *state,
                       uint64_t hash);
bool sv_spread_poll(sv_spread *);    // takes some of what has come; false if nothing has
void sv_spread_halt(sv_spread *);    // tells others to stop
void sv_spread_settle(sv_spread *);  // takes all that was sent to this rank
uint32_t sv_spread_owner(const sv_spread *, const uint64_t *state, uint64_t hash);
sv_stored sv_spread_store(sv_spread *, const uint64_t *state, uint64_t hash, uint64_t parent,
                          uint64_t *id);

// spread_team.c. Several threads expand what this rank has of a level; its own thread shares out what they
// find and talks to others. NULL: the search has one job.
struct sv_spread_team *sv_spread_team_new(sv_spread *);
void sv_spread_team_free(struct sv_spread_team *);  // NULL is fine
bool sv_spread_team_is_for(const sv_spread *);      // the level is worth it
// False: it has to give up.
bool sv_spread_team_expand(sv_spread *);

// spread_agree.c. All of them are called by all ranks.
void sv_spread_agree(sv_spread *);   // sums
void sv_spread_report(sv_spread *);  // events
void sv_spread_conclude(sv_spread *);
void sv_spread_rebase(sv_spread *);

#endif
