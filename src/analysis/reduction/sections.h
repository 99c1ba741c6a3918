// sections.h -- atomic sections and where they may get stuck.
//
// Blocking and committed locations are called exclusive here: while a process
// stands there, no process outside such a location can move. A reduction must
// know of an action whether it enters a section, and of a location inside a
// section whether its process may have to wait there: it never waits if one of
// the guards of its own plain actions always holds. docs/reduction.md,
// "Sections".

#ifndef SV_SECTIONS_H
#define SV_SECTIONS_H

#include "analysis/access/access.h"

typedef enum {
  SV_SECTION_EXCLUSIVE = 1,
  SV_SECTION_YIELDING = 2,
  SV_SECTION_WAITS = 4,  // with one of the others: may be without a possible action
} sv_section_flags;

typedef struct {
  const sv_accesses *all;
  uint32_t *first;           // by process: place of its location 0 in flags; processes.n + 1
  uint8_t *flags;            // by process and location
  sv_bits enters;            // actions after which one more process is in a section
  sv_bits crossing;          // actions with an edge from or into a section
  sv_bits waits;             // actions with an edge from a location that WAITS
  bool exclusive, yielding;  // such locations exist
} sv_sections;

void sv_sections_init(sv_sections *, const sv_accesses *);
void sv_sections_free(sv_sections *);
static inline unsigned sv_section_at(const sv_sections *s, uint32_t process, uint32_t location) {
  return s->flags[s->first[process] + location];
}

#endif
