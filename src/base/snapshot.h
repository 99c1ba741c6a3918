// snapshot.h -- large binary files that are complete or not there.
//
// What is written goes to a file beside the one that is meant (`FILE.new`), is brought to
// the disk and takes the place of FILE by renaming: a process that is killed at any moment, or finds the
// disk full, leaves the FILE that was there before. A file begins with a mark that tells
// the byte order, and ends with its length and a checksum, which are looked at before
// anything is read. Numbers go as they lie in memory. The reader relies on nothing beyond
// that: what does not fit makes it `bad`, and reads as zero.

#ifndef SV_SNAPSHOT_H
#define SV_SNAPSHOT_H

#include "base/text.h"

typedef struct sv_snapshot sv_snapshot;

// NULL and *why if the file cannot be made.
sv_snapshot *sv_snapshot_create(const char *path, sv_text *why);
// Closes it: all is on the disk and FILE is the new one, or false and *why, and FILE is as before.
bool sv_snapshot_commit(sv_snapshot *, sv_text *why);

// A whole file; NULL and *why if it cannot be read, is none, or damaged.
sv_snapshot *sv_snapshot_open(const char *path, sv_text *why);
void sv_snapshot_close(sv_snapshot *);  // NULL is fine

void sv_snapshot_put(sv_snapshot *, const void *bytes, size_t n);
void sv_snapshot_put_u64(sv_snapshot *, uint64_t);
void sv_snapshot_put_text(sv_snapshot *, const char *text, size_t n);

void sv_snapshot_get(sv_snapshot *, void *bytes, size_t n);
uint64_t sv_snapshot_get_u64(sv_snapshot *);
// A number of things that take so many bytes each, at least one, in the file.
uint64_t sv_snapshot_get_count(sv_snapshot *, size_t each);
void sv_snapshot_get_text(sv_snapshot *, sv_text *);  // appends
bool sv_snapshot_bad(const sv_snapshot *);
bool sv_snapshot_at_end(const sv_snapshot *);
bool sv_snapshot_refuse(sv_snapshot *);           // makes it bad; false
uint64_t sv_snapshot_bytes(const sv_snapshot *);  // written, or of the whole file

#endif
