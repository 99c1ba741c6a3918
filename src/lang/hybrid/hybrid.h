// hybrid.h -- networks of linear hybrid automata: the front end.
//
// Reads PHAVer (`.pha`, with questions in the file itself or in a `.cfg`) and
// HyTech (`.hy`). docs/language-hybrid.md says which parts, and what they mean;
// the network of automata is that of the thesis' chapter 6 (Dubrovin 2011).

#ifndef HA_HYBRID_H
#define HA_HYBRID_H

#include "base/diag.h"
#include "base/options.h"
#include "lang/hybrid/network.h"

// Reads and checks a file, and what --question, --invariant and --reach ask about it. NULL if an error was reported; the caller frees the network (not what
// it points to: that lives in the arena).
ha_network *ha_read(sv_arena *, sv_names *, sv_numbers *, sv_sources *, uint32_t file,
                    const sv_options *, sv_diags *);

#endif
