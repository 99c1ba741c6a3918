// range_inside.h -- what range.c and range_term.c share.

#ifndef C_RANGE_INSIDE_H
#define C_RANGE_INSIDE_H

#include "lang/c/range.h"

struct c_ranges {
  const sv_model *model;
  uint32_t *slot, *locals;                  // of local variables, per template
  uint32_t *template_base, *location_base;  // per template
  c_range *global;                          // per variable
  c_range *local;                           // per template, location and slot
  bool *reached;                            // per template and location
  bool *written;                            // per variable: by the action at hand
  bool *foreign;                            // per variable: other processes read or write it
  // When the ranges of globals, or of a location, last grew.
  uint32_t version, global_version, *location_version;
  // The action at hand: from which location, and ranges of terms under its stamp.
  uint32_t template_number, location, stamp;
  c_range *known;
  uint32_t *stamped, terms;
};

c_range c_range_here(const c_ranges *, const sv_node *variable);
c_range c_range_join(c_range, c_range);
c_range c_range_of_width(uint32_t width, bool is_signed);
c_range c_range_of_sort(const c_ranges *, sv_sort);
// The Boolean term holds from here on; false if it cannot.
bool c_range_restrict(c_ranges *, sv_term);

#endif
