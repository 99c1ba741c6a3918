// parallel.h -- several threads expand one level of a breadth-first search.
//
// The result is that of one thread, to the last id: a level has an order (by
// shard and index), and blocks of it go through two phases. First the members
// expand chunks of the block, each into a log of its own; the store is only
// read. Then each shard belongs to one member, who inserts what the logs have
// for it, chunk by chunk: the order in which one thread would have inserted.
// So there are no locks, and whether a successor lies behind the current level
// can be asked at any time. What violates a property is an event; the one that
// a single thread would have met first is the one that counts, and successors
// behind it are not counted.

#ifndef SV_PARALLEL_H
#define SV_PARALLEL_H

#include "base/thread_pool.h"
#include "engine/explicit/search.h"

typedef struct {
  uint64_t id;
  uint32_t end;  // of its successors in the log
  bool asked, reduced;
  bool rest;  // ranks: the reduction left out something
  uint64_t transitions, passed;
} sv_root;

typedef struct {
  uint64_t begin, end;  // positions in the level
  SV_VEC(sv_root) roots;
  sv_batch log;
  // Entries (root << 32 | place in the log) by shard, in order; the top bit
  // says that it was new.
  sv_u64s sorted;
  uint32_t first[SV_STORE_SHARDS + 1];
} sv_chunk;
#define SV_WAS_NEW (UINT64_C(1) << 63)

// Where one thread would be: the position of the expanded state; then the
// deadlock, what happens in firing, and new states by their place in the log.
typedef struct {
  uint64_t root, order, serial;
} sv_search_point;
enum { SV_AT_LOADING, SV_AT_FIRING, SV_AT_STORING };

typedef struct {
  bool set;
  sv_search_point when;
  sv_violation what;
  sv_takens steps;
} sv_event;

typedef struct sv_parallel sv_parallel;

typedef struct sv_worker {
  sv_parallel *parallel;
  sv_search *s;  // a copy with its own machine and buffers
  sv_search_point now;
  sv_event *events;  // by property: the first
  uint64_t overflow_at;
} sv_worker;

struct sv_parallel {
  sv_search *lead;
  sv_thread_pool *pool;
  uint32_t n;
  sv_worker **members;
  const uint64_t *level_begin, *level_end;  // by shard
  uint64_t size;                            // positions in the level
  sv_chunk *chunks;
  uint32_t chunk_count;             // of the block
  uint32_t chunks_done;             // the first ones: those that were begun
  uint32_t next_chunk, next_shard;  // atomic
  uint64_t logged;                  // atomic: words in all logs
  uint64_t load_from, halt_from;    // atomic: positions only to be loaded, or not at all
  uint64_t insert_end;              // positions whose successors are inserted
  uint64_t per_chunk;               // positions
  int stop, full, crowded;          // atomic: a limit was hit; no memory; by one state
};

// worker.c
sv_worker *sv_worker_new(sv_parallel *);
void sv_worker_free(sv_worker *);
void sv_worker_begin(sv_worker *);  // a block: takes over what the lead knows
void sv_worker_expand(sv_worker *, sv_chunk *);
void sv_worker_store(sv_worker *, uint32_t shard);
// parallel.c: for ranks (spread_team.c), which share out the successors themselves. From a position of the level on:
// expands as many states as one block has, adds up what was counted, and says where the block ends.
// False: it has to stop; of the block nothing may be used.
bool sv_parallel_log(sv_parallel *, uint64_t from, uint64_t *end);
void sv_parallel_begin_level(sv_parallel *, const uint64_t *begin, const uint64_t *end);
bool sv_search_point_before(const sv_search_point *, const sv_search_point *);

#endif
