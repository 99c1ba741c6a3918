// checkpoint.h -- the head of a checkpoint: what a search that was written down belongs to.
//
// A checkpoint (base/snapshot.h) begins with the program's version, the path of the model and a
// fingerprint of its text form, all options that are not as they would be by themselves, and
// what the runs so far took. Behind that comes what the engine wrote. Options that decide
// nothing (how long it may take, where the answer goes) are left out.

#ifndef SV_CHECKPOINT_H
#define SV_CHECKPOINT_H

#include "base/snapshot.h"
#include "engine/engine.h"

typedef struct {
  char *name, *value;
} sv_setting;

typedef struct sv_checkpoint {
  char *path, *model, *folder;  // folder: in which the run was started
  uint64_t fingerprint;
  SV_VEC(sv_setting) settings;
  uint32_t pools;     // size of pools of the search, where they grow; or 0
  uint32_t resumed;   // how often the run was, before this one
  double seconds;     // of all runs so far
  uint64_t bytes;     // resident, at most
  sv_snapshot *file;  // behind the head
} sv_checkpoint;

// NULL and *why: not there, no checkpoint, damaged, or of another version.
sv_checkpoint *sv_checkpoint_open(const char *path, sv_text *why);
void sv_checkpoint_close(sv_checkpoint *);  // NULL is fine
// Sets what the checkpoint was made with, unless it is given.
bool sv_checkpoint_set_options(const sv_checkpoint *, sv_options *, sv_text *why);
// Was it made from this model, with these options?
bool sv_checkpoint_fits(const sv_checkpoint *, const sv_model *, const sv_options *, sv_text *why);
// Can the search that is asked for be written down? Else false and why not.
bool sv_checkpoint_possible(const sv_model *, const sv_options *, sv_text *why);

uint64_t sv_checkpoint_fingerprint(const sv_model *);
// A file with the head, for the engine to go on; NULL and *why.
sv_snapshot *sv_checkpoint_create(const sv_model *, uint64_t fingerprint, const sv_run *,
                                  sv_text *why);

#endif
