// parts.h -- sets of the smallest things that a step reads or writes.
//
// A part is a cell of a data variable, a location of a process ("p stands in
// l", so that a test whether a process runs does not depend on each of its
// steps), or a whole queue. Parts are numbered in the order of variables, then queues;
// the parts of one object lie together. Sets of parts are kept as ascending
// ranges: accesses to whole arrays stay short.

#ifndef SV_PARTS_H
#define SV_PARTS_H

#include "model/net.h"

typedef struct {
  uint32_t lo, hi;
} sv_part_range;  // lo .. hi-1
// Zeroed is empty. Sealed: ranges ascend and neither overlap nor touch.
typedef SV_VEC(sv_part_range) sv_parts;

// Objects are the net's variables (0 ..) and queues (vars.n ..).
typedef struct {
  const sv_net *net;
  uint32_t objects, parts;
  uint32_t *first;  // objects + 1: part where the object begins
} sv_part_map;

void sv_part_map_init(sv_part_map *, const sv_net *);
void sv_part_map_free(sv_part_map *);
static inline uint32_t sv_queue_object(const sv_part_map *m, uint32_t queue) {
  return m->net->vars.n + queue;
}
// "The process stands in this location."
static inline uint32_t sv_location_part(const sv_part_map *m, uint32_t process, uint32_t location) {
  return m->first[m->net->processes.at[process].pc] + location;
}
uint32_t sv_object_of_part(const sv_part_map *, uint32_t part);

void sv_parts_add(sv_parts *, uint32_t lo, uint32_t hi);  // leaves the set unsealed
void sv_parts_append(sv_parts *, const sv_parts *more);   // likewise
void sv_parts_seal(sv_parts *);
static inline bool sv_parts_are_sealed(const sv_parts *s) {
  for (uint32_t i = 0; i < s->n; i++)
    if (s->at[i].lo >= s->at[i].hi || (i && s->at[i - 1].hi >= s->at[i].lo)) return false;
  return true;
}
// The following need sealed sets.
bool sv_parts_has(const sv_parts *, uint32_t part);
bool sv_parts_overlap(const sv_parts *, const sv_parts *);
bool sv_parts_subset(const sv_parts *small, const sv_parts *large);
void sv_parts_meet(const sv_parts *, const sv_parts *, sv_parts *out);  // added, unsealed
void sv_parts_minus(sv_parts *, uint32_t lo, uint32_t hi);
uint32_t sv_parts_count(const sv_parts *);
// The objects that the parts belong to, ascending, each once; appended.
void sv_parts_objects(const sv_part_map *, const sv_parts *, sv_u32s *out);

#endif
