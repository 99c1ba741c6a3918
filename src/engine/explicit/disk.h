// disk.h -- visited states on disk, with the youngest in memory.
//
// Breadth first with delayed duplicate detection (after Stern and Dill, "Using magnetic disk instead of
// main memory in the Murphi verifier", 1998): a state that is not in memory is a candidate, added to memory and
// told apart from those on disk later, when many of them are looked up at once, in order (*resolve*). When memory is full,
// everything in it becomes sorted files (*spill*). Files of about the same size are merged, so that there
// are few of them, and each state is written again a logarithmic number of times.
//
// In memory there are, by row, states of levels up to the current one (before `settled`), and
// candidates for the next level. The mark of a row says whether its state is on disk. Every state is on disk
// once, or in memory unmarked; its word is the beginning of its parent's key and its level, by which
// parents are found again: whatever state has that beginning, is one level nearer and has a step to the
// state, is on a shortest way to it.

#ifndef SV_DISK_H
#define SV_DISK_H

#include "engine/explicit/sorted.h"

typedef struct sv_disk sv_disk;

typedef enum {
  SV_DISK_OLD,   // of a level up to the current one
  SV_DISK_NEXT,  // of the next one
  SV_DISK_OPEN,  // one of both
} sv_disk_age;

// States, one behind the other; first all of them are written, then all are read.
typedef struct {
  sv_spool *file;
  uint64_t n, next;   // the next one to be read
  uint64_t *buffer;   // those behind it
  uint32_t at, left;  // in the buffer
  sv_u32s sums;       // of as many as the buffer has room for
} sv_states;

// It may use so many bytes of memory. `most` rows in memory, for tests; 0: as many as there is room for.
sv_disk *sv_disk_new(const char *folder, uint32_t words, size_t budget, uint32_t most);
void sv_disk_free(sv_disk *);
// Asked now and then while files are read and written; false stops it.
void sv_disk_goes_on(sv_disk *, bool (*going)(void *context), void *context);
int sv_disk_error(const sv_disk *);   // an errno, or 0
int sv_disk_forget_error(sv_disk *);  // what is there may still be read; the error
void sv_disk_note_error(sv_disk *, int error);
uint64_t sv_disk_count(const sv_disk *);
size_t sv_disk_bytes(const sv_disk *);  // in memory

// Is there room for so many more rows? If not, and there are any, they have to be spilled.
bool sv_disk_has_room(sv_disk *, uint32_t rows);
uint32_t sv_disk_rows(const sv_disk *);
uint32_t sv_disk_settled(const sv_disk *);
const uint64_t *sv_disk_row(const sv_disk *, uint32_t row);
bool sv_disk_is_marked(const sv_disk *, uint32_t row);
void sv_disk_prefetch(const sv_disk *, uint64_t hash);
void sv_disk_prefetch_row(const sv_disk *, uint64_t hash);
uint64_t sv_disk_word(const sv_disk *, const uint64_t *parent, uint64_t level_of_child);
uint64_t sv_disk_level(uint64_t word);
enum { SV_DISK_LAST_LEVEL = INT32_MAX };

// There is room. OPEN: *row will be known when it is resolved. *fresh: it was not in memory.
sv_disk_age sv_disk_add(sv_disk *, const uint64_t *state, uint64_t word, uint32_t *row,
                        bool *fresh);
// Each of these is false if it was stopped, or the disk failed.
bool sv_disk_resolve(sv_disk *);
sv_disk_age sv_disk_resolved(const sv_disk *, uint32_t row);  // of a candidate
// After resolving: everything is on disk. Rows of the current level from `from` on are put behind `now`,
// new candidates behind `next`.
bool sv_disk_spill(sv_disk *, uint32_t from, sv_states *now, sv_states *next);
// After resolving: the next level is the current one.
void sv_disk_advance(sv_disk *);

bool sv_disk_has(sv_disk *, const uint64_t *state);
// The word of a state that is there.
bool sv_disk_find(sv_disk *, const uint64_t *state, uint64_t *word);
// All states that may be the parent of one with this word, each with its word.
bool sv_disk_parents(sv_disk *, uint64_t word, sv_u64s *rows);

bool sv_disk_states(sv_disk *, sv_states *);
void sv_states_free(sv_states *);
bool sv_states_put(sv_disk *, sv_states *, const uint64_t *state);
bool sv_states_get(sv_disk *, sv_states *, uint64_t *state);  // the next one: there is one
void sv_states_rewind(sv_states *);
bool sv_states_clear(sv_states *);

typedef struct {
  uint64_t spills, stored, bytes, most_files,
      written;  // states and bytes on disk, and ever written
} sv_disk_numbers;
sv_disk_numbers sv_disk_tell(const sv_disk *);

#endif
