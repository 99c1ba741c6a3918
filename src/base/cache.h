// cache.h -- a folder of things that took long to make, each found again by its whole key.
//
// An entry is a file: its key, what belongs to it, and a checksum over both. The key is compared as a
// whole, so that a collision of file names gives nothing instead of something
// wrong. A file is written under another name and renamed when it is on the disk: who
// looks meanwhile, or after a crash, sees a whole entry or none. Whatever is not just
// as it was written (cut off, changed, of another version, or not ours alone) is
// no entry.

#ifndef SV_CACHE_H
#define SV_CACHE_H

#include "base/text.h"

// False: there is no such entry.
bool sv_cache_get(const char *folder, const sv_text *key, sv_text *value);
// Makes the folder if there is none (its parent must be there). False: see why.
bool sv_cache_put(const char *folder, const sv_text *key, const sv_text *value, sv_text *why);

#endif
