// sorted.h -- a sorted file of states on disk, with the first key of each block in memory.
//
// A record is a state and one word, in the order of young.h. What is looked up comes in that order too, so
// a file is read from front to back, block by block, without the blocks in which nothing
// is looked for. Sums of the blocks stay in memory. A block whose sum or first key is another one, or a file
// that is not sorted, has been damaged: that ends as an error of the disk, not as an answer.

#ifndef SV_SORTED_H
#define SV_SORTED_H

#include "engine/explicit/spool.h"
#include "engine/explicit/young.h"

typedef struct {
  sv_spool *file;
  uint32_t words;
  uint64_t mask;    // of hashes
  uint64_t n;       // records
  uint32_t block;   // records
  uint32_t merged;  // how often its records were written again
  bool ahead;       // of the level that is being found
  sv_u64s first;    // by block
  sv_u32s sums;     // likewise (sv_spool_sum)
  int *error;
} sv_sorted;

// `block`: records; 0: as many as are good.
sv_sorted *sv_sorted_new(const char *folder, uint32_t words, uint64_t mask, uint32_t block,
                         int *error);
void sv_sorted_free(sv_sorted *);
bool sv_sorted_put(sv_sorted *, const uint64_t *record, uint64_t key);  // not less than the last
bool sv_sorted_finish(sv_sorted *);                                     // before it is read
size_t sv_sorted_bytes(const sv_sorted *);                              // in memory

// Looks up states in order.
typedef struct {
  sv_sorted *file;
  uint64_t *rows;  // of the block
  uint64_t block;  // which
  uint32_t n, at;  // records in it; what is before was less than what was looked up last
  bool started;
} sv_lookup;
void sv_lookup_begin(sv_lookup *, sv_sorted *);
void sv_lookup_end(sv_lookup *);
// The record of the state, or NULL; not less than the one before.
const uint64_t *sv_lookup_find(sv_lookup *, const uint64_t *state, uint64_t key);
// The first record whose key is not less, and those behind it; NULL: there are no more.
const uint64_t *sv_lookup_from(sv_lookup *, uint64_t key);
const uint64_t *sv_lookup_next(sv_lookup *);

// Reads from front to back.
typedef struct {
  sv_sorted *file;
  uint64_t *rows, key;  // of the record at hand
  uint64_t next;        // record behind those in the buffer
  uint32_t n, at;
} sv_reader;
void sv_reader_begin(sv_reader *, sv_sorted *);
void sv_reader_end(sv_reader *);
bool sv_reader_step(sv_reader *);  // to the next record; false: it was the last one, or error
const uint64_t *sv_reader_record(const sv_reader *);

#endif
