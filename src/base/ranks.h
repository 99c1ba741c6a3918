// ranks.h -- the processes of one run, on one machine or many, that pass messages.
//
// Under mpirun every rank is a process that reads the same files with the same options and makes the
// same calls. What knows MPI is a module (base/mpi) behind the table below; it is loaded, and MPI
// is initialised, by sv_ranks_join: never in a process that no launcher started. All calls return
// at once; whoever waits looks at limits meanwhile, for another rank may be gone.

#ifndef SV_RANKS_H
#define SV_RANKS_H

#include "base/limits.h"
#include "base/text.h"

// What the module does. int: 0 is good, unless it says otherwise; below 0: MPI failed.
typedef struct {
  int (*begin)(uint32_t *rank, uint32_t *size);
  int (*end)(void);
  // Messages of at most so many bytes, so many on their way from here at a time.
  int (*open)(uint32_t slots, size_t bytes);
  int (*close)(void);
  // The bytes stay as they are until sent() is 1.
  int (*send)(uint32_t slot, const void *bytes, size_t n, uint32_t to);
  int (*sent)(uint32_t slot);
  // 1: the next message, valid until taken().
  int (*next)(const void **bytes, size_t *n);
  int (*taken)(void);
  // One of these at a time, by all ranks; `to` is there when finished() is 1.
  int (*sum)(const uint64_t *from, uint64_t *to, uint32_t n);
  int (*least)(const uint64_t *from, uint64_t *to, uint32_t n);
  int (*join)(const uint64_t *from, uint64_t *to, uint32_t n);  // bits
  int (*deal)(const uint64_t *from, uint64_t *to);  // entry i of each rank, summed up, for rank i
  int (*share)(uint64_t *words, uint32_t n, uint32_t from);
  int (*finished)(void);
} sv_ranks_calls;

#define SV_MPI_MODULE "selvage_mpi.so"
#define SV_MPI_SYMBOL "selvage_mpi"
typedef const sv_ranks_calls *sv_mpi_fn(void);

typedef struct {
  const sv_ranks_calls *calls;
  uint32_t rank, size;
  uint64_t searches;  // so far: tells stale messages
  bool lost;          // a rank does not answer: nothing is sent or asked any more
} sv_ranks;

// How many processes a launcher of MPI has started, of which this is one; 0: there is no launcher.
uint32_t sv_ranks_launched(uint32_t *rank);
sv_ranks *sv_ranks_join(sv_text *why);  // NULL: see why
void sv_ranks_leave(sv_ranks *);        // NULL is fine
// Until the collective call at hand is finished. Once a limit is hit it waits a few seconds more, then
// all are lost: false.
bool sv_ranks_wait(sv_ranks *, sv_limits *);
void sv_ranks_pause(uint32_t turns);  // after so many turns in which nothing came

#endif
