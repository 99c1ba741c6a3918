// hybrid.h -- networks of linear hybrid automata: the front end.
//
// Reads PHAVer (`.pha`, with questions in the file itself or in a `.cfg`) and
// HyTech (`.hy`). docs/language-hybrid.md says which parts, and what they mean;
// the network of automata is that of the thesis' chapter 6 (Dubrovin 2011).

#ifndef HA_HYBRID_H
#define HA_HYBRID_H

#include "base/diag.h"
#include "lang/hybrid/network.h"

// What the command line adds; each may be NULL.
typedef struct {
  const char *question;           // a file with a script
  const char *invariant, *reach;  // conditions
} ha_goals;

// Reads and checks a file. NULL if an error was reported; the caller frees the network (not what
// it points to: that lives in the arena).
ha_network *ha_read(sv_arena *, sv_names *, sv_numbers *, sv_sources *, uint32_t file,
                    const ha_goals *, sv_diags *);

#endif
