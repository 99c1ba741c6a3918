// unwinding.h -- how often, and where, control is unwound.
//
// A line is a process, or an action without processes (which then goes round on one location).
// Its locations are ranked so that most moves go up; a spot is a location at a level, and a
// move that does not go up leads to the next level. So a run meets every spot of a line at
// most once, and in the order of their positions. Spots that are *expanded* have events for all moves from
// there; at the others stands a frontier, which stands for everything that the line
// may do from there on: its *life*.
//
// The chaos of a life is what its actions may put anywhere: places that are written,
// locations to which the line itself or a partner is moved, and properties that are failed.

#ifndef SV_UNWINDING_H
#define SV_UNWINDING_H

#include "encode/events/mold.h"

typedef struct {
  uint32_t line, location, level;
  bool expanded;
} sv_spot;

// An action that is never taken where its process stands: whoever is asked must know that.
typedef bool sv_never_fn(void *context, const sv_mold *);

// A way on from a location of a line.
typedef struct {
  uint32_t action, edge;  // SV_NO_EDGE: the line is the action
  uint32_t to;            // location
  bool stays;             // by a partner's edge, which does not even take the token
} sv_way;
typedef SV_VEC(sv_way) sv_ways;

typedef struct {
  uint32_t locations, entry;
  uint32_t *rank;  // by location
  sv_ways *ways;   // by location
  sv_bits *chaos;  // by location: of everything that can be done from there on
} sv_line;

typedef struct {
  sv_molds *molds;
  const sv_net *net;
  uint32_t lines;  // processes, then actions without edges
  sv_line *line;
  sv_u32s lone;  // actions without edges
  SV_VEC(sv_spot) spots;
  sv_map known;
  uint32_t first_location;  // chaos: places, then from here on locations by process …
  uint32_t *location_item;  // by process
  uint32_t first_property, items;
  sv_never_fn *never;  // or NULL
  void *context;       // its
} sv_unwinding;

// NULL: nothing is known.
sv_unwinding *sv_unwinding_new(sv_molds *, sv_never_fn *, void *context);
void sv_unwinding_free(sv_unwinding *);  // NULL is fine

uint32_t sv_unwinding_spot(const sv_unwinding *, uint32_t line, uint32_t location,
                           uint32_t level);  // UINT32_MAX
uint32_t sv_unwinding_position(const sv_unwinding *, uint32_t spot);
// Where the way leads from this spot; it exists if the spot is expanded.
uint32_t sv_unwinding_target(const sv_unwinding *, uint32_t spot, const sv_way *);
const sv_ways *sv_unwinding_ways(const sv_unwinding *, uint32_t spot);
// The spot, and everything on its level that is reached from there.
void sv_unwinding_expand(sv_unwinding *, uint32_t spot);
// Adds the chaos of a life that begins with this way from the spot.
void sv_unwinding_chaos(const sv_unwinding *, uint32_t spot, const sv_way *, sv_bits *out);
static inline uint32_t sv_chaos_location(const sv_unwinding *u, uint32_t process, uint32_t l) {
  return u->location_item[process] + l;
}

#endif
