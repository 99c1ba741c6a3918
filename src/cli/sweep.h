// sweep.h -- `selvage sweep`: a table of models × parameters × engines × properties.
//
// Options whose value is a list span the table: `--set N=1..8`, `--engine bdd,ic3`, and every
// --property for itself. Every cell is a check in a process of its own, --jobs of them at a
// time, each on one processor. What came out is a line of the results file as soon as
// it is known, so that a sweep that was stopped goes on where it was, and several machines may
// each do a part (--part 2/8). Only for sweep*.c.

#ifndef SELVAGE_SWEEP_H
#define SELVAGE_SWEEP_H

#include <stdint.h>

#include "cli/cli.h"

// The columns of results, in order; those of the key come first.
typedef enum {
  SWEEP_FILE,
  SWEEP_TEXT,  // a number made of the file's bytes: another text is another task
  SWEEP_SET,
  SWEEP_ENGINE,
  SWEEP_PROPERTY,
  SWEEP_KEY,
  SWEEP_ANSWER = SWEEP_KEY,
  SWEEP_BY,  // the engine that answered
  SWEEP_STATES,
  SWEEP_TRANSITIONS,
  SWEEP_SECONDS,    // of the processor, all processes together
  SWEEP_MEGABYTES,  // of the largest process
  SWEEP_REASON,
  SWEEP_COLUMNS
} sweep_column;

typedef struct {
  char *field[SWEEP_COLUMNS];  // NULL behind the key: not done yet
} sweep_task;

typedef struct {
  sweep_task *tasks;
  size_t count;
  char *common;  // the options that all share, as one line
} sweep_plan;

char *sweep_copy(const char *);                                 // never NULL
bool sweep_engine_takes(const char *engine, const char *flag);  // also "--no-x"

// 0, or a status after a message.
int sweep_plan_make(cli_arguments *, sweep_plan *);
void sweep_plan_free(sweep_plan *);
uint64_t sweep_digest(const sweep_plan *);  // of all tasks and options

// Results of an earlier run are filled in; then lines are added. 0, or a status after a message.
typedef struct sweep_results sweep_results;
int sweep_results_open(const char *path, sweep_plan *, sweep_results **);
bool sweep_results_add(sweep_results *, const sweep_task *);
int sweep_results_close(sweep_results *, const char *path);  // NULL is fine

// What came out of a task, in one piece, as bytes.
enum { SWEEP_BYTES = 1 << 16 };
typedef struct {
  uint64_t task;  // its number
  double seconds, megabytes;
  int status;              // of its process
  uint32_t n;              // bytes
  char said[SWEEP_BYTES];  // lines
} sweep_result;
size_t sweep_result_bytes(const sweep_result *);
void sweep_take(sweep_task *, sweep_result *);
bool sweep_is_done(const sweep_task *);
void sweep_progress(const cli_arguments *, size_t done, size_t count, const sweep_task *);
size_t sweep_jobs(const cli_arguments *, long usual);
// Does the tasks whose numbers come from this socket, up to `jobs` at a time; results go back. Until it is closed.
void sweep_serve(cli_arguments *, sweep_plan *, size_t jobs, int orders);
// The same as sweep_run, by all processes that mpirun has started; the first one has the results, the others
// give back 0.
int sweep_farm(cli_arguments *, sweep_plan *, sweep_results *);

// Does all tasks that are not done; 0, or a status after a message. Results may be NULL.
int sweep_run(cli_arguments *, sweep_plan *, sweep_results *);

void sweep_print(const sweep_plan *);
int sweep_write_page(const sweep_plan *, const char *path);
int sweep_status(const sweep_plan *);  // the worst; engines that contradict each other: a bug

#endif
